/** Renders text tables that stay aligned in any script: wide characters count two columns, combining accents none. */
import truncatedWidth from 'fast-string-truncated-width'
import type { CliIo } from '../../host.ts'
import { type Paint, painter } from '../../terminal/colours.ts'
import { terminalText } from '../../terminal/terminal-text.ts'
import { widthOf, wrapped } from './sentences.ts'

export interface TableColumn {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Left out only after all others. */
  readonly isKept?: boolean
}

/** @param right titles of the columns whose texts end at one line */
export const tableColumns = (
  titles: readonly string[],
  right: readonly string[] = [],
): readonly TableColumn[] =>
  titles.map((title) => ({ title, align: right.includes(title) ? 'right' : 'left' }))

/** Columns are not cut below this width. */
const NARROWEST_CUT = 12
const GAP = '  '

/**
 * The lines of the table, without a final newline. `width` null: nothing is cut, for pipes and files. Columns that have no room
 * even when all are cut are left out, the last first, and named below the table.
 */
export const renderTable = (
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  width: number | null,
  paint: Paint,
): string => {
  const cells = rows.map((row) => row.map(terminalText))
  const titles = columns.map(({ title }) => terminalText(title))
  const natural = titles.map((title, index) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[index]))),
  )
  const shown = columnsThatFit(columns, natural, width)
  const widths = narrowedWidths(
    shown.map((column) => natural[column]),
    width,
  )
  const line = (row: readonly string[]) =>
    shown
      .map((column, at) => pad(cutToWidth(row[column], widths[at]), widths[at], columns[column].align))
      .join(GAP)
      .trimEnd()
  const hidden = titles.filter((_title, column) => !shown.includes(column))
  return [
    paint('bold', line(titles)),
    ...cells.map(line),
    ...(hidden.length === 0
      ? []
      : wrapped(`(too narrow for ${hidden.join(', ')})`, width).map((each) => paint('dim', each))),
  ].join('\n')
}

/** A table for people who ran a command. */
export const commandTable = (
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  { stdout, env }: CliIo,
): string => `${renderTable(columns, rows, stdout.columns ?? null, painter(stdout, env))}\n`

/** Labels in one column, values in the next, wrapped below each other. */
export const renderPairs = (
  pairs: readonly (readonly [label: string, value: string])[],
  width: number | null,
  paint: Paint,
): string => {
  const shown = pairs.map(([label, value]) => [terminalText(label), terminalText(value)] as const)
  const labels = Math.max(0, ...shown.map(([label]) => widthOf(label)))
  const room = width === null ? null : Math.max(NARROWEST_CUT, width - labels - GAP.length)
  return shown
    .flatMap(([label, value]) =>
      wrapped(value, room).map(
        (line, at) => `${paint('dim', pad(at === 0 ? label : '', labels, 'left'))}${GAP}${line}`,
      ),
    )
    .join('\n')
}

const pad = (text: string, width: number, align: TableColumn['align']): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'left' ? text + space : space + text
}

export const cutToWidth = (text: string, width: number): string => {
  const { index, truncated } = truncatedWidth(text, { limit: width, ellipsis: '…' })
  return truncated ? `${text.slice(0, index)}…` : text
}

/** The columns that have room once they are narrowed. */
const columnsThatFit = (
  columns: readonly TableColumn[],
  natural: readonly number[],
  width: number | null,
): readonly number[] => {
  let shown = columns.map((_column, at) => at)
  const widthsOf = (some: readonly number[]) =>
    narrowedWidths(
      some.map((column) => natural[column]),
      width,
    )
  while (width !== null && shown.length > 1 && taken(widthsOf(shown)) > width) {
    const least = shown.findLast((column) => columns[column].isKept !== true) ?? shown.at(-1)
    shown = shown.filter((column) => column !== least)
  }
  return shown
}

const taken = (widths: readonly number[]): number =>
  widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1)

/** Narrows the widest column until the table fits or no column can be cut further. */
const narrowedWidths = (natural: readonly number[], width: number | null): readonly number[] => {
  if (width === null) return natural
  const widths = [...natural]
  let excess = taken(widths) - width
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    const second = Math.max(NARROWEST_CUT, ...widths.filter((_, index) => index !== widest))
    const less = Math.min(excess, Math.max(1, widths[widest] - second))
    if (widths[widest] - less < NARROWEST_CUT) break
    widths[widest] -= less
    excess -= less
  }
  return widths
}
