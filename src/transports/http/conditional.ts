/** Entity tags: which answer a client holds already (RFC 9110 §13.1.2). */
import type { Coding } from '../../util/compression.ts'

/** A coded body is other bytes and so needs another strong tag (RFC 9110 §8.8.3.3). */
export const tagOf = (etag: string, coding: Coding | null): string =>
  coding === null ? `"${etag}"` : `"${etag}-${coding}"`

/**
 * The tag that the client holds, when it is one of this state in whatever coding: the bytes it kept say the same. It is
 * repeated as it was sent, so that a cache knows which of its answers is still good. Only what was read can be unchanged; the
 * tag of another answer is for comparing it with the next.
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
