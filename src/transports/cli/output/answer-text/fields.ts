/** Writes the members of any answer for people: lists as tables, the rest as labels and values. */
import { counted } from '../../../../util/count-with-noun.ts'
import { terminalText } from '../../terminal/terminal-text.ts'
import { KEPT, LIST_COLUMNS, MAIN_LISTS, READABLE, TITLES } from './list-columns.ts'
import { type AnswerRow, isList, isRow } from './read-members.ts'
import { shownTime, type TextContext, wrapped } from './sentences.ts'
import { renderPairs, renderTable } from './table.ts'

/** The members as labels and values, then a table per list, then the attribution. */
export const fieldBlocks = (
  { attribution, ...members }: AnswerRow,
  { width, paint }: TextContext,
): readonly string[] => {
  const lists = Object.entries(members)
    .filter((member): member is [string, AnswerRow[]] => isList(member[1]))
    .filter(([name, rows]) => rows.length > 0 || name in MAIN_LISTS)
  const isTitled = lists.length > 1
  const pairs = Object.entries(members)
    .filter(([, value]) => !isList(value) && value !== null && value !== undefined)
    .flatMap(([name, value]) => pairsOf(name, value))
  return [
    ...(pairs.length > 0 ? [renderPairs(pairs, width, paint)] : []),
    ...lists.map(([name, rows]) => listBlock(name, rows, isTitled || pairs.length > 0, { width, paint })),
    ...attributionBlock({ attribution }, { width, paint }),
  ]
}

type Look = Pick<TextContext, 'width' | 'paint'>

const attributionBlock = ({ attribution }: AnswerRow, { width, paint }: Look): readonly string[] =>
  typeof attribution === 'string'
    ? [
        wrapped(terminalText(attribution), width)
          .map((line) => paint('dim', line))
          .join('\n'),
      ]
    : []

export const listBlock = (
  name: string,
  rows: readonly AnswerRow[],
  titled: boolean,
  { width, paint }: Look,
): string => {
  const words = READABLE[name] ?? terminalText(name.replaceAll('_', ' '))
  const title = titled ? `${paint('bold', words)}\n` : ''
  if (rows.length === 0) return `No ${words}.`
  const members = (LIST_COLUMNS[name] ?? plainMembers(rows)).filter((member) =>
    rows.some((row) => fieldCell(row, member) !== ''),
  )
  const columns = members.map((member) => ({
    isKept: KEPT.includes(member),
    title: TITLES[member] ?? member.replaceAll('_', ' ').toUpperCase(),
    align: rows.every((row) => typeof (row[member] ?? 0) === 'number')
      ? ('right' as const)
      : ('left' as const),
  }))
  const cells = rows.map((row) => members.map((member) => fieldCell(row, member)))
  return title + renderTable(columns, cells, width, paint)
}

const plainMembers = (rows: readonly AnswerRow[]): readonly string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((member) =>
    rows.every((row) => typeof row[member] !== 'object' || row[member] === null),
  )

/** Objects become one line per member; translated names are only counted. */
const pairsOf = (name: string, value: unknown): readonly (readonly [string, string])[] => {
  const label = name.replaceAll('_', ' ').replace('km2', 'km²')
  if (name === 'names' && isRow(value))
    return [[label, `in ${counted(Object.keys(value).length, 'language')}`]]
  // One sentence per line.
  if (name === 'notes' && Array.isArray(value)) return value.map((note) => ['note', cell(note)] as const)
  if (!isRow(value)) return [[label, cell(value)]]
  return Object.entries(value)
    .filter(([, member]) => member !== null)
    .flatMap(([member, inner]) => pairsOf(`${name} ${member}`, inner))
}

/** Hides the matched name when it equals the shown name. Of a place in a list of candidates, what decided it is enough. */
const fieldCell = (row: AnswerRow, member: string): string => {
  const value = row[member]
  if (member === 'matched_name' && value === row.name) return ''
  if (member === 'role' && typeof value === 'string') return READABLE[value] ?? value
  return cell(member === 'placing' && isRow(value) ? value.decided_by : value)
}

/** Objects in a list are parents: the nearest comes first, so that a cut leaves what tells namesakes apart. */
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return Math.abs(value) >= 10_000 ? value.toLocaleString('en') : String(value)
  if (Array.isArray(value)) return (value.some(isRow) ? value.toReversed() : value).map(cell).join(', ')
  if (isRow(value)) return typeof value.name === 'string' ? value.name : JSON.stringify(value)
  return shownTime(String(value))
}
