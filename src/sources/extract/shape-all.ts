/** Assembles the border of every boundary found and stores the geometries in the spool. */

import type { SourceStamp } from '../../domain/boundary/boundary.ts'
import type { Extent } from '../../domain/boundary/hierarchy.ts'
import type { SkippedBoundary } from '../../domain/catalog/import-report.ts'
import type { Position } from '../../domain/geometry/rings.ts'
import { orderedParallelMap } from '../../util/ordered-parallel-map.ts'
import type { ShapeMember } from './assemble-border.ts'
import type { Flaw } from './flaws.ts'
import { flawSentence, hasMissingMembers } from './flaws.ts'
import type { BoundaryParts } from './parts.ts'
import { MAX_MEMBERS } from './pbf/relations.ts'
import type { Tags } from './pbf/tags.ts'
import type { FoundBoundary } from './select-boundaries.ts'
import type { Shape } from './shape.ts'
import type { Spool } from './spool.ts'
import { countryCodeOf, otherCountryCodeOf, subdivisionCodeOf, wikidataOf } from './tag-values.ts'
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
 * relations, of which at most 10,000 are followed (`select-boundaries.ts`).
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
  const results = orderedParallelMap(shapeBatches(rest), workers.window, async (batch) => ({
    batch,
    outcomes: await workers.shape({
      ways: parts.ways,
      boundaries: batch.map(({ found: { members, adminLevel }, nested }) => ({
        members,
        nested,
        adminLevel,
      })),
    }),
  }))
  for await (const { batch, outcomes } of results) {
    batch.forEach(({ found: boundary }, index) => {
      const outcome = outcomes[index]
      if ('flaws' in outcome) broken.push(brokenBoundary(boundary, outcome.flaws, origin))
      else boundaries.push(spoolBoundary(spool, boundary, outcome, null))
    })
    onProgress(boundaries.length)
  }
  return { boundaries, broken }
}

const TOO_MANY_MEMBERS: Flaw = { is: 'too complex', limit: 'members', max: MAX_MEMBERS }

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
  readonly nested: readonly ShapeMember[]
}

function* shapeBatches(found: readonly FoundBoundary[]): Generator<InBatch[]> {
  let batch: InBatch[] = []
  let ways = 0
  for (const boundary of found) {
    const nested = boundary.nested()
    batch.push({ found: boundary, nested })
    ways += boundary.members.length + nested.length
    if (ways < BATCH_WAYS) continue
    yield batch
    batch = []
    ways = 0
  }
  if (batch.length > 0) yield batch
}
