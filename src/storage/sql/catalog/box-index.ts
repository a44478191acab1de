/** The index of boxes, in SQLite's R*Tree. A box that crosses the antimeridian is two of them. */
import { sql } from 'kysely'
import { splitBBox } from '../../../domain/geometry/bbox.ts'
import type { BBox, Position } from '../../../domain/geometry/rings.ts'
import type { BoundaryKeys, CatalogTransaction } from './schema.ts'

export interface BoxRow {
  readonly key: number
  readonly bbox: BBox
}

/** Keys of the boxes that contain one of the points; a key may come twice. */
export const keysByPoints = (points: readonly Position[]): BoundaryKeys => {
  const inBox = points.map(
    ([lon, lat]) =>
      sql`select id >> 1 as key from boundary_box where min_lon <= ${lon} and max_lon >= ${lon} and min_lat <= ${lat} and max_lat >= ${lat}`,
  )
  return sql`(${sql.join(inBox, sql` union all `)})`
}

/** Keys of the boxes that meet one of these, each with west ≤ east; a key may come twice. */
export const keysByBoxes = (boxes: readonly BBox[]): BoundaryKeys => {
  const meeting = boxes.map(
    ([west, south, east, north]) =>
      sql`select id >> 1 as key from boundary_box where min_lon <= ${east} and max_lon >= ${west} and min_lat <= ${north} and max_lat >= ${south}`,
  )
  return sql`(${sql.join(meeting, sql` union all `)})`
}

export const insertBoxes = async (
  transaction: CatalogTransaction,
  rows: readonly BoxRow[],
): Promise<void> => {
  for (const { key, bbox } of rows) {
    for (const [part, [west, south, east, north]] of splitBBox(bbox).entries()) {
      await sql`insert into boundary_box values (${2 * key + part}, ${west}, ${east}, ${south}, ${north})`.execute(
        transaction,
      )
    }
  }
}

export const deleteBoxes = async (
  transaction: CatalogTransaction,
  keys: readonly number[],
): Promise<void> => {
  for (const key of keys)
    await sql`delete from boundary_box where id = ${2 * key} or id = ${2 * key + 1}`.execute(transaction)
}

/** −180 and 180 are the same longitude. */
export const sameSpots = ([lon, lat]: Position): readonly Position[] =>
  Math.abs(lon) === 180
    ? [
        [180, lat],
        [-180, lat],
      ]
    : [[lon, lat]]
