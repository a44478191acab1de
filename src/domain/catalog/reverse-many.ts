/**
 * Answers `reverse` for many points at once. The map is divided into regions; the boundaries of a region are read when the
 * first point falls into it, and indexed together. Points in the same boundaries share one answer.
 */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { DisputeClaims } from '../boundary/dispute.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { decodeRings } from '../geometry/codec.ts'
import { toUnits } from '../geometry/contains.ts'
import { onSeam, POLE } from '../geometry/map-rim.ts'
import type { Position, Rings } from '../geometry/rings.ts'
import { StackedAreas } from '../geometry/stacked-areas.ts'
import { bytesOfEdges, type StackedEdges, stackEdges } from '../geometry/stacked-edges.ts'
import type { Disputes } from './disputes.ts'
import { type LayerSource, Layers, type LayerView } from './layers.ts'
import { boxOfSquare, degreesOfSquareBox, keyOfSquare, MAX_LEVEL, type Square } from './map-squares.ts'
import { PolygonCache } from './polygon-cache.ts'
import { combineLayers, reverse } from './reverse.ts'
import { type PointSpan, type SortedPoints, sortedPoints, spansOf } from './sorted-points.ts'

export interface ReverseManyOptions {
  /** The most trusted first. */
  readonly sources: readonly LayerSource[]
  readonly disputes: Disputes
  /** Memory for cached regions, in bytes. */
  readonly regionBytes: number
  readonly sharing?: RegionSharing
}

/** Boundaries of a square of the map, in a form that threads can share. */
export interface RegionContent {
  readonly members: readonly RegionMember[]
  readonly edges: StackedEdges
}

/** A boundary of a layer, or disputed land. */
export type RegionMember =
  | { readonly layer: number; readonly id: BoundaryId }
  | { readonly claims: DisputeClaims }

/** Lets threads share the work of reading a region, so that it is read once. */
export interface RegionSharing {
  readonly threads: number
  /** Returns the content of the square, built here or by another thread; null for a square with too many boundaries. */
  readonly get: (square: number, build: () => Promise<RegionContent | null>) => Promise<RegionContent | null>
  /** Calls the listener when the memory of a square must be freed. */
  readonly onDropped: (listener: (square: number) => void) => void
}

const ALONE: RegionSharing = { threads: 1, get: (_, build) => build(), onDropped: () => {} }

export const openReverseMany = async ({
  sources,
  disputes,
  regionBytes,
  sharing = ALONE,
}: ReverseManyOptions) => {
  const layers = new Layers(sources)
  const version = await layers.version()
  const view = await layers.view()
  const answers = distinctAnswers(view)
  const regions = createRegions(view, disputes, answers, regionBytes, sharing)
  // Points on the rim of the map belong to two regions; there are few of them.
  const polygons = new PolygonCache(RIM_POLYGON_BYTES)
  const atRim = async (point: Position): Promise<number> =>
    answers.add(await reverse(view, polygons, point, await disputes.at(point)))
  return {
    /** From the country to the smallest, then postcode areas; empty at sea. */
    answers: answers.all,
    /** False as soon as the catalog differs from when this was opened. */
    isCurrent: async (): Promise<boolean> => (await layers.version()) === version,
    /** Returns the index in `answers` for each point. Longitudes and latitudes are in degrees, inside ±180 and ±90. */
    locate: async (lonsDegrees: Float64Array, latsDegrees: Float64Array): Promise<Int32Array> => {
      const lons = inUnits(lonsDegrees)
      const lats = inUnits(latsDegrees)
      const found = new Int32Array(lons.length)
      const inner = new Int32Array(lons.length)
      let count = 0
      for (let point = 0; point < lons.length; point++) {
        if (!isOnRim(lons[point], lats[point])) inner[count++] = point
        else found[point] = await atRim([lonsDegrees[point], latsDegrees[point]])
      }
      const points = sortedPoints(inner.subarray(0, count), lons, lats)
      const waiting = endingAtFirstPoint(spansOf(points, 0, count, 0), points)
      for (let span = waiting.pop(); span !== undefined; span = waiting.pop()) {
        const region = await regions.get(span.square)
        if (region !== null) await region.locate(points, span, found)
        else waiting.push(...spansOf(points, span.from, span.to, span.square.level + 1))
      }
      return found
    },
  }
}

/** Puts the span of the first point last, so that threads with different points do not all need the same region first. */
const endingAtFirstPoint = (spans: readonly PointSpan[], { places }: SortedPoints): PointSpan[] => {
  let first = 0
  for (let at = 1; at < places.length; at++) if (places[at] < places[first]) first = at
  const next = spans.findIndex(({ to }) => first < to) + 1
  return [...spans.slice(next), ...spans.slice(0, next)]
}

const inUnits = (degrees: Float64Array): Float64Array => {
  const units = new Float64Array(degrees.length)
  for (let i = 0; i < degrees.length; i++) units[i] = toUnits(degrees[i])
  return units
}

const RIM_POLYGON_BYTES = 64 * 1024 * 1024

const isOnRim = (lonUnits: number, latUnits: number): boolean =>
  onSeam(lonUnits) || latUnits === POLE || latUnits === -POLE

/** The boundaries of a square, and the answer of each set of them. */
class SquareIndex {
  readonly #members: readonly RegionMember[]
  readonly #index: StackedAreas
  readonly #edgeBytes: number
  readonly #answers: DistinctAnswers
  /** Indexed by set. */
  readonly #answerOf: number[] = []

  constructor({ members, edges }: RegionContent, answers: DistinctAnswers) {
    this.#members = members
    this.#index = new StackedAreas(edges)
    this.#edgeBytes = bytesOfEdges(edges)
    this.#answers = answers
  }

