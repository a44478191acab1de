/**
 * Builds the coarse land of the map page from the bundled land mask: what the whole world looks like before any tile has arrived.
 *
 *     node scripts/build-overview.ts           writes data/land/overview.json
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeRings } from '../src/domain/geometry/codec.ts'
import { ringStart, type Rings, UNITS_PER_DEGREE } from '../src/domain/geometry/rings.ts'
import { openLand } from '../src/sources/land/open-land.ts'

const LAND = join(import.meta.dirname, '../data/land')
/** A pixel of the map at zoom 4 is 0.04 degrees wide. */
const TOLERANCE = 0.04
const MIN_SPAN = 0.16
const DECIMALS = 2

type Ring = readonly (readonly [number, number])[]
type Box = readonly [number, number, number, number]

/** The ring without what nobody sees. Positions on the edge of the tile stay, so that tiles still meet. */
const simplified = (ring: Ring, box: Box): Ring => {
  const kept = new Set<number>([0, ring.length - 1])
  const fixed = ring.flatMap((position, index) => (isOnEdge(position, box) ? [index] : []))
  const stops = [...new Set([0, ...fixed, ring.length - 1])].sort((a, b) => a - b)
  const reduce = (from: number, to: number): void => {
    let [farthest, at] = [TOLERANCE, -1]
    for (let index = from + 1; index < to; index++) {
      const distance = distanceTo(ring[index], ring[from], ring[to])
      if (distance > farthest) [farthest, at] = [distance, index]
    }
    if (at === -1) return
    kept.add(at)
    reduce(from, at)
    reduce(at, to)
  }
  stops.forEach((stop, index) => {
    kept.add(stop)
    if (index > 0) reduce(stops[index - 1], stop)
  })
  return withoutStraight([...kept].sort((a, b) => a - b).map((index) => ring[index]))
}

/** Positions along one edge of a tile are needless between its corners. */
const withoutStraight = (ring: Ring): Ring =>
  ring.filter(([x, y], index) => {
    const [before, after] = [ring[index - 1], ring[index + 1]]
    if (before === undefined || after === undefined) return true
    return !((before[0] === x && after[0] === x) || (before[1] === y && after[1] === y))
  })

const isOnEdge = ([x, y]: readonly [number, number], [west, south, east, north]: Box): boolean =>
  x === west || x === east || y === south || y === north

const distanceTo = (
  [x, y]: readonly [number, number],
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
): number => {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}

const polygonsOf = (rings: Rings): readonly (readonly Ring[])[] => {
  let ring = 0
  return Array.from(rings.polygonEnds, (end) => {
    const all: Ring[] = []
    for (; ring < end; ring++) {
      const positions = rings.coords.subarray(2 * ringStart(rings, ring), 2 * rings.ringEnds[ring])
      const open = Array.from(
        { length: positions.length / 2 },
        (_, index) =>
          [positions[2 * index] / UNITS_PER_DEGREE, positions[2 * index + 1] / UNITS_PER_DEGREE] as const,
      )
      all.push([...open, open[0]])
    }
    return all
  })
}

const isVisible = (ring: Ring): boolean => {
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)]
  return Math.max(Math.max(...lons) - Math.min(...lons), Math.max(...lats) - Math.min(...lats)) > MIN_SPAN
}

const rounded = (ring: Ring): Ring => {
  const all = ring.map(([x, y]) => [Number(x.toFixed(DECIMALS)), Number(y.toFixed(DECIMALS))] as const)
  return all.filter(([x, y], index) => index === 0 || x !== all[index - 1][0] || y !== all[index - 1][1])
}

const rectangle = ([west, south, east, north]: Box): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

const mask = openLand({ packedIn: LAND, dataDirectory: LAND, file: null })
const { tiles } = await mask.landIn([[-180, -85.1, 180, 90]])
const coordinates = tiles.flatMap(({ box, area }) => {
  if (area === 'none') return []
  const [west, south, east, north] = box.map((unit) => unit / UNITS_PER_DEGREE)
  const degrees: Box = [west, south, east, north]
  if (area === 'all') return [[rectangle(degrees)]]
  return polygonsOf(decodeRings(area)).flatMap((rings) => {
    if (!isVisible(rings[0])) return []
    const shown = rings
      .filter(isVisible)
      .map((ring) => rounded(simplified(ring, degrees)))
      .filter((ring) => ring.length > 3)
    return shown.length === 0 ? [] : [shown]
  })
})
await mask.close()
writeFileSync(join(LAND, 'overview.json'), `${JSON.stringify({ type: 'MultiPolygon', coordinates })}\n`)
process.stderr.write(`${tiles.length} tiles, ${coordinates.flat(2).length} positions\n`)
