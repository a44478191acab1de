/** Assembles the border of every boundary found and stores the geometries in the spool. */

import type { SourceStamp } from '../../domain/boundary/boundary.ts'
import type { Extent } from '../../domain/boundary/hierarchy.ts'
import type { SkippedBoundary } from '../../domain/catalog/import-report.ts'
import type { Position } from '../../domain/geometry/rings.ts'
import { orderedParallelMap } from '../../util/ordered-parallel-map.ts'
import type { ShapeMember } from './assemble-border.ts'
import type { Flaw } from './border-flaws.ts'
import { flawSentence, hasMissingMembers } from './border-flaws.ts'
import type { BoundaryParts } from './extract-parts.ts'
import { MAX_MEMBERS } from './pbf/relations.ts'
import type { Tags } from './pbf/tags.ts'
import type { FoundBoundary } from './select-boundaries.ts'
import type { Shape } from './shape.ts'
import { MAX_SHARING, SharingLimit } from './sharing-limit.ts'
import type { Spool } from './spool.ts'
import { countryCodeOf, otherCountryCodeOf, subdivisionCodeOf, wikidataOf } from './tag-values.ts'
import { findWay, type WayTable } from './way-table.ts'
import type { Workers } from './workers.ts'

/** The part of each boundary that stays in memory during the import; the rest is in the spool. */
export interface ShapedBoundary extends Extent {
  readonly name: string
  readonly centroid: Position
  readonly wikidata: string | null
  /** Own code, ISO 3166-1 alpha-2: for countries, and dependencies with a code. */
  readonly ownCountry: string | null
  /** Every ISO 3166 code of its own. */
  readonly isoCodes: readonly string[]
  /** Index in the spool. */
  readonly spooled: number
}

/** Data in the spool besides the geometry. */
export interface SpooledBoundary {
  readonly tags: Tags
  /** Tags of its `label` node. */
  readonly label: Tags | null
  readonly vertices: number
  readonly version: number | null
  readonly timestamp: string | null
  /** Stamp of the older version, if that is kept. */
  readonly kept: SourceStamp | null
}

interface BrokenBoundary {
  readonly found: FoundBoundary
  readonly skipped: SkippedBoundary
}

export interface ShapedBoundaries {
  readonly boundaries: readonly ShapedBoundary[]
  readonly broken: readonly BrokenBoundary[]
}

/** Name of the place that the parts were read from, for messages, and whether it may end before a boundary does. */
export interface PartsOrigin {
  readonly name: string
  readonly isCut: boolean
}

const FILE: PartsOrigin = { name: 'the file', isCut: true }

/** Member ways of a batch of boundaries: some milliseconds of work. */
const BATCH_WAYS = 512

/**
 * O(n log n) in the positions and crossings of each boundary, which are limited (`work-limits.ts`), and O(m) in the ways of its member
 * relations, of which at most 10,000 are followed (`select-boundaries.ts`). Each way is read for a hundred boundaries (`sharing-limit.ts`).
 */
export const shapeBoundaries = async (
  found: readonly FoundBoundary[],
  parts: BoundaryParts,
  workers: Workers,
  spool: Spool<SpooledBoundary>,
  onProgress: (boundaries: number) => void,
  origin = FILE,
): Promise<ShapedBoundaries> => {
  const boundaries: ShapedBoundary[] = []
  const broken = found
    .filter(({ hasTooManyMembers }) => hasTooManyMembers)
    .map((boundary) => brokenBoundary(boundary, [TOO_MANY_MEMBERS], origin))
  const rest = found.filter(({ hasTooManyMembers }) => !hasTooManyMembers)
  const refuse = (boundary: FoundBoundary): void => {
    broken.push(brokenBoundary(boundary, [TOO_MUCH_SHARED], origin))
  }
  const results = orderedParallelMap(
    shapeBatches(rest, parts.ways, refuse),
    workers.window,
    async (batch) => ({
      batch,
      outcomes: await workers.shape({
        ways: parts.ways,
        boundaries: batch.map(({ found: { members, adminLevel }, nested }) => ({
          members,
          nested: nested ?? [],
          adminLevel,
        })),
      }),
    }),
  )
  for await (const { batch, outcomes } of results) {
    batch.forEach(({ found: boundary, nested }, index) => {
      const outcome = outcomes[index]
      if ('flaws' in outcome && nested === null) refuse(boundary)
      else if ('flaws' in outcome) broken.push(brokenBoundary(boundary, outcome.flaws, origin))
      else boundaries.push(spoolBoundary(spool, boundary, outcome, null))
    })
    onProgress(boundaries.length)
  }
  return { boundaries, broken }
}

