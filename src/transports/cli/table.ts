/** Renders text tables that stay aligned in any script: wide characters count two columns, combining accents none. */
import truncatedWidth from 'fast-string-truncated-width'
import type { Paint } from './colours.ts'
import { terminalText } from './terminal-text.ts'

export interface Column {
  readonly title: string
  readonly align: 'left' | 'right'
}

/** Columns are not cut below this width. */
const NARROWEST_CUT = 12
const GAP = '  '

/** The lines of the table, without a final newline. `width` null: nothing is cut, for pipes and files. */
export const renderTable = (
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number | null,
  paint: Paint,
): string => {
  const cells = rows.map((row) => row.map(terminalText))
  const titles = columns.map(({ title }) => terminalText(title))
  const widths = fit(
    titles.map((title, index) =>
      Math.max(...[[title], ...cells.map((row) => [row[index]])].map(([text]) => widthOf(text))),
    ),
    width,
  )
  const line = (row: readonly string[]) =>
    row
      .map((text, index) => pad(cut(text, widths[index]), widths[index], columns[index].align))
      .join(GAP)
      .trimEnd()
  return [paint('bold', line(titles)), ...cells.map(line)].join('\n')
}

/** Labels in one column, uncut values in the next. */
export const renderPairs = (
  pairs: readonly (readonly [label: string, value: string])[],
  paint: Paint,
): string => {
  const shown = pairs.map((pair) => pair.map(terminalText))
  const width = Math.max(0, ...shown.map(([label]) => widthOf(label)))
  return shown.map(([label, value]) => `${paint('dim', pad(label, width, 'left'))}${GAP}${value}`).join('\n')
}

const widthOf = (text: string): number => truncatedWidth(text).width

const pad = (text: string, width: number, align: Column['align']): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'left' ? text + space : space + text
}

export const cut = (text: string, width: number): string => {
  const { index, truncated } = truncatedWidth(text, { limit: width, ellipsis: '…' })
  return truncated ? `${text.slice(0, index)}…` : text
}

/** Narrows the widest column until the table fits or no column can be cut further. */
const fit = (natural: readonly number[], width: number | null): readonly number[] => {
  const widths = [...natural]
  if (width === null) return widths
  let excess = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1) - width
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    const second = Math.max(NARROWEST_CUT, ...widths.filter((_, index) => index !== widest))
    const taken = Math.min(excess, Math.max(1, widths[widest] - second))
    if (widths[widest] - taken < NARROWEST_CUT) break
    widths[widest] -= taken
    excess -= taken
  }
  return widths
}
