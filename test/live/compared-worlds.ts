/** Worlds of imported and of fetched boundaries, to be compared. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import {
  type BoundaryId,
  type BoundaryReference,
  parseBoundaryReference,
} from '../../src/domain/boundary/id.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { SqlBoundaryStore } from '../../src/storage/sql/catalog/boundary-store.ts'
import { CATALOG } from '../../src/storage/sql/catalog/migrations.ts'
import type { CatalogTables } from '../../src/storage/sql/catalog/schema.ts'
import { openSqlite } from '../../src/storage/sql/sqlite.ts'
import type { ImportWorld } from '../support/import-world.ts'

const GRID = 10

export const liveStoreIn = async (directory: string) => {
  const database = await openSqlite<CatalogTables>(join(directory, 'live.db'), CATALOG, {
    cacheBytes: 1 << 24,
  })
  return { store: new SqlBoundaryStore(database, 'live'), close: database.close }
}

export const referenceOf = (id: string): BoundaryReference => {
  const reference = parseBoundaryReference(id)
  assert.ok('by' in reference)
  return reference
}

const isIn = async (world: ImportWorld, id: BoundaryId, [lon, lat]: Position): Promise<boolean> =>
  locate(decodeRings((await world.store.geometry(id))!.rings), toUnits(lon), toUnits(lat)) !== OUTSIDE

/** What contains the point, in this order. */
export const containing = async (world: ImportWorld, at: Position): Promise<readonly string[]> => {
  const found: string[] = []
  for (const { id } of await world.store.candidates(at)) if (await isIn(world, id, at)) found.push(id)
  return found.sort()
}

/** The first of a grid over its box. */
export const pointIn = async (world: ImportWorld, id: BoundaryId): Promise<Position> => {
  const [west, south, east, north] = (await world.store.records([id]))[0].bbox
  for (let place = 0; place < GRID ** 2; place++) {
    const along = (place % GRID) + 0.5
    const up = Math.floor(place / GRID) + 0.5
    const at: Position = [west + (along * (east - west)) / GRID, south + (up * (north - south)) / GRID]
    if (await isIn(world, id, at)) return at
  }
  throw new Error(`${id} is too thin for a grid of ${GRID}.`)
}
