/**
 * Rows of a table as plain lines: the column of places is the area, a column of yes and no says what is in it, a column of exceptions what is
 * left out. A table with a column whose heading is unknown stays as it is, and is refused.
 */

import { KINDS, type Kind } from '../../boundary/kind.ts'
import { foldName } from '../../catalog/fold.ts'
import type { LevelWord } from '../../catalog/level-words.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { FormMatcher } from './form.ts'
import type { LaidOut } from './laid-out.ts'

type Words = Pick<FormMatcher, 'is'>

export const tablesInPlainLines = (
  text: string,
  words: Words,
  vocabulary: Pick<Vocabulary, 'levels'>,
): LaidOut => {
  const plain: string[] = []
  const asides: string[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; ) {
    const rows = rowsFrom(lines.slice(at), words)
    const table =
      rows.length < 2
        ? null
        : tableOf(
            rows.map(({ cells }) => cells),
            words,
            vocabulary,
          )
    if (table === null) plain.push(lines[at++])
    else {
      plain.push(...table.lines)
      if (table.aside !== null) asides.push(table.aside)
      at += rows.at(-1)!.index + 1
    }
  }
  return { text: plain.join('\n'), asides }
}

interface Row {
  readonly index: number
  readonly cells: readonly string[]
}

/** The rows that begin there, all with as many cells; without the line that rules off a heading. */
const rowsFrom = (lines: readonly string[], words: Words): readonly Row[] => {
  const rows: Row[] = []
  for (const [index, line] of lines.entries()) {
    if (rows.length > 0 && RULE.test(line)) continue
    const written = cellsOf(line)
    const isShort =
      written.length === 0 && rows.length > 1 && line.trim() !== '' && rows[0].cells.length === 2
    // The last cell of a row may be empty, and its separator lost.
    const cells = isShort && words.is('covered_heading', rows[0].cells[1]) ? [line.trim(), ''] : written
    if (cells.length < 2 || (rows.length > 0 && cells.length !== rows[0].cells.length)) break
    rows.push({ index, cells })
  }
  return rows
}

const RULE = /^[\s|:-]*-[\s|:-]*$/u

/** Cells between bars, tabs, semicolons, or a colon before yes or no. */
const cellsOf = (line: string): readonly string[] => {
  const separator = SEPARATORS.find((each) => each.test(line))
  return separator === undefined
    ? []
    : line
        .replace(/^\s*\|/u, '')
        .replace(/\|\s*$/u, '')
        .split(separator)
        .map((cell) => cell.trim())
}

const SEPARATORS = [/\|/u, /\t+/u, /;/u, /:/u]

type Column = 'area' | 'covered' | 'except' | 'other'

interface Table {
  readonly lines: readonly string[]
  readonly aside: string | null
}

const tableOf = (
  rows: readonly (readonly string[])[],
  words: Words,
  vocabulary: Pick<Vocabulary, 'levels'>,
): Table | null => {
  const columns = columnsOf(rows, words, vocabulary)
  if (columns === null) return null
  const { kinds, body, levels } = columns
  const places = kinds.flatMap((kind, at) => (kind === 'area' ? [at] : []))
  const [inside, outside, left]: string[][] = [[], [], []]
  for (const cells of body) {
    const covered = cells.find((_, at) => kinds[at] === 'covered')
    const isIn = covered === undefined || words.is('yes', covered)
    // Beside marks for yes, an empty cell is no.
    if (!isIn && !words.is('no', covered) && covered !== '') return null
    const named = placesOf(cells, places, levels)
    if (named === null) return null
    const except = cells.filter(
      (cell, at) => kinds[at] === 'except' && cell !== '' && !words.is('none', cell),
    )
    const side = isIn ? inside : outside
    if (!isIn) left.push(...places.map((at) => cells[at]))
    side.push(...(except.length === 0 ? named : [`${named.join(', ')} except ${except.join(', ')}`]))
  }
  // Units of one level lie in none of each other, so a row that is out takes nothing away.
  const isOfOneLevel = places.every((at) => levels[at] !== null)
  const cut = isOfOneLevel || inside.length === 0 ? [] : outside
  const others = kinds.flatMap((kind, at) => (kind === 'other' ? [at] : []))
  const asides = [
    ...(isOfOneLevel && inside.length > 0 ? left : []),
    ...rows.flatMap((cells) => others.map((at) => cells[at])),
  ]
  return {
    lines: ['', `${inside.join('; ')}.`, ...(cut.length === 0 ? [] : [`excluding: ${cut.join('; ')}.`])],
    aside: asides.length === 0 ? null : asides.join(', '),
  }
}

