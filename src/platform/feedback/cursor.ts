/** Encodes the position of the next page as an opaque cursor. */
import type { FeedbackSort } from './item.ts'
import type { PagePosition } from './ports.ts'

export const writeCursor = (sort: FeedbackSort, { value, id }: PagePosition): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

/** Returns null if the cursor is invalid or belongs to a list in another order. */
export const readCursor = (sort: FeedbackSort, cursor: string): PagePosition | null => {
  const parts = parseCursor(cursor)
  if (!Array.isArray(parts) || parts.length !== 3 || parts[0] !== sort) return null
  const [, value, id] = parts as readonly unknown[]
  const isValue = sort === 'updated' ? isTime : isCount
  return isValue(value) && isCount(id) ? { value, id } : null
}

const parseCursor = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)
