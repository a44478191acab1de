import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoundaryId } from '../../boundary/id.ts'
import type { Drawable } from '../../catalog/within-box.ts'
import { partitionsOf, pathOf } from './partitions.ts'

const boundary = (
  id: string,
  country: string | null,
  adminLevel: number | null,
  bbox: Drawable['bbox'] = [5, 50, 6, 51],
): Drawable => ({
  id: id as BoundaryId,
  origin: 'extract',
  country,
  adminLevel,
  bbox,
  kind: 'county',
  areaKm2: 1,
  vertices: 4,
  revision: 1,
})

test('partitions are in the order of countries and levels, with names for no country and no level', () => {
  const partitions = partitionsOf([
    boundary('r1', 'LU', 10),
    boundary('r2', null, 2),
    boundary('r3', 'BE', 4),
    boundary('r4', 'LU', null),
    boundary('r5', 'LU', 8),
    boundary('r6', 'LU', 8),
  ])
  assert.deepEqual(
    partitions.map((partition) => [pathOf(partition), partition.ids.length]),
    [
      ['country=BE/level=4', 1],
      ['country=LU/level=0', 1],
      ['country=LU/level=8', 2],
      ['country=LU/level=10', 1],
      ['country=ZZ/level=2', 1],
    ],
  )
})

test('neighbours follow each other, also across the antimeridian', () => {
  const [{ ids }] = partitionsOf([
    boundary('far 1', 'FJ', 4, [100, -18, 101, -17]),
    boundary('near 1', 'FJ', 4, [177, -18, 178, -17]),
    boundary('far 2', 'FJ', 4, [101, -18, 102, -17]),
    boundary('near 2', 'FJ', 4, [179, -18, -179, -17]),
    boundary('far 3', 'FJ', 4, [102, -18, 103, -17]),
    boundary('near 3', 'FJ', 4, [178, -18, 179, -17]),
  ])
  assert.deepEqual(
    ids.map((id) => id.slice(0, -2)),
    ['far', 'far', 'far', 'near', 'near', 'near'],
  )
})