/** What each column says; null where a heading is unknown, or the table has no column of places. */
const columnsOf = (
  rows: readonly (readonly string[])[],
  words: Words,
  { levels }: Pick<Vocabulary, 'levels'>,
): {
  readonly kinds: readonly Column[]
  readonly body: readonly (readonly string[])[]
  readonly levels: readonly (LevelWord | null)[]
} | null => {
  const [heading, ...body] = rows
  const levelOf = (cell: string): LevelWord | null =>
    cell === '' ? null : (levels.get(foldName(cell))?.[0] ?? null)
  const kindOf = (cell: string): Column | null => {
    if (levelOf(cell) !== null || words.is('area_heading', cell) || words.is('area_title', cell))
      return 'area'
    if (words.is('covered_heading', cell)) return 'covered'
    if (words.is('out_title', cell)) return 'except'
    return words.is('other_heading', cell) ? 'other' : null
  }
  const kinds = heading.map(kindOf)
  if (kinds.includes('area') && kinds.every((kind) => kind !== null)) {
    const levels = heading.map(levelOf)
    // "Zone | Countries": the zones are names of one's own.
    const isOwnName = (at: number): boolean =>
      kinds[at] === 'area' && levels[at] === null && levels.some((level) => level !== null)
    return { kinds: kinds.map((kind, at) => (isOwnName(at) ? 'other' : kind)), body, levels }
  }
  // "Styria: No": without a heading, where all of a second column is yes or no.
  const isAnswered = rows.every(
    (cells) => cells.length === 2 && (words.is('yes', cells[1]) || words.is('no', cells[1])),
  )
  return isAnswered ? { kinds: ['area', 'covered'], body: rows, levels: [null, null] } : null
}

/** "Colfax county, New Mexico": each place of the smaller level with its level and what contains it. Null where the levels say no order. */
const placesOf = (
  cells: readonly string[],
  [first, second, ...others]: readonly number[],
  levels: readonly (LevelWord | null)[],
): readonly string[] | null => {
  if (second === undefined) {
    const level = levels[first]
    if (level === null || level.kinds.some((kind) => !LISTED_KINDS.has(kind))) return [cells[first]]
    return namesIn(cells[first]).map((name) => ofLevel(name, level))
  }
  const [a, b] = [rankOf(levels[first]), rankOf(levels[second])]
  if (others.length > 0 || a === null || b === null || a === b) return null
  const [outer, inner] = a < b ? [first, second] : [second, first]
  return namesIn(cells[inner]).map((name) => `${ofLevel(name, levels[inner]!)}, ${cells[outer]}`)
}

/** "State | Covered": Georgia is no country. A region may be anything. */
const LISTED_KINDS: ReadonlySet<Kind> = new Set(['state', 'province', 'county'])

const namesIn = (cell: string): readonly string[] => cell.split(/\s*[,;&]\s*|\s+and\s+/u)

const ofLevel = (name: string, { inNames }: LevelWord): string =>
  foldName(name).includes(inNames) ? name : `${name} ${inNames}`

/** From countries to districts. */
const rankOf = (level: LevelWord | null): number | null =>
  level === null || level.kinds.length === 0 ? null : KINDS.indexOf(level.kinds[0])
