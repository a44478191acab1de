/**
 * Imports the boundaries of an `.osm.pbf` file: reads their parts, puts the borders together, finds what lies in what,
 * and hands all of it to the store in one transaction. Until that ends, the store serves what it had. Coastlines go to the land mask.
 */
import type { Coast } from '../../domain/area/ports.ts'
import type { KindTables } from '../../domain/boundary/kind-table.ts'
import type { BoundarySource, BoundaryStore, ReplaceSummary } from '../../domain/catalog/ports.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { belowOf } from './below.ts'
import { coastLinesOf } from './coastlines.ts'
import { coveredCountries } from './covered.ts'
import { entriesOf } from './entries.ts'
import { type KeptBoundary, keepGoodVersions } from './keep-good.ts'
import { type BoundaryParts, readParts } from './parts.ts'
import { openPbf } from './pbf/file.ts'
import { placeBoundaries } from './place.ts'
import { type SkippedBoundary, selectBoundaries } from './select.ts'
import { type SpooledBoundary, shapeBoundaries } from './shape-all.ts'
import { openSpool } from './spool.ts'
import { workersFor } from './workers.ts'

export interface ImportOptions {
  readonly file: string
  readonly store: BoundaryStore
  /** Sources that know the world around the extract, the most trusted first. */
  readonly below: readonly BoundarySource[]
  readonly kinds: KindTables
  /** The land mask that takes the coastlines of the file. */
  readonly coast: Coast
  /** Where the import may keep a temporary file. */
  readonly dataDirectory: string
  readonly clock: Clock
  readonly onProgress?: (progress: ImportProgress) => void
  readonly signal?: AbortSignal
}

type ImportPhase = 'reading' | 'assembling' | 'placing' | 'storing'

export interface ImportProgress {
  readonly phase: ImportPhase
  readonly bytesRead: number
  readonly bytesTotal: number
  readonly elements: number
  /** Boundaries that the phase has done with. */
  readonly boundaries: number
}

export interface ImportReport {
  readonly boundaries: number
  readonly elements: number
  /** From the country down, postcode areas (null) last. */
  readonly levels: readonly { readonly adminLevel: number | null; readonly boundaries: number }[]
  readonly skipped: readonly SkippedBoundary[]
  /** Boundaries whose older version stays, because the new one is broken or implausible. */
  readonly kept: readonly KeptBoundary[]
  readonly coveredCountries: readonly string[]
  /** RFC 3339 UTC: the state of the map in the file, where it says so. */
  readonly timestamp: string | null
  readonly stored: ReplaceSummary
  /** How many coastlines the file has, and how many tiles of the land mask are drawn anew from them. */
  readonly coast: { readonly ways: number; readonly tiles: number }
}

export const importExtract = async (options: ImportOptions): Promise<ImportReport> => {
  const { store, below, kinds, clock, signal } = options
  const file = await openPbf(options.file)
  const spool = openSpool<SpooledBoundary>(options.dataDirectory)
  const workers = workersFor(file.fileBytes)
  let progress: ImportProgress = {
    phase: 'reading',
    bytesRead: 0,
    bytesTotal: file.fileBytes,
    elements: 0,
    boundaries: 0,
  }
  const report = (change: Partial<ImportProgress>): void => {
    signal?.throwIfAborted()
    progress = { ...progress, ...change }
    options.onProgress?.(progress)
  }
  try {
    report({})
    const parts = await readParts(file, workers, ({ bytes, totalBytes, elements }) => {
      report({ bytesRead: bytes, bytesTotal: totalBytes, elements })
    })
    const selection = selectBoundaries(parts)
    report({ phase: 'assembling' })
    const shaped = await shapeBoundaries(selection.found, parts, workers, spool, (boundaries) =>
      report({ boundaries }),
    )
    const good = await keepGoodVersions(store, shaped, spool)
    report({ phase: 'placing', boundaries: 0 })
    const placed = await placeBoundaries(
      good.boundaries,
      spool,
      { below: belowOf(below, store), kinds },
      (boundaries) => report({ boundaries }),
    )
    const covered = coveredCountries(placed, file.header.bbox)
    report({ phase: 'storing', boundaries: 0 })
    const entries = entriesOf(placed, spool, rfc3339(clock.now()), (boundaries) => report({ boundaries }))
    const stored = await store.replace(entries, { origin: 'extract', coveredCountries: covered })
    const coast = { ways: parts.coastlines.length, tiles: await redrawCoast(parts, options.coast) }
    return {
      boundaries: placed.length,
      elements: progress.elements,
      levels: countByLevel(placed),
      skipped: [...selection.skipped, ...good.skipped],
      kept: good.kept,
      coveredCountries: covered,
      timestamp: file.header.replicationTimestamp,
      stored,
      coast,
    }
  } finally {
    await workers.close()
    spool.close()
  }
}

/** Nothing is opened for the many files without a coast. */
const redrawCoast = async (parts: BoundaryParts, coast: Coast): Promise<number> => {
  const lines = coastLinesOf(parts)
  return lines.length === 0 ? 0 : coast.redraw(lines)
}

const countByLevel = (
  boundaries: readonly { readonly adminLevel: number | null }[],
): ImportReport['levels'] => {
  const counts = new Map<number | null, number>()
  for (const { adminLevel } of boundaries) counts.set(adminLevel, (counts.get(adminLevel) ?? 0) + 1)
  const order = (level: number | null): number => level ?? Number.POSITIVE_INFINITY
  return [...counts.entries()]
    .sort(([a], [b]) => order(a) - order(b))
    .map(([adminLevel, boundaries]) => ({ adminLevel, boundaries }))
}
