/** Turns the member ways of boundaries into geometries and measures them: the work of a worker thread. */
import { defineWork } from '../../compute/work.ts'
import { interiorSamples } from '../../domain/boundary/interior-samples.ts'
import type { StoredGeometry } from '../../domain/catalog/ports.ts'
import { areaKm2 } from '../../domain/geometry/area.ts'
import { bboxOf } from '../../domain/geometry/bbox.ts'
import { encodeRings, encodeWeights } from '../../domain/geometry/codec.ts'
import { pointOnSurface } from '../../domain/geometry/point-inside.ts'
import { type BBox, type Position, UNITS_PER_DEGREE, vertexCount } from '../../domain/geometry/rings.ts'
import { vertexWeights } from '../../domain/geometry/weights.ts'
import { LimitedWork, TooComplex } from '../../domain/geometry/work-budget.ts'
import type { ShapeMember } from './assemble-border.ts'
import { closeBorder } from './assemble-border.ts'
import type { Flaw } from './border-flaws.ts'
import { fixedVertices } from './junctions.ts'
import { findWay, type WayTable } from './way-table.ts'
import { workLimitsOf } from './work-limits.ts'

export interface ShapeTask {
  readonly ways: WayTable
  readonly boundaries: readonly {
    readonly members: readonly ShapeMember[]
    /** Ways of member relations, used if the boundary's own ways do not close. */
    readonly nested: readonly ShapeMember[]
    readonly adminLevel: number | null
  }[]
}

export interface Shape {
  readonly geometry: StoredGeometry
  readonly bbox: BBox
  readonly areaKm2: number
  /** A point inside. */
  readonly centroid: Position
  readonly vertices: number
  /** Sample points of its land, `[lon, lat, …]` in units; at least one. */
  readonly samples: Float64Array
}

/** The shape of each boundary, or the reasons why it has none. */
export type ShapeResult = readonly (Shape | { readonly flaws: readonly Flaw[] })[]

/** Sample points for each boundary: shares are accurate to a sixteenth. */
export const SAMPLES = 16

const runShape = ({ ways, boundaries }: ShapeTask): ShapeResult =>
  boundaries.map(({ members, nested, adminLevel }) => {
    const own = shapeOf(ways, members, adminLevel)
    if (!('flaws' in own) || nested.length === 0) return own
    const whole = shapeOf(ways, [...members, ...nested], adminLevel)
    return 'flaws' in whole ? own : whole
  })

export const shapeWork = defineWork({ module: import.meta.url, name: 'shapeWork', run: runShape })

/** A border that exceeds a limit is no reason to lose the others of its task. */
const shapeOf = (
  ways: WayTable,
  members: readonly ShapeMember[],
  adminLevel: number | null,
): Shape | { readonly flaws: readonly Flaw[] } => {
  try {
    return shapeWithin(ways, members, adminLevel)
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
    const { limit, max } = error
    return { flaws: [{ is: 'too complex', limit, max }] }
  }
}

/** @throws TooComplex */
const shapeWithin = (
  ways: WayTable,
  members: readonly ShapeMember[],
  adminLevel: number | null,
): Shape | { readonly flaws: readonly Flaw[] } => {
  const distinct = distinctMembers(members)
  const budget = new LimitedWork(workLimitsOf(positionCount(ways, distinct)))
  const border = closeBorder(ways, distinct, budget)
  if ('flaws' in border) return border
  const { rings } = border
  const centroid = pointOnSurface(rings)
  const samples = interiorSamples(rings, SAMPLES)
  const weights = vertexWeights(rings, fixedVertices(ways, border.ways, adminLevel, rings, budget))
  return {
    geometry: { rings: encodeRings(rings), weights: encodeWeights(weights) },
    bbox: bboxOf(rings),
    areaKm2: areaKm2(rings),
    centroid,
    vertices: vertexCount(rings),
    samples:
      samples.length > 0 ? samples : Float64Array.from(centroid, (degrees) => degrees * UNITS_PER_DEGREE),
  }
}

/** Only the first of members that name one way: a relation may repeat a long way without end. */
const distinctMembers = (members: readonly ShapeMember[]): readonly ShapeMember[] => {
  const known = new Set<number>()
  return members.filter(({ way }) => !known.has(way) && known.add(way))
}

const positionCount = (table: WayTable, members: readonly ShapeMember[]): number =>
  members.reduce((sum, { way: id }) => {
    const way = findWay(table, id)
    return way === -1 ? sum : sum + table.ends[way] - table.starts[way]
  }, 0)
