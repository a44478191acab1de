/**
 * Cursors of pages: the last id of the previous page. Pages stay in place when boundaries are added or removed in between.
 */
import { type BoundaryId, canonicalId, parseBoundaryReference } from '../../domain/boundary/id.ts'

export const cursorAfter = (id: BoundaryId): string => Buffer.from(id).toString('base64url')

export const isCursor = (text: string): boolean => {
  const id = idOfCursor(text)
  if (cursorAfter(id) !== text) return false
  const reference = parseBoundaryReference(id)
  return !('problem' in reference) && canonicalId(reference) === id
}

export const idOfCursor = (cursor: string): BoundaryId =>
  Buffer.from(cursor, 'base64url').toString() as BoundaryId
