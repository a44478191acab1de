/** Pages of lists that are complete in memory: a cursor is the id of the last item of the previous page. */
import { z } from 'zod'
import { problem } from './problem/problem.ts'

export const pageLimit = (max: number) => z.int().min(1).max(max).optional()

export const pageCursor = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('`next_cursor` of the previous page.')

export const nextCursor = z
  .string()
  .nullable()
  .describe('Cursor of the next page; null on the last page, and without `limit`.')

export interface Page<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

/** @throws Problem `invalid_input` if the cursor matches no item */
export const pageOf = <T>(
  all: readonly T[],
  idOf: (item: T) => string,
  {
    limit = all.length,
    cursor,
  }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Page<T> => {
  const last = cursor === undefined ? -1 : all.findIndex((item) => idOf(item) === cursor)
  if (cursor !== undefined && last === -1) throw strangeCursor()
  const items = all.slice(last + 1, last + 1 + limit)
  const isLast = last + 1 + limit >= all.length
  return { items, nextCursor: isLast ? null : idOf(items[items.length - 1]) }
}

const strangeCursor = () => {
  const message = 'cursor must be the next_cursor of the same list.'
  return problem('invalid_input', { issues: [{ path: 'cursor', message, code: 'invalid_format' }] })
}
