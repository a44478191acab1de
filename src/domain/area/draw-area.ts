/** The heavy half of an area, in one piece so that it runs in another thread: from stored polygons to the finished Feature. */
import { createHash } from 'node:crypto'
import { significant } from '../boundary/feature.ts'
import { type GeoJsonHead, writeFeature } from '../formats/feature-json.ts'
import { areaKm2 } from '../geometry/area.ts'
import { bboxOf } from '../geometry/bbox.ts'
import { decodeRings } from '../geometry/codec.ts'
import { locate, OUTSIDE, toUnits } from '../geometry/contains.ts'
import { type Position, polygonCount, type Rings } from '../geometry/rings.ts'
import { type AreaNode, evaluate } from './evaluate.ts'

export interface AreaTask {
  /** Encoded rings, each boundary once. */
  readonly polygons: readonly Uint8Array[]
  readonly parts: readonly AreaNode[]
  /** A point that must be inside. */
  readonly seed: Position | null
  /** Properties of the Feature that stand before the measured ones, and after them. */
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

export interface DrawnArea {
  readonly kind: 'drawn'
  /** The Feature without its geometry. */
  readonly head: GeoJsonHead
  readonly bytes: Uint8Array
  /** Of the bytes, in lower-case hexadecimal. */
  readonly sha256: string
}

export type AreaOutcome =
  | DrawnArea
  | { readonly kind: 'empty' }
  | { readonly kind: 'seed_outside'; readonly seed: Position }

export const drawArea = ({ polygons, parts, seed, before, after }: AreaTask): AreaOutcome => {
  const lands = polygons.map(decodeRings)
  const area = evaluate(parts, lands)
  if (polygonCount(area) === 0) return { kind: 'empty' }
  if (seed !== null && !isInside(seed, area)) return { kind: 'seed_outside', seed }
  const km2 = areaKm2(area)
  requirePlausible(km2, parts, lands)
  const bbox = bboxOf(area)
  const head = { bbox, properties: { ...before, area_km2: significant(km2), bbox, ...after } }
  const bytes = writeFeature({ rings: area, decimals: 7, feature: head })
  return { kind: 'drawn', head, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

const isInside = ([lon, lat]: Position, area: Rings): boolean =>
  locate(area, toUnits(lon), toUnits(lat)) !== OUTSIDE

/** Crossings are rounded to the grid, by a centimetre at most. */
const ROUNDING = 1e-6

/** Cutting only takes away: an area that is larger than its parts is wrong, and must not be given to anybody. */
const requirePlausible = (km2: number, parts: readonly AreaNode[], lands: readonly Rings[]): void => {
  const most = parts.reduce((sum, { polygon }) => sum + areaKm2(lands[polygon]), 0)
  if (km2 > most * (1 + ROUNDING))
    throw new Error(`An area of ${km2} km² was made of parts that have ${most} km² together.`)
}
