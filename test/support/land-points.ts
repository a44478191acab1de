/** Seeded points on land: spread evenly over the sphere, and kept where the bundled mask has land. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Flatbush from 'flatbush'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { INSIDE } from '../../src/domain/geometry/contains.ts'
import { buildGrid, locateMany } from '../../src/domain/geometry/contains-grid.ts'
import { type BBox, type Position, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { openLand } from '../../src/sources/land/open-land.ts'
import { seededRandom } from './shapes.ts'

const LAND = join(import.meta.dirname, '../../data/land')
const WORLD: BBox = [-180, -90, 180, 90]

export const pointsOnLand = async (seed: number, count: number): Promise<readonly Position[]> => {
  const random = seededRandom(seed)
  const onLand: Position[] = []
  const mask = await openMask()
  while (onLand.length < count) {
    const globe = Array.from({ length: count }, () => pointOnGlobe(random))
    onLand.push(...mask(globe))
  }
  return onLand.slice(0, count)
}

const pointOnGlobe = (random: () => number): Position => [
  random() * 360 - 180,
  (Math.asin(random() * 2 - 1) * 180) / Math.PI,
]

/** Those of the points that are on land, in their order. */
const openMask = async (): Promise<(points: readonly Position[]) => readonly Position[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'metes-land-'))
  const land = openLand({ packedIn: LAND, dataDirectory: directory, file: null })
  const { tiles } = await land.landIn([WORLD])
  await land.close()
  rmSync(directory, { recursive: true, force: true })
  const index = new Flatbush(tiles.length)
  for (const { box } of tiles) index.add(...box)
  index.finish()
  const grids = tiles.map(({ area }) => (typeof area === 'string' ? area : buildGrid(decodeRings(area))))
  return (points) =>
    points.filter(([lon, lat]) => {
      const [x, y] = [lon * UNITS_PER_DEGREE, lat * UNITS_PER_DEGREE]
      return index.search(x, y, x, y).some((tile) => {
        const grid = grids[tile]
        return typeof grid === 'string'
          ? grid === 'all'
          : locateMany(grid, Float64Array.of(lon, lat))[0] === INSIDE
      })
    })
}
