/** Assembles fetched boundaries like an import, and stores them. */
import type { BoundaryId } from '../../domain/boundary/id.ts'
import type { KindTables } from '../../domain/boundary/kind-table.ts'
import type { ReportedBoundary } from '../../domain/catalog/import-report.ts'
import type { BoundaryEntry, BoundaryStore } from '../../domain/catalog/ports.ts'
import { peopleOf } from '../../domain/catalog/prominence.ts'
import { entriesOf } from '../extract/entries-from-spool.ts'
import type { BoundaryParts } from '../extract/extract-parts.ts'
import { keepGoodVersions } from '../extract/keep-good-version.ts'
import type { KnownWorld } from '../extract/known-world.ts'
import { type PlacedBoundary, placeBoundaries } from '../extract/place-boundaries.ts'
import { reportedConflicts } from '../extract/reported-conflicts.ts'
import { selectBoundaries } from '../extract/select-boundaries.ts'
import { type PartsOrigin, type SpooledBoundary, shapeBoundaries } from '../extract/shape-all.ts'
import type { Workers } from '../extract/workers.ts'
import { memorySpool } from './memory-spool.ts'
import type { ShrunkBoundaries } from './shrunk-boundaries.ts'

export interface TakenBoundaries {
  readonly taken: readonly BoundaryId[]
  /** Requested boundaries without a polygon, with the reason. */
  readonly skipped: readonly ReportedBoundary[]
  /** Boundaries that take nothing of what they claim: only their own ids find them. */
  readonly conflicts: readonly ReportedBoundary[]
  /** Boundaries that lost most of their land at once: their previous version stays. */
  readonly kept: readonly ReportedBoundary[]
}

export interface Fetched {
  readonly parts: BoundaryParts
  /** Ids of the requested boundaries; the parts may have pieces of others. */
  readonly wanted: ReadonlySet<string>
  /** RFC 3339 UTC. */
  readonly fetchedAt: string
  readonly mapTimestamp: string | null
}

/** Shapes, places and stores the wanted boundaries of an answer, at the cost and within the limits of an import. */
export const takeParts = async (
  { parts, wanted, fetchedAt, mapTimestamp }: Fetched,
  world: {
    readonly store: BoundaryStore
    /** What is known around the fetched boundaries. */
    readonly world: KnownWorld
    readonly kinds: KindTables
    readonly workers: Workers
    readonly shrunk: ShrunkBoundaries
  },
): Promise<TakenBoundaries> => {
  const spool = memorySpool<SpooledBoundary>()
  const selection = selectBoundaries(parts)
  const isWanted = ({ id }: { readonly id: BoundaryId }): boolean => wanted.has(id)
  const shaped = await shapeBoundaries(
    selection.found.filter(isWanted),
    parts,
    world.workers,
    spool,
    ignore,
    ANSWER,
  )
  const good = await keepGoodVersions(world.store, shaped, spool, world.shrunk.isConfirmed)
  const { boundaries: placed } = await placeBoundaries(good.boundaries, spool, null, world, ignore)
  const entries = entriesOf(placed, spool, { origin: 'live', fetchedAt, dataTimestamp: mapTimestamp }, ignore)
  await world.store.replace(rankedAsKnown(entries, placed), { origin: 'live', coveredCountries: [] })
  return {
    taken: placed.map(({ id }) => id),
    skipped: [...selection.skipped.filter(isWanted), ...good.skipped],
    conflicts: reportedConflicts(placed),
    kept: good.kept,
  }
}

/** A boundary ranks like the known one that it replaces, whatever its tags say. */
async function* rankedAsKnown(
  entries: AsyncIterable<BoundaryEntry>,
  placed: readonly PlacedBoundary[],
): AsyncGenerator<BoundaryEntry> {
  let index = 0
  for await (const entry of entries) {
    const people = placed[index++].standsFor.map(peopleOf)
    yield people.length === 0
      ? entry
      : { ...entry, record: { ...entry.record, probablePopulation: Math.round(Math.max(...people)) } }
  }
}

/** A complete answer has every member that the map has, so a missing one is an error of the map. */
const ANSWER: PartsOrigin = { name: 'OpenStreetMap’s answer', isCut: false }

const ignore = (): void => {}
