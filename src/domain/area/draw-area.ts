/** The CPU-heavy part of making an area, in one function for a worker thread: from stored polygons to the finished Feature. */
import { defineWork } from '../../compute/work.ts'
import { sha256 } from '../../util/sha256.ts'
import { claimsBody } from '../boundary/boundary-json.ts'
import { type Detail, maxVertices } from '../boundary/detail-levels.ts'
import type { Dispute } from '../boundary/dispute.ts'
import { disputesIn } from '../boundary/disputed-share.ts'
import { significant } from '../boundary/feature.ts'
import { atDetail } from '../boundary/simplify-to-detail.ts'
import type { RenderedFile } from '../files/file-with-hash.ts'
import type { FeatureHead } from '../formats/feature-head.ts'
import { writeFeature } from '../formats/feature-json.ts'
import type { Format } from '../formats/index.ts'
import { writeSingle } from '../formats/write-single.ts'
import { areaKm2 } from '../geometry/area.ts'
import { bboxOf } from '../geometry/bbox.ts'
import { decodeRings } from '../geometry/codec.ts'
import { locate, OUTSIDE, toUnits } from '../geometry/contains.ts'
import { type Position, polygonCount, type Rings, vertexCount } from '../geometry/rings.ts'
import { asLand, clipToLand } from './clip-to-land.ts'
import { type AreaNode, evaluate, type RedundantPart } from './evaluate-plan.ts'
import { claimsNote, landNotes } from './notes.ts'
import type { LandTile } from './ports.ts'
import { sharedProperties } from './shared-properties.ts'
import { withArea } from './summary.ts'

export interface AreaTask {
  readonly boundaries: readonly AreaBoundary[]
  readonly parts: readonly AreaNode[]
  /** Land tiles that cover at least the boundaries. */
  readonly land: readonly LandTile[]
  /** Disputes that may affect the area. */
  readonly disputes: readonly Dispute[]
  /** A point that must be inside. */
  readonly seed: Position | null
  /** The detail of the output; drawing and measuring use full detail. */
  readonly detail: Detail
  /** Decimals of a degree. */
  readonly precision: number
  /** Format of the file beside the Feature; geojson needs none. */
  readonly format: Format
  /** The summary up to the size of the area. */
  readonly summary: string
  /** Properties of the Feature that are known before it is drawn. */
  readonly properties: Readonly<Record<string, unknown>>
  /** Notes of the plan; drawing adds its own. */
  readonly notes: readonly string[]
}

export interface AreaBoundary {
  /** The words of the description for it. */
  readonly text: string
  /** Encoded. */
  readonly rings: Uint8Array
  /** Its coasts are those of the land mask, though with fewer digits. */
  readonly hasCoastOfMask: boolean
}

export interface DrawnArea {
  readonly kind: 'drawn'
  /** The Feature without its geometry. */
  readonly head: FeatureHead
  readonly bytes: Uint8Array
  /** Hash of `bytes`, in lower-case hexadecimal. */
  readonly sha256: string
  /** The file for others, without what the caller wrote, in the format of the task; null for geojson. */
  readonly file: RenderedFile | null
}

export type AreaOutcome =
  | DrawnArea
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'seed_outside'
      readonly seed: Position
      /** The point is inside the borders but at sea. */
      readonly isAtSea: boolean
    }

/**
 * Costs, for each position: one microsecond to evaluate the tree, four to clip to land, less than one to simplify, and hardly anything to
 * compare with disputes (`bench/area-groups.ts`). Only long coasts at low detail need no clipping: see `showsNoClipping`. O(n log n) in the
 * positions and crossings of boundaries and coast; O(d) times more where exceptions of more than 14 boundaries are nested d deep.
 */
export const drawArea = (task: AreaTask): AreaOutcome => {
  const { boundaries, parts, land, disputes, seed, detail, precision, notes } = task
  const polygons = boundaries.map(({ rings }) => decodeRings(rings))
  const { rings: whole, redundant } = evaluate(parts, polygons)
  if (polygonCount(whole) === 0) return { kind: 'empty' }
  const clipped = showsNoClipping(whole, task) ? asLand(whole) : clipToLand(whole, land)
  const { rings, isClipped } = clipped
  if (seed !== null && !isInside(seed, rings))
    return { kind: 'seed_outside', seed, isAtSea: isInside(seed, whole) }
  const km2 = areaKm2(rings)
  requirePlausible(km2, parts, polygons)
  const written = atDetail(rings, null, detail, precision)
  const bbox = bboxOf(rings)
  const disputed = disputesIn(rings, disputes)
  const head = {
    bbox,
    properties: {
      summary: withArea(task.summary, km2),
      ...task.properties,
      area_km2: significant(km2),
      bbox,
      detail,
      precision,
      vertices: vertexCount(written),
      ...claimsBody(disputed.map(({ dispute }) => dispute)),
      notes: [
        ...notes,
        ...redundancyNotes(redundant, boundaries, notes),
        ...landNotes(clipped),
        ...disputed.map(claimsNote),
      ],
      land_only: isClipped,
    },
  }
  const bytes = writeFeature({ rings: written, decimals: precision, feature: head })
  return {
    kind: 'drawn',
    head,
    bytes,
    sha256: sha256(bytes),
    file: sharedFile(task.format, head, written, precision),
  }
}

export const drawAreaWork = defineWork({ module: import.meta.url, name: 'drawAreaWork', run: drawArea })

const sharedFile = (
  format: Format,
  { bbox, properties }: FeatureHead,
  rings: Rings,
  decimals: number,
): RenderedFile | null => {
  if (format === 'geojson') return null
  const feature = { bbox, properties: sharedProperties(properties) }
  const bytes = writeSingle(format, { rings, decimals, feature })
  return { bytes, sha256: sha256(bytes) }
}

/** Skips parts that a note of the planner already mentions. */
const redundancyNotes = (
  redundant: readonly RedundantPart[],
  boundaries: readonly AreaBoundary[],
  notes: readonly string[],
): readonly string[] =>
  redundant
    .map(({ polygon, role }) => ({ text: `"${boundaries[polygon].text}"`, role }))
    .filter(({ text }) => !notes.some((note) => note.includes(text)))
    .map(({ text, role }) =>
      role === 'include'
        ? `${text} adds nothing: its land is already included.`
        : `${text} removes nothing: its land is not included, or already removed.`,
    )

/** Simplifying to so few vertices moves the coast by kilometres. */
const MIN_POSITIONS_PER_VERTEX = 400

/**
 * True if boundaries are land within some metres and the answer shows less. Clipping would be most of the time, and take off less than
 * 0.01 % (docs/decisions/0064).
 */
const showsNoClipping = (whole: Rings, { boundaries, detail }: AreaTask): boolean =>
  vertexCount(whole) > MIN_POSITIONS_PER_VERTEX * maxVertices(detail) &&
  boundaries.every(({ hasCoastOfMask }) => hasCoastOfMask)

const isInside = ([lon, lat]: Position, area: Rings): boolean =>
  locate(area, toUnits(lon), toUnits(lat)) !== OUTSIDE

/** Crossings are rounded to the grid, by at most one centimetre. */
const ROUNDING = 1e-6

/** An area larger than the sum of its parts is a bug and must not be returned. */
const requirePlausible = (km2: number, parts: readonly AreaNode[], polygons: readonly Rings[]): void => {
  const most = parts.reduce((sum, { polygon }) => sum + areaKm2(polygons[polygon]), 0)
  if (km2 > most * (1 + ROUNDING))
    throw new Error(`An area of ${km2} km² was made of parts that have ${most} km² together.`)
}
