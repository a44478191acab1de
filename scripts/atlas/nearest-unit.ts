/** Assigns slivers to the nearest unit. A sliver between several is divided halfway between them. */
import { Delaunay } from 'd3-delaunay'
import Flatbush from 'flatbush'
import { areasOf, arrangementOf } from '../../src/domain/geometry/arrange.ts'
import { node } from '../../src/domain/geometry/arrangement/noding.ts'
import { strandsOfWeighted } from '../../src/domain/geometry/arrangement/strands.ts'
import { ringsFromParts } from '../../src/domain/geometry/parts.ts'
import {
  polygonCount,
  type Rings,
  ringCount,
  ringStart,
  UNITS_PER_DEGREE,
} from '../../src/domain/geometry/rings.ts'
import { type Box, boxOf, dissolve, GRID_UNITS } from './geometry.ts'

/** Land further than this from every unit is not a sliver. */
export const MAX_SLIVER_KM = 3

/** On the sphere of the Earth's mean radius, 6,371 km. */
export const KM_PER_DEGREE = 111.195

/** A degree of longitude at the latitude, in degrees of latitude. */
export const lonScaleOf = (latDegrees: number): number =>
  Math.max(0.01, Math.cos((latDegrees * Math.PI) / 180))

export interface Outline {
  readonly unit: number
  readonly rings: Rings
}

export type ShareOut = (sliver: Rings) => readonly (readonly [unit: number, rings: Rings])[]

/** @param outlines called once, at the first sliver */
export const nearestOf = (outlines: () => readonly Outline[]): ShareOut => {
  let edges: Edges | null = null
  return (sliver) => {
    edges ??= indexEdges(outlines())
    return share(sliver, edges)
  }
}

/** Edges of outlines: unit, and the two ends in fixed point. */
interface Edges {
  readonly index: Flatbush
  readonly units: Int32Array
  readonly ends: Int32Array
}

function indexEdges(outlines: readonly Outline[]): Edges {
  const count = outlines.reduce((sum, { rings }) => sum + rings.coords.length / 2, 0)
  const index = new Flatbush(Math.max(1, count))
  const units = new Int32Array(Math.max(1, count)).fill(-1)
  const ends = new Int32Array(4 * Math.max(1, count))
  let edge = 0
  for (const { unit, rings } of outlines) {
    const { coords, ringEnds } = rings
    for (let ring = 0; ring < ringCount(rings); ring++) {
      let before = ringEnds[ring] - 1
      for (let i = ringStart(rings, ring); i < ringEnds[ring]; before = i++) {
        const [ax, ay, bx, by] = [
          coords[2 * before],
          coords[2 * before + 1],
          coords[2 * i],
          coords[2 * i + 1],
        ]
        index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by))
        ends.set([ax, ay, bx, by], 4 * edge)
        units[edge++] = unit
      }
    }
  }
  if (count === 0) index.add(0, 0, 0, 0)
  index.finish()
  return { index, units, ends }
}

/** Sampling interval of outlines. */
const SAMPLE_KM = 0.4

interface Sample {
  readonly unit: number
  readonly x: number
  readonly y: number
}

function share(sliver: Rings, edges: Edges): readonly (readonly [unit: number, rings: Rings])[] {
  const [west, south, east, north] = boxOf(sliver)
  const scale = lonScaleOf((south + north) / 2 / UNITS_PER_DEGREE)
  const reach = (MAX_SLIVER_KM / KM_PER_DEGREE) * UNITS_PER_DEGREE
  const box = [west - reach / scale, south - reach, east + reach / scale, north + reach] as const
  const samples = sample(edges, box, scale)
  if (samples.length === 0) return []
  const delaunay = new Delaunay(Float64Array.from(samples.flatMap(({ x, y }) => [x, y])))
  if (!isNear(sliver, delaunay, samples, scale, reach)) return []
  const units = [...new Set(samples.map(({ unit }) => unit))].sort((a, b) => a - b)
  if (units.length === 1) return [[units[0], sliver]]
  const regions = regionsOf(delaunay, samples, units, box, scale)
  const arrangement = arrangementOf(
    node(
      strandsOfWeighted(
        [
          { rings: sliver, weights: [1, 0] },
          ...regions.map((rings, position) => ({ rings, weights: [0, position + 1] as const })),
        ],
        GRID_UNITS,
      ),
      GRID_UNITS,
    ),
  )
  return units
    .map((unit, position) => {
      const rings = areasOf(arrangement, (inSliver, region) => inSliver === 1 && region === position + 1)
      return [unit, rings] as const
    })
    .filter(([, rings]) => polygonCount(rings) > 0)
}

/** Points along the outlines in a box, in units of latitude. Junctions of two units are samples of neither. */
function sample(
  { index, units, ends }: Edges,
  [west, south, east, north]: Box,
  scale: number,
): readonly Sample[] {
  const step = (SAMPLE_KM / KM_PER_DEGREE) * UNITS_PER_DEGREE
  const owners = new Map<string, Sample | null>()
  const add = (unit: number, lon: number, lat: number): void => {
    if (lon < west || lon > east || lat < south || lat > north) return
    const key = `${Math.round(lon)} ${Math.round(lat)}`
    const known = owners.get(key)
    if (known === undefined) owners.set(key, { unit, x: lon * scale, y: lat })
    else if (known !== null && known.unit !== unit) owners.set(key, null)
  }
  for (const edge of index.search(west, south, east, north).sort((a, b) => a - b)) {
    if (units[edge] < 0) continue
    const [ax, ay, bx, by] = ends.subarray(4 * edge, 4 * edge + 4)
    const pieces = Math.max(1, Math.ceil(Math.hypot((bx - ax) * scale, by - ay) / step))
    // From the lower end, so that both units of a border have the same points.
    const isForward = ax < bx || (ax === bx && ay < by)
    const [fromX, fromY, toX, toY] = isForward ? [ax, ay, bx, by] : [bx, by, ax, ay]
    for (let piece = 0; piece <= pieces; piece++)
      add(units[edge], fromX + ((toX - fromX) * piece) / pieces, fromY + ((toY - fromY) * piece) / pieces)
  }
  return [...owners.values()].filter((each) => each !== null)
}

/** Whether a vertex of the sliver is within reach of a sample. */
function isNear(
  { coords }: Rings,
  delaunay: Delaunay<Sample>,
  samples: readonly Sample[],
  scale: number,
  reach: number,
): boolean {
  let found = 0
  for (let i = 0; i < coords.length; i += 2) {
    const [x, y] = [coords[i] * scale, coords[i + 1]]
    found = delaunay.find(x, y, found)
    if (Math.hypot(samples[found].x - x, samples[found].y - y) <= reach) return true
  }
  return false
}

const snap = (value: number): number => Math.round(value / GRID_UNITS) * GRID_UNITS

/** For each unit the land nearer to it than to any other. */
function regionsOf(
  delaunay: Delaunay<Sample>,
  samples: readonly Sample[],
  units: readonly number[],
  [west, south, east, north]: Box,
  scale: number,
): readonly Rings[] {
  const voronoi = delaunay.voronoi([west * scale, south, east * scale, north])
  const cells = new Map<number, number[][]>(units.map((unit) => [unit, []]))
  for (const [position, { unit }] of samples.entries()) {
    const cell = voronoi.cellPolygon(position)
    // The first position is repeated at the end.
    if (cell !== null) cells.get(unit)!.push(cell.slice(1).flatMap(([x, y]) => [snap(x / scale), snap(y)]))
  }
  return units.map((unit) => dissolve([ringsFromParts(cells.get(unit)!.map((ring) => [ring]))]))
}
