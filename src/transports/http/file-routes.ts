/** Serves stored files publicly if no CDN serves them. */

import type { FileHead, FileStore } from '../../domain/files/ports.ts'
import {
  contentHash,
  EXPIRING,
  expiresAt,
  extensionOf,
  type FileKey,
  hasExpired,
  parseFileKey,
  variantKey,
} from '../../domain/files/stored-file-name.ts'
import { FORMATS } from '../../domain/formats/index.ts'
import { problem } from '../../op/problem/problem.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { answerFile } from './file-answer.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from './message.ts'
import { acceptedCoding } from './negotiate.ts'

/** Shapefiles of earlier versions end in `.zip`, and their addresses are permanent. */
const EXTENSIONS = new Set([...Object.values(FORMATS).map(({ extension }) => extension), 'zip'])

/** Cached file heads, which never change; the cache is cleared when it is full. */
const MAX_KNOWN = 5_000

export const fileRoutes = (store: FileStore, clock: Clock): readonly HttpRoute[] => {
  const known = new Map<FileKey, FileHead>()
  const headOf = async (key: FileKey): Promise<FileHead | null> => {
    const kept = known.get(key)
    if (kept !== undefined) return kept
    const head = await store.head(key)
    if (known.size >= MAX_KNOWN) known.clear()
    if (head !== null) known.set(key, head)
    return head
  }

  const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
    const key = fileKeyOf(request)
    const secondsLeft = lifeOf(key, clock.now())
    const range = request.method === 'GET' ? request.header('range') : undefined
    const coding = range === undefined ? acceptedCoding(request.header('accept-encoding') ?? '') : null
    const [plain, coded] = await Promise.all([
      headOf(key),
      coding === null ? null : headOf(variantKey(key, coding)),
    ])
    if (plain === null) throw missing(key)
    const { status, headers, content } = answerFile(
      {
        method: request.method,
        range,
        ifRange: request.header('if-range'),
        ifNoneMatch: request.header('if-none-match'),
      },
      { hash: contentHash(key), plain, coded, secondsLeft },
    )
    if (content === null) return { status, headers, body: null }
    const from = content.coded && coding !== null ? variantKey(key, coding) : key
    const body = await store.read(from, content.range ?? undefined)
    if (body === null) throw missing(key)
    return { status, headers, body }
  }
  return [
    { method: 'GET', path: '/files/{key}', endpoint: answer },
    { method: 'GET', path: `/files/${EXPIRING}{until}/{key}`, endpoint: answer },
  ]
}

/** Only plain files of known formats have an address; compressed copies and other contents of the storage have none. */
const fileKeyOf = ({ location }: HttpRequest): FileKey => {
  const { until, key: name } = location.params
  const key = parseFileKey(until === undefined ? name : `${EXPIRING}${until}/${name}`)
  if (key === null || !EXTENSIONS.has(extensionOf(key))) throw missing(name)
  return key
}

/** Seconds until the file expires; null for a permanent one. The key contains the time, so this works for removed files too. */
const lifeOf = (key: FileKey, nowMs: number): number | null => {
  const until = expiresAt(key)
  if (until === null) return null
  if (!hasExpired(key, nowMs)) return Math.ceil(until - nowMs / 1000)
  throw problem('not_found', { what: 'file', id: key, expiredAt: rfc3339(until * 1000) })
}

const missing = (key: string) => problem('not_found', { what: 'file', id: key })
