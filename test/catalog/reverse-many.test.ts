import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createCatalog } from '../../src/domain/catalog/catalog.ts'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import { openReverseMany } from '../../src/domain/catalog/reverse-many.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { bundledDisputes } from '../../src/sources/atlas/bundled-disputes.ts'
import { openLexicon } from '../../src/sources/names/bundled-lexicon.ts'
import { seededRandom } from '../support/shapes.ts'

const data = fileURLToPath(new URL('../../data', import.meta.url))
const dataDirectory = await mkdtemp(join(tmpdir(), 'metes-reverse-many-'))
const atlas = await openBundledAtlas(`${data}/atlas`, dataDirectory)
const disputes = createDisputes(bundledDisputes(`${data}/atlas`))
const sources = [atlas.source]
const catalog = createCatalog({
  sources,
  polygonBytes: 256 * 1024 * 1024,
  disputes,
  lexicon: openLexicon(data, dataDirectory),
})
after(async () => {
  await atlas.close()
  await rm(dataDirectory, { recursive: true })
})

const assertSame = async (points: readonly Position[], regionBytes: number): Promise<void> => {
  const many = await openReverseMany({ sources, disputes, regionBytes })
  const answers = await many.locate(
    Float64Array.from(points, ([lon]) => lon),
    Float64Array.from(points, ([, lat]) => lat),
  )
  for (const [index, point] of points.entries())
    assert.deepEqual(
      many.answers[answers[index]].map(({ id }) => id),
      (await catalog.reverse(point)).map(({ id }) => id),
      point.join(),
    )
}

const random = seededRandom(1)
const inBox = ([west, south, east, north]: readonly number[], count: number): Position[] =>
  Array.from({ length: count }, () => [
    Math.round((west + random() * (east - west)) * 1e6) / 1e6,
    Math.round((south + random() * (north - south)) * 1e6) / 1e6,
  ])

test('many points are in the same boundaries as each by itself', () =>
  assertSame([...inBox([5, 45, 15, 55], 1_500), ...inBox([-100, 25, -80, 45], 1_500)], 2 ** 30))

test('on disputed land every claimant is named, the ruling one first', () =>
  assertSame([...inBox([32.5, 44.3, 36.6, 46.2], 300), ...inBox([72, 32, 80, 37], 300)], 2 ** 30))

test('points on borders, on the antimeridian and at the poles are the same', async () => {
  const { rings } = (await atlas.source.geometry((await atlas.source.find({ by: 'iso', code: 'LU' }))[0].id))!
  const { decodeRings } = await import('../../src/domain/geometry/codec.ts')
  const { coords } = decodeRings(rings)
  const border = Array.from({ length: 200 }, (_, i): Position => {
    const at = 2 * Math.floor((i * coords.length) / 400)
    return [coords[at] / 1e7, coords[at + 1] / 1e7]
  })
  const rim: Position[] = [
    [180, -16.5],
    [-180, -16.5],
    [180, 71],
    [-180, 66],
    [0, 90],
    [12, -90],
    [180, 0],
  ]
  await assertSame([...border, ...rim], 2 ** 30)
})

test('a region that had to make room is read again', () =>
  assertSame(
    Array.from({ length: 5 }, () => [...inBox([6, 49, 7, 50], 20), ...inBox([139, 35, 140, 36], 20)]).flat(),
    1,
  ))
