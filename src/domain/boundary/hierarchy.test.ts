import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { areaKm2 } from '../geometry/area.ts'
import { bboxOf } from '../geometry/bbox.ts'
import { locate, OUTSIDE } from '../geometry/contains.ts'
import { type RingPart, ringsFromParts } from '../geometry/parts.ts'
import { RayIndex } from '../geometry/ray-index.ts'
import type { Rings } from '../geometry/rings.ts'
import { buildHierarchy, type Extent, shareInside } from './hierarchy.ts'
import type { BoundaryId } from './id.ts'
import { interiorSamples } from './interior-samples.ts'

/** A box in whole degrees. */
const box = (west: number, south: number, east: number, north: number): RingPart =>
  [west, south, east, south, east, north, west, north].map((degrees) => Math.round(degrees * 1e7))

interface Land {
  readonly id: string
  readonly level: number | null
  readonly polygons: readonly (readonly RingPart[])[]
}

const parentsOf = async (lands: readonly Land[]): Promise<Record<string, string[]>> => {
  const geometries = lands.map(({ polygons }) => ringsFromParts(polygons))
  const extents = lands.map(({ id, level }, index): Extent => {
    const rings = geometries[index]
    return {
      id: id as BoundaryId,
      adminLevel: level,
      areaKm2: areaKm2(rings),
      bbox: bboxOf(rings),
      samples: interiorSamples(rings, 16),
    }
  })
  const { chains } = await buildHierarchy(extents, async (parent, children) => {
    const index = new RayIndex(geometries[parent])
    return children.map((child) => shareInside(extents[child].samples, index))
  })
  return Object.fromEntries(
    chains.map((chain, index) => [lands[index].id, chain.map((parent) => lands[parent].id)]),
  )
}

const land = (id: string, level: number | null, ...polygons: readonly (readonly RingPart[])[]): Land => ({
  id,
  level,
  polygons,
})

test('parents run from the country down to the direct parent', async () => {
  const parents = await parentsOf([
    land('town', 8, [box(1, 1, 2, 2)]),
    land('county', 6, [box(0, 0, 5, 5)]),
    land('country', 2, [box(0, 0, 10, 10)]),
    land('state', 4, [box(0, 0, 5, 10)]),
  ])
  assert.deepEqual(parents, {
    town: ['country', 'state', 'county'],
    county: ['country', 'state'],
    country: [],
    state: ['country'],
  })
})

test('neighbours that share a border are not parents', async () => {
  const parents = await parentsOf([
    land('country', 2, [box(0, 0, 10, 10)]),
    land('west', 4, [box(0, 0, 5, 10)]),
    land('east', 4, [box(5, 0, 10, 10)]),
    land('town', 8, [box(4, 4, 5, 5)]),
  ])
  assert.deepEqual(parents.town, ['country', 'west'])
})

test('a city-state in the hole of a state belongs to the country only', async () => {
  const parents = await parentsOf([
    land('Germany', 2, [box(0, 0, 10, 10)]),
    land('Brandenburg', 4, [box(1, 1, 9, 9), box(4, 4, 6, 6)]),
    land('Berlin', 4, [box(4, 4, 6, 6)]),
    land('Mitte', 9, [box(4.5, 4.5, 5, 5)]),
  ])
  assert.deepEqual(parents.Berlin, ['Germany'])
  assert.deepEqual(parents.Mitte, ['Germany', 'Berlin'])
})

test('for the same land at several levels the lower ones are parents, and all are parents of its parts', async () => {
  const warsaw = [box(4, 4, 6, 6)]
  const parents = await parentsOf([
    land('Poland', 2, [box(0, 0, 10, 10)]),
    land('Warsaw county', 6, warsaw),
    land('Warsaw commune', 7, warsaw),
    land('Warsaw city', 8, warsaw),
    land('Wola', 9, [box(4.5, 4.5, 5, 5)]),
  ])
  assert.deepEqual(parents, {
    Poland: [],
    'Warsaw county': ['Poland'],
    'Warsaw commune': ['Poland', 'Warsaw county'],
    'Warsaw city': ['Poland', 'Warsaw county', 'Warsaw commune'],
    Wola: ['Poland', 'Warsaw county', 'Warsaw commune', 'Warsaw city'],
  })
})

test('a commune that is a whole country, drawn a hair larger, lies in it and in nothing else', async () => {
  const parents = await parentsOf([
    land('commune', 8, [box(4.9999, 4.9999, 6.0001, 6)]),
    land('Monaco', 2, [box(5, 5, 6, 6)]),
    land('ward', 10, [box(5, 5, 5.5, 6)]),
    land('France', 2, [box(0, 0, 10, 10), box(5, 5, 6, 6)]),
  ])
  assert.deepEqual(parents, { Monaco: [], France: [], commune: ['Monaco'], ward: ['Monaco', 'commune'] })
})

test('a city across two counties belongs to the one that has most of it', async () => {
  const parents = await parentsOf([
    land('one', 6, [box(0, 0, 5, 5)]),
    land('two', 6, [box(5, 0, 10, 5)]),
    land('city', 8, [box(4, 1, 7, 2)]),
  ])
  assert.deepEqual(parents.city, ['two'])
})

