/**
 * Renders the answer of any operation for people: lists as tables, a Feature as a summary of its properties, the rest as labels and
 * values. The constants below only choose and order the columns.
 */
import type { Paint } from './colours.ts'
import { renderPairs, renderTable } from './table.ts'
import { terminalText } from './terminal-text.ts'

type Row = Readonly<Record<string, unknown>>

const BOUNDARY_COLUMNS = ['id', 'name', 'kind', 'admin_level', 'country', 'parents', 'population']

/** Lists that are the answer itself, so an empty one is shown too. */
const MAIN_LISTS: Readonly<Record<string, readonly string[]>> = {
  candidates: [...BOUNDARY_COLUMNS, 'matched_name', 'match'],
  boundaries: BOUNDARY_COLUMNS,
  children: BOUNDARY_COLUMNS,
}

/** Columns of known lists; other lists show all scalar members. */
const LIST_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  ...MAIN_LISTS,
  parents: ['id', 'name', 'kind', 'admin_level', 'wikidata'],
  alternatives: BOUNDARY_COLUMNS,
  nearby: [...BOUNDARY_COLUMNS, 'distance_km'],
  disputed: ['area', 'claimants', 'administered_by', 'source'],
  ops: ['name', 'units', 'access', 'summary'],
}

const TITLES: Readonly<Record<string, string>> = {
  id: 'ID',
  admin_level: 'LEVEL',
  parents: 'IN',
  area_km2: 'AREA KM²',
  matched_name: 'FOUND AS',
  match: 'MATCH',
  distance_km: 'KM AWAY',
}

export const answerTable = (answer: unknown, width: number | null, paint: Paint): string => {
  const { attribution, ...members } = summary(answer)
  const lists = Object.entries(members).filter((member): member is [string, Row[]] => isList(member[1]))
  const pairs = Object.entries(members)
    .filter(([, value]) => !isList(value) && value !== null && value !== undefined)
    .flatMap(([name, value]) => pairsOf(name, value))
  const blocks = [
    ...(pairs.length > 0 ? [renderPairs(pairs, paint)] : []),
    ...lists
      .filter(([name, rows]) => rows.length > 0 || name in MAIN_LISTS)
      .map(([name, rows]) => listBlock(name, rows, lists.length > 1 || pairs.length > 0, width, paint)),
    ...(typeof attribution === 'string' ? [paint('dim', terminalText(attribution))] : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** Replaces a Feature by its properties and a summary of its polygon. */
const summary = (answer: unknown): Row => {
  if (!isRow(answer)) return { answer }
  if (answer.type !== 'Feature' || !isRow(answer.properties)) return answer
  const { properties, geometry, id, download_url } = answer
  return { id, ...properties, geometry: geometryText(geometry), download_url }
}

const geometryText = (geometry: unknown): string => {
  if (!isRow(geometry) || !Array.isArray(geometry.coordinates)) return 'not in this answer'
  const polygons: unknown[][][] = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  const rings = polygons.flat()
  const positions = rings.reduce((sum, ring) => sum + ring.length, 0)
  return `${geometry.type}: ${counted(polygons.length, 'polygon')}, ${counted(rings.length, 'ring')}, ${counted(positions, 'position')}`
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

const listBlock = (
  name: string,
  rows: readonly Row[],
  titled: boolean,
  width: number | null,
  paint: Paint,
): string => {
  const words = terminalText(name.replaceAll('_', ' '))
  const title = titled ? `${paint('bold', words)}\n` : ''
  if (rows.length === 0) return `No ${words}.`
  const members = (LIST_COLUMNS[name] ?? plainMembers(rows)).filter((member) =>
    rows.some((row) => cellOf(row, member) !== ''),
  )
  const columns = members.map((member) => ({
    title: TITLES[member] ?? member.replaceAll('_', ' ').toUpperCase(),
    align: rows.every((row) => typeof (row[member] ?? 0) === 'number')
      ? ('right' as const)
      : ('left' as const),
  }))
  return (
    title +
    renderTable(
      columns,
      rows.map((row) => members.map((member) => cellOf(row, member))),
      width,
      paint,
    )
  )
}

const plainMembers = (rows: readonly Row[]): readonly string[] =>
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

/** Hides the matched name when it equals the shown name. */
const cellOf = (row: Row, member: string): string =>
  member === 'matched_name' && row.matched_name === row.name ? '' : cell(row[member])

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Math.abs(value) >= 10_000 ? value.toLocaleString('en') : String(value)
  if (Array.isArray(value)) return value.map(cell).join(value.some(isRow) ? ' › ' : ', ')
  if (isRow(value)) return typeof value.name === 'string' ? value.name : JSON.stringify(value)
  return String(value)
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isRow)
