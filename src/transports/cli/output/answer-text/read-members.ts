/** Reads parsed answers, which may come from any server, without assuming that a member is there. */

export type AnswerRow = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is AnswerRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: unknown): value is AnswerRow[] => Array.isArray(value) && value.every(isRow)

/** The member as an object; an empty one when it is something else. */
export const rowIn = (row: AnswerRow, member: string): AnswerRow => {
  const value = row[member]
  return isRow(value) ? value : {}
}

export const rowsIn = (row: AnswerRow, member: string): readonly AnswerRow[] => {
  const value = row[member]
  return isList(value) ? value : []
}

export const textIn = (row: AnswerRow, member: string): string | null => {
  const value = row[member]
  return typeof value === 'string' && value !== '' ? value : null
}

export const numberIn = (row: AnswerRow, member: string): number | null => {
  const value = row[member]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export const numbersIn = (row: AnswerRow, member: string): readonly number[] => {
  const value = row[member]
  return Array.isArray(value) && value.every((each) => typeof each === 'number') ? value : []
}

/** The row without the members that are already printed. */
export const without = (row: AnswerRow, members: readonly string[]): AnswerRow =>
  Object.fromEntries(Object.entries(row).filter(([member]) => !members.includes(member)))