test('exclaves count with the rest of their boundary', async () => {
  const parents = await parentsOf([
    land('abroad', 2, [box(20, 0, 30, 10)]),
    land('home', 2, [box(0, 0, 10, 10)], [box(24, 4, 25, 5)]),
    land('town with exclave', 8, [box(1, 1, 4, 4)], [box(24, 4, 24.5, 4.5)]),
  ])
  assert.deepEqual(parents['town with exclave'], ['home'])
})

test('the smaller of two countries that claim the same land is the parent', async () => {
  const parents = await parentsOf([
    land('realm', 2, [box(0, 0, 10, 10)]),
    land('republic', 2, [box(5, 5, 10, 10)]),
    land('town', 8, [box(6, 6, 7, 7)]),
  ])
  assert.deepEqual(parents.town, ['republic'])
})

test('postcode areas have parents but never children; one that equals a municipality lies in it', async () => {
  const parents = await parentsOf([
    land('country', 2, [box(0, 0, 10, 10)]),
    land('town', 8, [box(1, 1, 2, 2)]),
    land('postcode', null, [box(1, 1, 2, 2)]),
    land('quarter', 10, [box(1.2, 1.2, 1.4, 1.4)]),
  ])
  assert.deepEqual(parents.postcode, ['country', 'town'])
  assert.deepEqual(parents.quarter, ['country', 'town'])
})

test('parents are found across the antimeridian', async () => {
  const fiji = [[box(177, -20, 180, -12)], [box(-180, -20, -178, -12)]]
  const parents = await parentsOf([
    land('Fiji', 2, ...fiji),
    land('Lau', 4, [box(179.5, -19, 180, -16)], [box(-180, -19, -178.5, -16)]),
    land('Rotuma', 4, [box(177.1, -13, 177.2, -12.5)]),
    land('elsewhere', 4, [box(0, -19, 1, -16)]),
  ])
  assert.deepEqual([parents.Lau, parents.Rotuma, parents.elsewhere], [['Fiji'], ['Fiji'], []])
})

test('a union of countries (level 1) is never a parent', async () => {
  const parents = await parentsOf([
    land('union', 1, [box(0, 0, 20, 20)]),
    land('country', 2, [box(0, 0, 10, 10)]),
  ])
  assert.deepEqual(parents.country, [])
})

test('an empty list of boundaries gives an empty hierarchy', async () => {
  assert.deepEqual(await parentsOf([]), {})
})

const isInside = (rings: Rings, lon: number, lat: number): boolean => locate(rings, lon, lat) !== OUTSIDE

test('samples lie inside, never in holes, and as many are returned as requested', async () => {
  const part = fc.integer({ min: 1, max: 30_000_000 })
  await fc.assert(
    fc.property(part, part, fc.integer({ min: 1, max: 40 }), (width, height, count) => {
      const ring = [0, 0, width * 4, 0, width * 4, height * 4, 0, height * 4]
      const hole = [width, height, width, height * 3, width * 3, height * 3, width * 3, height]
      const rings = ringsFromParts([[ring, hole]])
      const samples = interiorSamples(rings, count)
      assert.ok(samples.length > 0 && samples.length <= 2 * count)
      for (let i = 0; i < samples.length; i += 2) assert.ok(isInside(rings, samples[i], samples[i + 1]))
    }),
    { numRuns: casesOf('samples inside a shape'), seed: 2 },
  )
})

test('samples share out evenly between two halves of a geometry', () => {
  const rings = ringsFromParts([[box(0, 0, 30, 10)], [box(40, 0, 50, 10)]])
  const samples = interiorSamples(rings, 40)
  const east = samples.filter((lon, index) => index % 2 === 0 && lon > 35e7).length
  assert.equal(samples.length, 80)
  assert.ok(east >= 9 && east <= 11, `${east} of 40 samples lie in a quarter of the land`)
})

/** Calls and tested children while the hierarchy of boxes is built, and its result. */
const countedHierarchy = async (boxes: readonly (readonly [level: number, part: RingPart])[]) => {
  const extents = boxes.map(([adminLevel, part], index): Extent => {
    const rings = ringsFromParts([[part]])
    const id = `r${index + 1}` as BoundaryId
    return { id, adminLevel, areaKm2: areaKm2(rings), bbox: bboxOf(rings), samples: Float64Array.of(1, 1) }
  })
  let tested = 0
  const hierarchy = await buildHierarchy(extents, async (_, children) => {
    tested += children.length
    return children.map(() => 1)
  })
  return { ...hierarchy, tested }
}

test('boundaries of one level along one line are tested as one', async () => {
  const count = 6_000
  const { chains, crowded, tested } = await countedHierarchy(
    Array.from({ length: count }, (_, index) => [2 + (index % 3), box(0, 0, 1, 1)]),
  )
  // Levels 3 and 4, by a thousand boundaries each.
  assert.equal(tested, 2_000)
  assert.equal(crowded.length, (count * 2) / 3)
  assert.deepEqual([chains[0], chains[count - 2], chains[count - 1]], [[], [0], [0, 1]])
})

test('of different boundaries around one another, the first thousand are tested', async () => {
  const count = 2_400
  const half = count / 2
  const { chains, crowded, tested } = await countedHierarchy(
    Array.from({ length: count }, (_, index) => [
      index < half ? 4 : 8,
      box(-1 - index / count, -1, 10 - index / count, 10),
    ]),
  )
  assert.equal(tested, 1_000 * half)
  assert.deepEqual(
    crowded,
    Array.from({ length: half }, (_, index) => half + index),
  )
  assert.ok(chains.slice(half).every(([parent]) => parent < 1_000))
})
