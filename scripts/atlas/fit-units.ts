/**
 * Fits units to the land that they divide. Units and country come from different data sets, so a state ends beside its country's
 * border: sometimes beyond it, sometimes short of it. Land beyond it is cut off. Slivers go to the nearest unit; wider gaps stay gaps.
 *
 * Everything runs through one arrangement of all borders, so the results share them to the last digit and no point is in two of them.
 */
import {
  type Arrangement,
  areasOf,
  areasOfFaces,
  arrangementOf,
  facesOf,
} from '../../src/domain/geometry/arrange.ts'
import type { HalfEdgeRing } from '../../src/domain/geometry/arrangement/faces.ts'
import { node } from '../../src/domain/geometry/arrangement/noding.ts'
import { strandsOfWeighted } from '../../src/domain/geometry/arrangement/strands.ts'
import { polygonCount, type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { boxOf, GRID_UNITS } from './geometry.ts'
import {
  KM_PER_DEGREE,
  lonScaleOf,
  MAX_SLIVER_KM,
  nearestOf,
  type Outline,
  type ShareOut,
} from './nearest-unit.ts'
import { sliversOf } from './wide-parts.ts'

export interface Fitted {
  /** The land of each unit, in their order; empty for a unit without any. */
  readonly shapes: readonly Rings[]
  /** Land outside every unit: wider than a sliver, or too far from all units. */
  readonly gaps: Rings
}

/** Later rounds fill what the rounding of a cut leaves. Slits of one grid cell stay, some millionths of the land. */
const ROUNDS = 3

/** `units` may overlap by slivers; wider overlaps go to the unit with the longest border around them. */
export function fitUnits(land: Rings, units: readonly Rings[]): Fitted {
  let parts: readonly (readonly Rings[])[] = units.map((unit) => [unit])
  for (let round = 1; ; round++) {
    const pieces = partition(land, parts)
    if (round === ROUNDS || pieces.fillings.every((filling) => filling.length === 0))
      return { shapes: pieces.shapes, gaps: pieces.gaps }
    parts = pieces.shapes.map((shape, unit) => [shape, ...pieces.fillings[unit]])
  }
}

interface Partition {
  readonly shapes: readonly Rings[]
  /** The share of unassigned land that each unit gets. */
  readonly fillings: readonly (readonly Rings[])[]
  readonly gaps: Rings
}

function partition(land: Rings, parts: readonly (readonly Rings[])[]): Partition {
  const arrangement = arrangementOf(
    node(
      strandsOfWeighted(
        [
          { rings: land, weights: [LAND, 0] },
          ...parts.flatMap((ofUnit, unit) =>
            ofUnit.map((rings) => ({ rings, weights: [1, unit + 1] as const })),
          ),
        ],
        GRID_UNITS,
      ),
      GRID_UNITS,
    ),
  )
  const shapes = parts.map((_, unit) =>
    areasOf(arrangement, (inLand, label) => labelOf(inLand, label) === unit + 1),
  )
  const fillings: Rings[][] = parts.map(() => [])
  const nearest = nearestOf(() => outlinesOf(shapes))
  for (const face of facesOf(arrangement, (inLand, label) => labelOf(inLand, label) === GAP)) {
    const gap = areasOfFaces(arrangement.graph, [face])
    for (const [unit, rings] of shareOut(gap, borderLengths(arrangement, face), nearest))
      fillings[unit].push(rings)
  }
  return { shapes, fillings, gaps: areasOf(arrangement, (inLand, label) => labelOf(inLand, label) === GAP) }
}

/** More units than can share one position, and few enough for the 16 bits of a weight. */
const LAND = 1 << 12
const OUTSIDE = -1
const GAP = 0

/** The number of the only unit with the face, from 1; GAP where none or several have it, OUTSIDE where there is no land. */
const labelOf = (inLand: number, label: number): number => {
  if (inLand < LAND / 2) return OUTSIDE
  return inLand % LAND === 1 ? label : GAP
}

/** Kilometres of border that a face shares with each unit. */
function borderLengths(
  { graph, windings }: Arrangement,
  face: readonly HalfEdgeRing[],
): ReadonlyMap<number, number> {
  const lengths = new Map<number, number>()
  for (const ring of face)
    for (const half of ring) {
      const beyond = labelOf(windings[0][half ^ 1], windings[1][half ^ 1])
      if (beyond <= GAP) continue
      const chain = half >> 1
      let km = 0
      for (let i = 2 * graph.from[chain]; i < 2 * graph.to[chain]; i += 2) km += lengthKm(graph.coords, i)
      lengths.set(beyond - 1, (lengths.get(beyond - 1) ?? 0) + km)
    }
  return lengths
}

const lengthKm = (coords: Int32Array, i: number): number => {
  const height = (coords[i + 3] - coords[i + 1]) / UNITS_PER_DEGREE
  const width =
    ((coords[i + 2] - coords[i]) / UNITS_PER_DEGREE) * lonScaleOf(coords[i + 1] / UNITS_PER_DEGREE)
  return Math.hypot(width, height) * KM_PER_DEGREE
}

/** A shorter line between two units makes no difference on the grid. */
const MIN_DIVIDED_KM = 0.3

function* shareOut(
  gap: Rings,
  borders: ReadonlyMap<number, number>,
  nearest: ShareOut,
): Generator<readonly [unit: number, rings: Rings]> {
  const { widthKm, heightKm } = sizeOf(gap)
  const isThin = Math.min(widthKm, heightKm) <= 2 * MAX_SLIVER_KM
  if (isThin && borders.size > 0 && (borders.size === 1 || Math.max(widthKm, heightKm) < MIN_DIVIDED_KM)) {
    const [[unit]] = [...borders].sort(([a, x], [b, y]) => y - x || a - b)
    yield [unit, gap]
    return
  }
  for (const sliver of isThin ? [gap] : sliversOf(gap)) yield* nearest(sliver)
}

function sizeOf(rings: Rings): { readonly widthKm: number; readonly heightKm: number } {
  const [west, south, east, north] = boxOf(rings)
  const scale = KM_PER_DEGREE / UNITS_PER_DEGREE
  return {
    widthKm: (east - west) * scale * lonScaleOf((south + north) / 2 / UNITS_PER_DEGREE),
    heightKm: (north - south) * scale,
  }
}

const outlinesOf = (shapes: readonly Rings[]): readonly Outline[] =>
  shapes.flatMap((rings, unit) => (polygonCount(rings) === 0 ? [] : [{ unit, rings }]))
