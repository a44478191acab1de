/** Reads parsed answers, which may come from any server, without assuming that a member is there. */

export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isList = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isRow)

/** The member as an object; an empty one when it is something else. */
export const rowIn = (row: Row, member: string): Row => {
  const value = row[member]
  return isRow(value) ? value : {}
}

export const rowsIn = (row: Row, member: string): readonly Row[] => {
  const value = row[member]
  return isList(value) ? value : []
}

export const textIn = (row: Row, member: string): string | null => {
  const value = row[member]
  return typeof value === 'string' && value !== '' ? value : null
}

export const numberIn = (row: Row, member: string): number | null => {
  const value = row[member]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export const numbersIn = (row: Row, member: string): readonly number[] => {
  const value = row[member]
  return Array.isArray(value) && value.every((each) => typeof each === 'number') ? value : []
}

/** The row without the members that are already printed. */
export const without = (row: Row, members: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([member]) => !members.includes(member)))
