import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { validityReason } from '../../../test/support/geos.ts'
import { boxRing, coastRing, ringsOf, seededRandom } from '../../../test/support/shapes.ts'
import { encodeRings } from '../geometry/codec.ts'
import { ringsFromGeoJson } from '../geometry/geojson-rings.ts'
import { vertexCount } from '../geometry/rings.ts'
import { type AreaTask, drawArea } from './draw-area.ts'
import type { LandTile } from './ports.ts'

const boundary = (text: string, ...box: readonly [number, number, number, number]) => ({
  text,
  rings: encodeRings(ringsOf([[boxRing(...box)]])),
  hasCoastOfMask: false,
})
const LAND = boundary('Outland', 0, 0, 4, 4)
const WEST = boundary('the West', 0, 0, 2, 4)
const TOWN = boundary('Town', 1, 1, 2, 2)
const ALL_LAND: readonly LandTile[] = [
  { box: [-1_800_000_000, -900_000_000, 1_800_000_000, 900_000_000], area: 'all' },
]
/** Sea east of 3 degrees. */
const COAST: readonly LandTile[] = [
  { box: [-30_000_000, -30_000_000, 30_000_000, 90_000_000], area: 'all' },
  { box: [30_000_000, -30_000_000, 90_000_000, 90_000_000], area: 'none' },
]

const drawn = (task: Partial<AreaTask>) =>
  drawArea({
    boundaries: [],
    parts: [],
    land: ALL_LAND,
    disputes: [],
    seed: null,
    detail: 'full',
    precision: 7,
    format: 'geojson',
    summary: 'Outland',
    properties: { planner: 'rules' },
    notes: [],
    ...task,
  })

const featureOf = (task: Partial<AreaTask>) => {
  const outcome = drawn(task)
  assert.ok(outcome.kind === 'drawn', outcome.kind)
  return JSON.parse(Buffer.from(outcome.bytes).toString())
}

describe('drawArea', () => {
  test('writes a Feature with what was known of it and what was measured', () => {
    const { geometry, ...feature } = featureOf({
      boundaries: [LAND, WEST],
      parts: [{ polygon: 0, except: [{ polygon: 1, except: [] }] }],
    })
    assert.deepEqual(feature, {
      type: 'Feature',
      bbox: [2, 0, 4, 4],
      properties: {
        summary: 'Outland; 98,395 km².',
        planner: 'rules',
        area_km2: 98_394.7424,
        bbox: [2, 0, 4, 4],
        detail: 'full',
        precision: 7,
        vertices: 5,
        disputed: [],
        condominiums: [],
        notes: [],
        land_only: true,
      },
    })
    assert.deepEqual(geometry, {
      type: 'Polygon',
      coordinates: [
        [
          [2, 0],
          [4, 0],
          [4, 4],
          [2, 4],
          [2, 0],
        ],
      ],
    })
  })

  test('detail and precision shape the polygon and nothing else', () => {
    const coast = ringsOf([[coastRing(seededRandom(5), { lon: 2, lat: 2, radius: 1.5, doublings: 13 })]])
    const task = {
      boundaries: [{ text: 'Coast', rings: encodeRings(coast), hasCoastOfMask: true }, WEST],
      parts: [{ polygon: 0, except: [{ polygon: 1, except: [] }] }],
      land: COAST,
    }
    const full = featureOf(task)
    for (const [detail, precision, most] of [
      ['low', 4, 1_100],
      ['low', 3, 1_100],
      ['medium', 5, 5_500],
      ['full', 3, Number.POSITIVE_INFINITY],
    ] as const) {
      const { geometry, bbox, properties } = featureOf({ ...task, detail, precision })
      const rings = ringsFromGeoJson(geometry)
      const { vertices } = properties
      assert.deepEqual(
        { bbox, properties },
        {
          bbox: full.bbox,
          properties: { ...full.properties, detail, precision, vertices },
        },
      )
      assert.equal(validityReason(rings), 'Valid Geometry')
      assert.equal(vertices, vertexCount(rings))
      assert.ok(vertices <= most && vertices < full.properties.vertices, `${detail}: ${vertices}`)
      assert.ok(rings.coords.every((unit) => unit % 10 ** (7 - precision) === 0))
    }
  })

  test('says which parts change nothing, unless the planner has', () => {
    const task = {
      boundaries: [LAND, WEST, TOWN],
      parts: [
        {
          polygon: 0,
          except: [
            { polygon: 1, except: [] },
            { polygon: 2, except: [] },
          ],
        },
        { polygon: 0, except: [] },
      ],
    }
    assert.deepEqual(featureOf(task).properties.notes, [
      '"the West" removes nothing: its land is not included, or already removed.',
      '"Town" removes nothing: its land is not included, or already removed.',
    ])
    const notes = ['"the West" and "Town" are in again.']
    assert.deepEqual(featureOf({ ...task, notes }).properties.notes, notes)
  })

  test('the point that must be inside may lie on the border, and nowhere outside', () => {
    const task = { boundaries: [LAND, TOWN], parts: [{ polygon: 0, except: [{ polygon: 1, except: [] }] }] }
    assert.equal(drawn({ ...task, seed: [0, 2] }).kind, 'drawn')
    assert.equal(drawn({ ...task, seed: [3, 3] }).kind, 'drawn')
    for (const seed of [
      [1.5, 1.5],
      [5, 5],
    ] as const)
      assert.deepEqual(drawn({ ...task, seed }), { kind: 'seed_outside', seed, isAtSea: false })
  })

  test('the sea is no part of it, nor is a point there', () => {
    const task = { boundaries: [LAND], parts: [{ polygon: 0, except: [] }], land: COAST }
    assert.deepEqual(featureOf(task).bbox, [0, 0, 3, 4])
    const seed = [3.5, 1] as const
    assert.deepEqual(drawn({ ...task, seed }), { kind: 'seed_outside', seed, isAtSea: true })
  })

  test('a long coast of the mask itself is not clipped where the answer is far coarser', () => {
    const coast = ringsOf([[coastRing(seededRandom(6), { lon: 2, lat: 2, radius: 1.5, doublings: 16 })]])
    const eastOf = (hasCoastOfMask: boolean): number =>
      featureOf({
        boundaries: [{ text: 'Coast', rings: encodeRings(coast), hasCoastOfMask }],
        parts: [{ polygon: 0, except: [] }],
        land: COAST,
        detail: 'low',
      }).bbox[2]
    assert.ok(eastOf(true) > 3)
    assert.equal(eastOf(false), 3)
  })

  test('an area without any land of the mask stays, and does not pass for land', () => {
    const east = boundary('the East', 3.5, 0, 4, 1)
    const { land_only: landOnly, notes } = featureOf({
      boundaries: [east],
      parts: [{ polygon: 0, except: [] }],
      land: COAST,
    }).properties
    assert.equal(landOnly, false)
    assert.match(notes[0], /no land here/)
  })

  test('nothing is left where everything is taken away', () => {
    const parts = [{ polygon: 0, except: [{ polygon: 1, except: [] }] }]
    assert.deepEqual(drawn({ boundaries: [TOWN, WEST], parts }), { kind: 'empty' })
  })
})
