/**
 * How a stored file is answered: a pure function of what the client asks and what there is. Files never change, so they
 * may be kept for ever; what is sent of one is settled by its conditions (RFC 9110 §13), then its range (§14).
 */
import type { ByteRange, FileHead } from '../../domain/files/ports.ts'
import { readRange } from './byte-range.ts'
import { matchIfNoneMatch, tagOf } from './conditional.ts'

/** Header fields of the request, as they were sent. */
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
  /** The copy in the coding that the client likes best, where there is one. */
  readonly coded: FileHead | null
  /** Until it expires; null for a file that stays. */
  readonly secondsLeft: number | null
}

export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 416
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** What to send: of the plain bytes or of the coded copy, all or a part. Null for an answer without content. */
  readonly content: { readonly coded: boolean; readonly range: ByteRange | null } | null
}

/** A year, the longest that caches honour. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const HOUR_SECONDS = 3_600

/** What expires is not for caches that others share. */
const cacheControl = (secondsLeft: number | null): string =>
  secondsLeft === null ? FOR_EVER : `private, max-age=${Math.min(secondsLeft, HOUR_SECONDS)}`

export const answerFile = (
  request: FileRequest,
  { hash, plain, coded, secondsLeft }: OfferedFile,
): FileAnswer => {
  const plainTag = tagOf(hash, null)
  const common = [
    'Cache-Control',
    cacheControl(secondsLeft),
    'Vary',
    'Accept-Encoding',
    'Accept-Ranges',
    'bytes',
  ]
  const held = matchIfNoneMatch(request.method, request.ifNoneMatch, hash)
  if (held !== null) return { status: 304, headers: [...common, 'ETag', held], content: null }

  // Parts are parts of the plain bytes; HEAD has none (§14.2), nor has who holds another state (§13.1.5).
  const mayPart =
    request.method === 'GET' && (request.ifRange === undefined || request.ifRange.trim() === plainTag)
  const range = mayPart ? readRange(request.range, plain.bytes) : 'whole'
  if (range === 'beyond') {
    const headers = [...common, 'ETag', plainTag, 'Content-Range', `bytes */${plain.bytes}`]
    return { status: 416, headers, content: null }
  }
  const sent = range === 'whole' ? (coded ?? plain) : plain
  const headers = [...common, 'ETag', tagOf(hash, sent.encoding), ...describe(sent)]
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
 * Files hold names from anywhere. Every answer says already that nothing may be loaded and no type guessed; opened in a
 * browser, a file (an SVG above all) may not run anything or act for this address either.
 */
const describe = ({ mediaType, encoding, disposition }: FileHead): readonly string[] => [
  'Content-Type',
  mediaType,
  'Content-Disposition',
  disposition,
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'; sandbox",
  ...(encoding === null ? [] : ['Content-Encoding', encoding]),
]
