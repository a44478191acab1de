/**
 * Points of a Shapefile (Esri, July 1998): the `.shp`, and beside it the attributes (`.dbf`), the reference system (`.prj`) and the encoding of
 * texts (`.cpg`). Both tables are read side by side, a piece at a time.
 */
import { readFileSync } from 'node:fs'
import { PointsFault } from '../points-reader.ts'
import { type BytesReader, openReader } from './bytes-reader.ts'
import { type DbfReader, openDbf } from './dbf-reader.ts'
import type { PointTable, TableRow } from './table.ts'

const HEAD_BYTES = 100
const FILE_CODE = 9994
const NULL_SHAPE = 0
/** Plain, with elevations and measures, with measures. */
const POINTS: readonly number[] = [1, 11, 21]
const MULTI_POINTS: readonly number[] = [8, 18, 28]
/** Type, box, number of positions and the first of them. */
const ONE_OF_SEVERAL_BYTES = 56

/** @param encoding of the texts; null for what the file says, else Latin-1 */
export const openShapefile = (path: string, encoding: string | null): PointTable => {
  refuseProjected(besidePath(path, 'prj'))
  const shapes = openReader(path)
  try {
    const head = shapes.take(HEAD_BYTES)
    if (head === null || head.readInt32BE(0) !== FILE_CODE)
      throw new PointsFault('The file is not a Shapefile.')
    const type = head.readInt32LE(32)
    if (![...POINTS, ...MULTI_POINTS].includes(type))
      throw new PointsFault(`The shapes of the file are of type ${type}, which are not points.`)
    const stated = textOf(besidePath(path, 'cpg'))?.trim() ?? null
    const table = openTable(path, encoding ?? stated)
    return {
      columns: table?.columns ?? [],
      hasPositionColumns: false,
      rows: rowsOf(shapes, table),
      close: () => {
        shapes.close()
        table?.close()
      },
    }
  } catch (error) {
    shapes.close()
    throw error
  }
}

function* rowsOf(shapes: BytesReader, table: DbfReader | null): Generator<TableRow> {
  for (let number = 1; ; number++) {
    const head = shapes.take(8)
    if (head === null) return
    const length = 2 * head.readInt32BE(4)
    const content = length >= 4 && length <= MAX_SHAPE_BYTES ? shapes.take(length) : null
    if (content === null)
      throw new PointsFault(`The Shapefile is damaged, or ends early, at record ${number}.`)
    const point = pointOf(content)
    const values = table === null ? [] : table.next()
    if (values === null) throw new PointsFault(`The .dbf has no row for record ${number}.`)
    if (values !== 'deleted') yield { point, values }
  }
}

const MAX_SHAPE_BYTES = 1024 * 1024

const pointOf = (content: Buffer): readonly [number, number] | null => {
  const type = content.readInt32LE(0)
  if (type === NULL_SHAPE) return null
  if (POINTS.includes(type) && content.length >= 20)
    return [content.readDoubleLE(4), content.readDoubleLE(12)]
  const isOne =
    MULTI_POINTS.includes(type) && content.length >= ONE_OF_SEVERAL_BYTES && content.readInt32LE(36) === 1
  return isOne ? [content.readDoubleLE(40), content.readDoubleLE(48)] : null
}

/** The file of the same name with another extension, in the case of the first. */
const besidePath = (path: string, extension: string): string =>
  `${path.replace(/\.shp$/i, '')}.${path.endsWith('.SHP') ? extension.toUpperCase() : extension}`

/** Returns null for a missing file. */
const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const refuseProjected = (path: string): void => {
  const text = textOf(path)
  if (text === null || /^\s*GEOGC(?:S|RS)\s*\[\s*"[^"]*WGS[ _]?(?:19)?84/i.test(text)) return
  const [, name = 'another coordinate system'] = /"([^"]*)"/.exec(text) ?? []
  throw new PointsFault(
    `The Shapefile is in ${name}. Convert it to longitude and latitude (EPSG:4326) first.`,
  )
}

const openTable = (path: string, encoding: string | null): DbfReader | null => {
  try {
    return openDbf(openReader(besidePath(path, 'dbf')), encoding)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
