import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { prepareBlock } from '../../src/domain/tiles/block.ts'
import { boxOfTile, MAX_ZOOM, projected, unitOf } from '../../src/domain/tiles/tile-grid.ts'
import { simplifyBlock, type ZoomCoverage } from '../../src/domain/tiles/zoom-coverage.ts'
import { lengthApart, stretchesAlong } from '../support/antimeridian-seam.ts'
import { polygonsOfAtlas } from '../support/atlas-polygons.ts'
import { areaOf, invalidCoverageEdges } from '../support/geos.ts'
import { ringsOfMember } from '../support/rings-of-member.ts'
import { findFault } from '../support/validity.ts'

const WORLD = { z: 0, x: 0, y: 0 }

const membersOf = (coverage: ZoomCoverage): readonly Rings[] =>
  Array.from(coverage.memberEnds, (_, member) => ringsOfMember(coverage, member))

const onGrid = (rings: Uint8Array): Rings => {
  const { coords, ringEnds, polygonEnds } = decodeRings(rings)
  return { coords: projected(coords), ringEnds, polygonEnds }
}

const gridAreaOf = (rings: Uint8Array): number => areaOf(onGrid(rings), 1)

for (const [title, iso, level, count] of [
  ['the counties of Texas', 'US-TX', 6, 254],
  ['the counties of Ohio', 'US-OH', 6, 88],
  ['the states of Germany', 'DE', 4, 16],
] as const)
  test(`${title} are a coverage at every zoom, and keep their areas`, async () => {
    const members = await polygonsOfAtlas(iso, level)
    assert.equal(members.length, count)
    const coverage = prepareBlock({ block: WORLD, members, finestZoom: MAX_ZOOM })
    for (let zoom = 0; zoom <= MAX_ZOOM; zoom++) {
      const drawn = membersOf(simplifyBlock(coverage, zoom))
      assert.equal(drawn.length, members.length)
      assert.equal(invalidCoverageEdges(drawn, 1), 0, `zoom ${zoom}`)
      const unit = unitOf(zoom)
      drawn.forEach((each, i) => {
        assert.equal(findFault(each), null)
        // Half a pixel, eight steps wide, around a border twice as long as that of a square.
        const area = gridAreaOf(members[i])
        assert.ok(
          Math.abs(areaOf(each, 1) - area) <= 4 * unit * 8 * Math.sqrt(area),
          `zoom ${zoom}, member ${i}`,
        )
      })
      if (zoom >= 6) assert.ok(drawn.every(({ coords }) => coords.length >= 8))
    }
  })

/** Steps of a tile in a pixel of a map that draws tiles 512 pixels wide. */
const PIXEL = 8

for (const [title, iso] of [
  ['Chukotka', 'RU'],
  ['Fiji', 'FJ'],
] as const)
  test(`the halves of ${title} meet along the antimeridian at every zoom, and fit their neighbours`, async () => {
    const members = (await polygonsOfAtlas(iso, 4)).filter((each) => isNearAntimeridian(decodeRings(each)))
    assert.ok(members.length > 2)
    const coverage = prepareBlock({ block: WORLD, members, finestZoom: MAX_ZOOM })
    const [west, , east] = boxOfTile(WORLD)
    const apart = (areas: readonly Rings[]): number =>
      areas.reduce(
        (sum, each) => sum + lengthApart(stretchesAlong(each, west), stretchesAlong(each, east)),
        0,
      )
    // An islet of the source ends at the antimeridian.
    const inSource = apart(members.map(onGrid))
    for (let zoom = 0; zoom <= MAX_ZOOM; zoom++) {
      const drawn = membersOf(simplifyBlock(coverage, zoom))
      assert.equal(invalidCoverageEdges(drawn, 1), 0, `zoom ${zoom}`)
      assert.ok(apart(drawn) <= inSource + PIXEL * unitOf(zoom), `zoom ${zoom}: ${apart(drawn)}`)
    }
  })

const isNearAntimeridian = ({ coords }: Rings): boolean =>
  coords.some((lon, i) => i % 2 === 0 && Math.abs(lon) > 150 * UNITS_PER_DEGREE)

test('neighbouring blocks meet in the same places', async () => {
  const members = await polygonsOfAtlas('DE', 4)
  // The meridian of 11.25° between them runs through Germany.
  const west = { z: 6, x: 33, y: 21 }
  const east = { z: 6, x: 34, y: 21 }
  const [, south, line, north] = boxOfTile(west)
  for (const zoom of [6, 7, 8]) {
    const [left, right] = [west, east].map((block) => {
      const drawn = membersOf(simplifyBlock(prepareBlock({ block, members }), zoom))
      return drawn.map(({ coords }) => crossings(coords, line, south, north))
    })
    assert.ok(left.flat().length > 4)
    assert.deepEqual(left, right)
  }
})

/** Where borders cross the meridian: vertices on it that are neither corners of the block nor straight on. */
const crossings = (coords: Int32Array, line: number, south: number, north: number): readonly number[] => {
  const found = new Set<number>()
  for (let i = 0; i < coords.length; i += 2)
    if (coords[i] === line && coords[i + 1] > south && coords[i + 1] < north) found.add(coords[i + 1])
  return [...found].sort((a, b) => a - b)
}