const TOO_MANY_MEMBERS: Flaw = { is: 'too complex', limit: 'members', max: MAX_MEMBERS }

const TOO_MUCH_SHARED: Flaw = { is: 'too complex', limit: 'sharing', max: MAX_SHARING }

/** Writes one boundary to the spool; `kept` is the stamp of the older version whose shape is used. */
export const spoolBoundary = (
  spool: Spool<SpooledBoundary>,
  found: Pick<FoundBoundary, 'id' | 'name' | 'adminLevel' | 'tags' | 'label' | 'version' | 'timestamp'>,
  shape: Shape,
  kept: SourceStamp | null,
): ShapedBoundary => {
  const { id, name, adminLevel, tags, label, version, timestamp } = found
  const { bbox, areaKm2, centroid, samples, vertices, geometry } = shape
  const spooled = spool.count
  spool.add({ tags, label, vertices, version, timestamp, kept }, geometry)
  const isPostal = adminLevel === null
  const ownCountry = isPostal ? null : countryCodeOf(tags)
  const codes = isPostal ? [] : [ownCountry, otherCountryCodeOf(tags), subdivisionCodeOf(tags)]
  const isoCodes = [...new Set(codes.filter((code) => code !== null))]
  return {
    id,
    name,
    adminLevel,
    areaKm2,
    bbox,
    centroid,
    samples,
    wikidata: wikidataOf(tags),
    ownCountry,
    isoCodes,
    spooled,
  }
}

const brokenBoundary = (
  found: FoundBoundary,
  flaws: readonly Flaw[],
  { name: origin, isCut }: PartsOrigin,
): BrokenBoundary => {
  const { id, name, adminLevel, members } = found
  const reason = flawSentence(flaws, members.length, origin)
  return { found, skipped: { id, name, adminLevel, reason, isCut: isCut && hasMissingMembers(flaws) } }
}

/** A boundary with the ways of its member relations, which are listed only while its batch is assembled. */
interface InBatch {
  readonly found: FoundBoundary
  /** Null if one of the relations, or a way of theirs, belongs to too many boundaries. */
  readonly nested: readonly ShapeMember[] | null
}

/** Boundaries whose own ways too many others have are refused instead. */
function* shapeBatches(
  found: readonly FoundBoundary[],
  table: WayTable,
  refuse: (boundary: FoundBoundary) => void,
): Generator<InBatch[]> {
  const sharing = new SharingLimit()
  const allows = (members: readonly ShapeMember[]): boolean => {
    const distinct = new Set(members.map(({ way }) => findWay(table, way)))
    distinct.delete(-1)
    return distinct.values().every((way) => sharing.allows(way, table.ends[way] - table.starts[way]))
  }
  let batch: InBatch[] = []
  let ways = 0
  for (const boundary of found) {
    if (!allows(boundary.members)) {
      refuse(boundary)
      continue
    }
    const listed = boundary.nested()
    const nested = listed !== null && allows(listed) ? listed : null
    batch.push({ found: boundary, nested })
    ways += boundary.members.length + (nested?.length ?? 0)
    if (ways < BATCH_WAYS) continue
    yield batch
    batch = []
    ways = 0
  }
  if (batch.length > 0) yield batch
}
