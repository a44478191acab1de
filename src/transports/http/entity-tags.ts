/** Entity tags and If-None-Match (RFC 9110 §13.1.2). */
import type { Coding } from '../../util/compression.ts'

/** A compressed body needs its own strong tag (RFC 9110 §8.8.3.3). */
export const tagOf = (etag: string, coding: Coding | null): string =>
  coding === null ? `"${etag}"` : `"${etag}-${coding}"`

/**
 * Returns the client's tag if it matches this content in any encoding, otherwise null. The 304 repeats this tag, so that a
 * cache knows which of its entries is valid. Only GET and HEAD can be unmodified.
 */
export const matchIfNoneMatch = (
  method: string,
  ifNoneMatch: string | undefined,
  etag: string,
): string | null => {
  if (ifNoneMatch === undefined || (method !== 'GET' && method !== 'HEAD')) return null
  if (ifNoneMatch.trim() === '*') return tagOf(etag, null)
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  const all = [tagOf(etag, null), tagOf(etag, 'gzip'), tagOf(etag, 'br')]
  return tags.find((tag) => all.includes(tag)) ?? null
}
