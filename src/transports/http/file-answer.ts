/**
 * Decides how to answer a file request, as a pure function. Files never change, so caches may keep them forever. Conditions are evaluated
 * first (RFC 9110 §13), then the range (§14).
 */
import type { ByteRange, FileHead } from '../../domain/files/ports.ts'
import { readRange } from './byte-range.ts'
import { fileCacheControl } from './cache-control.ts'
import { matchIfNoneMatch, tagOf } from './entity-tags.ts'

/** Header fields of the request, as sent. */
export interface FileRequest {
  readonly method: string
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly ifNoneMatch: string | undefined
}

export interface OfferedFile {
  /** SHA-256 of the plain bytes. */
  readonly hash: string
  readonly plain: FileHead
  /** The copy in the client's preferred encoding, if there is one. */
  readonly coded: FileHead | null
  /** Time until it expires; null for a permanent file. */
  readonly secondsLeft: number | null
}

export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 416
  /** Alternating names and values. */
  readonly headers: readonly string[]
  /** Content to send: the plain bytes or the encoded copy, whole or a range. Null for an answer without content. */
  readonly content: { readonly coded: boolean; readonly range: ByteRange | null } | null
}

export const answerFile = (
  request: FileRequest,
  { hash, plain, coded, secondsLeft }: OfferedFile,
): FileAnswer => {
  const plainTag = tagOf(hash, null)
  const common = [
    'Cache-Control',
    fileCacheControl(secondsLeft),
    'Vary',
    'Accept-Encoding',
    'Accept-Ranges',
    'bytes',
  ]
  const held = matchIfNoneMatch(request.method, request.ifNoneMatch, hash)
  if (held !== null) return { status: 304, headers: [...common, 'ETag', held], content: null }

  // Ranges apply to the plain bytes, not to HEAD (§14.2), and not if If-Range names another version (§13.1.5).
  const mayPart =
    request.method === 'GET' && (request.ifRange === undefined || request.ifRange.trim() === plainTag)
  const range = mayPart ? readRange(request.range, plain.bytes) : 'whole'
  if (range === 'beyond') {
    const headers = [...common, 'ETag', plainTag, 'Content-Range', `bytes */${plain.bytes}`]
    return { status: 416, headers, content: null }
  }
  const sent = range === 'whole' ? (coded ?? plain) : plain
  const headers = [...common, 'ETag', tagOf(hash, sent.encoding), ...headerLines(sent)]
  if (range === 'whole') {
    headers.push('Content-Length', String(sent.bytes))
    return {
      status: 200,
      headers,
      content: request.method === 'HEAD' ? null : { coded: sent === coded, range: null },
    }
  }
  headers.push('Content-Length', String(range.last - range.first + 1))
  headers.push('Content-Range', `bytes ${range.first}-${range.last}/${plain.bytes}`)
  return { status: 206, headers, content: { coded: false, range } }
}

/**
 * Files contain untrusted names. Beyond the default security headers, `sandbox` keeps a file that is opened in a browser, above all an
 * SVG, from running scripts or acting for this origin.
 */
const headerLines = ({ mediaType, encoding, disposition }: FileHead): readonly string[] => [
  'Content-Type',
  mediaType,
  'Content-Disposition',
  disposition,
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'; sandbox",
  ...(encoding === null ? [] : ['Content-Encoding', encoding]),
]
