/**
 * Tests the drawing on the first page: it shows the polygon that callers get, is drawn once, and never makes the page fail.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intercepted } from '../../../../test/support/compute.ts'
import type { PictureParts } from './home-picture.ts'
import { createHomePicture } from './home-picture.ts'

const ISLAND = [
  [-20, 64],
  [-19, 64],
  [-19, 65],
  [-20, 64],
]
const ISLET = [
  [-22, 66],
  [-21.5, 66],
  [-21.5, 66.5],
  [-22, 66],
]

interface World {
  version: string
  /** Undefined if the boundary is unknown, null if the polygon is too large. */
  geometry?: object | null
  drawn: number
}

const pictureOf = (world: World) =>
  createHomePicture({
    catalog: {
      version: () => world.version,
      find: async () => (world.geometry === undefined ? { found: false } : { found: true, record: {} }),
      geometry: async () => ({ rings: new Uint8Array(), weights: null }),
    } as unknown as PictureParts['catalog'],
    compute: intercepted(async () => {
      world.drawn++
      const json = world.geometry === null ? null : Buffer.from(JSON.stringify(world.geometry))
      return { json, vertices: 4 }
    }),
  })

test('every ring is drawn, north up and east right', async () => {
  const geometry = { type: 'MultiPolygon', coordinates: [[ISLAND], [ISLET]] }
  const svg = String((await pictureOf({ version: '1', geometry, drawn: 0 })())?.text)
  const land = String(/class="land" d="([^"]+)"/.exec(svg)?.[1])
  const [first, second] = land
    .split('z')
    .slice(0, 2)
    .map((ring) => Array.from(ring.matchAll(/(\d+) (\d+)/g), ([, x, y]) => ({ x: Number(x), y: Number(y) })))
  assert.deepEqual([first.length, second.length], [3, 3])
  assert.ok(first[1].x > first[0].x && first[2].y < first[1].y)
  assert.ok(second[0].x < first[0].x && second[0].y < first[2].y)
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  for (const { x, y } of [...first, ...second])
    assert.ok(x > 0 && x < Number(width) && y > 0 && y < Number(height))
})

test('it is drawn once for a state of the catalog', async () => {
  const world: World = { version: '1', geometry: { type: 'Polygon', coordinates: [ISLAND] }, drawn: 0 }
  const picture = pictureOf(world)
  await picture()
  await picture()
  assert.equal(world.drawn, 1)
  world.version = '2'
  await picture()
  assert.equal(world.drawn, 2)
})

test('there is none while the boundary is unknown, too large or cannot be rendered, and it is asked for again', async () => {
  const world: World = { version: '1', drawn: 0 }
  const picture = pictureOf(world)
  assert.equal(await picture(), null)
  world.geometry = null
  assert.equal(await picture(), null)
  world.geometry = { type: 'Polygon', coordinates: 'broken' }
  assert.equal(await picture(), null)
  world.geometry = { type: 'Polygon', coordinates: [ISLAND] }
  assert.notEqual(await picture(), null)
})