  byteLength(threads: number): number {
    return this.#index.byteLength + this.#edgeBytes / threads
  }

  /** Writes the answers of the points to `found`, at the places where the points stood. */
  async locate(
    { lons, lats, places }: SortedPoints,
    { from, to }: PointSpan,
    found: Int32Array,
  ): Promise<void> {
    const sets = new Int32Array(to - from)
    const unknown = new Set<number>()
    for (let point = from; point < to; point++) {
      const set = this.#index.at(lons[point], lats[point])
      sets[point - from] = set
      if (this.#answerOf[set] === undefined) unknown.add(set)
    }
    if (unknown.size > 0) await this.#learn([...unknown])
    for (let point = from; point < to; point++) found[places[point]] = this.#answerOf[sets[point - from]]
  }

  async #learn(sets: readonly number[]): Promise<void> {
    const membersOf = (set: number) => this.#index.members(set).map((member) => this.#members[member])
    const members = sets.map(membersOf)
    await this.#answers.read(members.flat())
    for (const [i, set] of sets.entries()) this.#answerOf[set] = await this.#answers.of(members[i])
  }
}

const createRegions = (
  view: LayerView,
  disputes: Disputes,
  answers: DistinctAnswers,
  maxBytes: number,
  sharing: RegionSharing,
) => {
  /** By square; the least recently used first. */
  const kept = new Map<number, SquareIndex>()
  /** Squares with too many boundaries for one index. */
  const divided = new Set<number>()
  sharing.onDropped((square) => kept.delete(square))

  /** Returns null for a divided square: its quarters are regions, or divided in turn. */
  const get = async (square: Square): Promise<SquareIndex | null> => {
    const key = keyOfSquare(square)
    if (divided.has(key)) return null
    let region = kept.get(key)
    if (region === undefined) {
      const content = await sharing.get(key, () => read(square))
      if (content === null) {
        divided.add(key)
        return null
      }
      region = new SquareIndex(content, answers)
    }
    kept.delete(key)
    makeRoom()
    kept.set(key, region)
    return region
  }

  /** Recounts the sizes, because indexes grow with use. */
  const makeRoom = (): void => {
    let bytes = 0
    const bytesOf = (region: SquareIndex): number => region.byteLength(sharing.threads)
    for (const region of kept.values()) bytes += bytesOf(region)
    for (const [key, region] of kept) {
      if (bytes <= maxBytes) return
      kept.delete(key)
      bytes -= bytesOf(region)
    }
  }

  const read = async (square: Square): Promise<RegionContent | null> => {
    const box = boxOfSquare(square)
    const ids: (readonly BoundaryId[])[] = []
    for (const [layer, source] of view.sources.entries()) {
      const candidates = await source.candidatesIn(degreesOfSquareBox(box))
      ids[layer] = [...new Set(candidates.map(({ id }) => id))]
    }
    if (ids.flat().length > MAX_BOUNDARIES && square.level < MAX_LEVEL) return null
    const members: RegionMember[] = []
    const areas: Rings[] = []
    for (const [layer, source] of view.sources.entries()) {
      const geometries = await source.geometries(ids[layer])
      for (const id of ids[layer]) {
        const rings = geometries.get(id)
        if (rings === undefined) continue
        members.push({ layer, id })
        areas.push(decodeRings(rings))
      }
    }
    for (const { land, bbox: _, ...claims } of await disputes.near([degreesOfSquareBox(box)])) {
      members.push({ claims })
      areas.push(decodeRings(land))
    }
    return { members, edges: stackEdges(areas, box) }
  }

  return { get }
}

/** Above this, the polygons of one index would take too much memory; the square is divided. */
const MAX_BOUNDARIES = 4_000

/** Stores each distinct answer once. */
type DistinctAnswers = ReturnType<typeof distinctAnswers>

const distinctAnswers = (view: LayerView) => {
  const all: (readonly BoundaryRecord[])[] = []
  const byMembers = new Map<string, number>()
  const byIds = new Map<string, number>()

  /** Reads the records of boundaries in few queries, before answers need them. */
  const read = async (members: readonly RegionMember[]): Promise<void> => {
    for (const layer of view.sources.keys()) {
      const ids = [...new Set(idsIn(members, layer))]
      for (let first = 0; first < ids.length; first += MAX_IDS)
        await view.recordsOf(layer, ids.slice(first, first + MAX_IDS))
    }
  }

  const of = async (members: readonly RegionMember[]): Promise<number> => {
    const key = members.map(memberKey).sort().join()
    const known = byMembers.get(key)
    if (known !== undefined) return known
    const disputes = members.flatMap((member) => ('claims' in member ? [member.claims] : []))
    const found = await combineLayers(view, async (layer) => idsIn(members, layer), disputes)
    const answer = add(found)
    byMembers.set(key, answer)
    return answer
  }

  const add = (records: readonly BoundaryRecord[]): number => {
    const key = records.map(({ id }) => id).join()
    const known = byIds.get(key)
    if (known !== undefined) return known
    all.push(records)
    byIds.set(key, all.length - 1)
    return all.length - 1
  }

  return { read, of, add, all }
}

/** Maximum number of records in one query. */
const MAX_IDS = 500

const idsIn = (members: readonly RegionMember[], layer: number): BoundaryId[] =>
  members.flatMap((member) => ('id' in member && member.layer === layer ? [member.id] : []))

const memberKey = (member: RegionMember): string =>
  'id' in member ? `${member.layer} ${member.id}` : `${member.claims.area} ${member.claims.source}`
