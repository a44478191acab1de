/**
 * Imports the boundaries of an `.osm.pbf` file: reads their parts, assembles the borders, finds what lies in what, and stores
 * everything in one transaction. Until that commits, the store serves its old state. Coastlines go to the land mask, and the tiles around the
 * boundaries are prepared last.
 */
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import type { Compute } from '../../compute/port.ts'
import type { LandMask, UpdatableLand } from '../../domain/area/ports.ts'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import type { KindTables } from '../../domain/boundary/kind-table.ts'
import type {
  ImportProgress,
  ImportReport,
  KeptBoundary,
  ReportedBoundary,
  ReportedCoast,
} from '../../domain/catalog/import-report.ts'
import type { BoundarySource, BoundaryStore, ImportStamp } from '../../domain/catalog/ports.ts'
import type { BBox } from '../../domain/geometry/rings.ts'
import type { TilePreparer } from '../../domain/tiles/ports.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { SERVICE } from '../../util/work-owner.ts'
import { coastLinesOf } from './coastlines-of-extract.ts'
import { entriesOf } from './entries-from-spool.ts'
import { type BoundaryParts, readParts } from './extract-parts.ts'
import { keepGoodVersions } from './keep-good-version.ts'
import { createKnownWorld } from './known-world.ts'
import { mapDateOf } from './map-date.ts'
import { NothingPlaced } from './nothing-placed.ts'
import { openPbf } from './pbf/file.ts'
import { type PlacedBoundary, placeBoundaries } from './place-boundaries.ts'
import { reportedConflicts } from './reported-conflicts.ts'
import { selectBoundaries } from './select-boundaries.ts'
import {
  type ShapedBoundaries,
  type ShapedBoundary,
  type SpooledBoundary,
  shapeBoundaries,
} from './shape-all.ts'
import { openSpool, type Spool } from './spool.ts'
import { openWorkers, type WorkersOptions } from './workers.ts'

export interface ImportOptions {
  readonly file: string
  readonly store: BoundaryStore
  /** Sources of the boundaries around the extract, the most trusted first. */
  readonly lowerLayers: readonly BoundarySource[]
  readonly kinds: KindTables
  /** The land mask, which takes the file's coastlines. */
  readonly land: LandMask & UpdatableLand
  /** Absent: blocks of tiles are prepared by their first requests. */
  readonly tiles?: TilePreparer | undefined
  /** Opens the lane for imports, with this number of threads. */
  readonly openCompute: (threads: number) => Compute
  /** Directory for a temporary file. */
  readonly dataDirectory: string
  readonly clock: Clock
  /** Accept the file although the store has newer data about the same places. */
  readonly allowOlder?: boolean
  readonly onProgress?: (progress: ImportProgress) => void
  readonly signal?: AbortSignal
}

/**
 * Each step states its cost, and the limits are in docs/decisions/0123: together O(n log n) in the bytes of the file.
 *
 * @throws NothingPlaced if the file has nothing to store
 */
export const importExtract = async (options: ImportOptions): Promise<ImportReport> => {
  const { store, lowerLayers, kinds, clock, signal } = options
  const file = await openPbf(options.file)
  const spool = openSpool<SpooledBoundary>(options.dataDirectory)
  const { threads, scansInPlace } = threadsFor(file.fileBytes)
  const compute = options.openCompute(threads)
  const workers = openWorkers({ compute, owner: SERVICE, threads, scansInPlace })
  let progress: ImportProgress = {
    phase: 'reading',
    bytesRead: 0,
    bytesTotal: file.fileBytes,
    elements: 0,
    boundaries: 0,
    blocksDone: 0,
    blocks: 0,
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
    refuseAllCut(shaped, parts)
    const good = await keepGoodVersions(store, shaped, spool)
    const isEmpty = good.boundaries.length === 0 && coastLinesOf(parts).lines.length === 0
    if (isEmpty) throw new NothingPlaced([...selection.skipped, ...good.skipped])
    report({ phase: 'placing', boundaries: 0 })
    const world = createKnownWorld({ sources: [store, ...lowerLayers], store, land: options.land })(workers)
    const placement = await placeBoundaries(
      good.boundaries,
      spool,
      { box: file.header.bbox },
      { world, kinds, workers },
      (boundaries) => report({ boundaries }),
    )
    const { boundaries: placed, coveredCountries: covered } = placement
    report({ phase: 'storing', boundaries: 0 })
    const importedAt = rfc3339(clock.now())
    const mapDate = mapDateOf(file.header.replicationTimestamp, importedAt)
    const { timestamp: dataTimestamp } = mapDate
    const stamp: ImportStamp = { file: extractFileName(options.file), importedAt, dataTimestamp }
    const taken = { origin: 'extract' as const, fetchedAt: importedAt, dataTimestamp }
    const entries = entriesOf(placed, spool, taken, (boundaries) => report({ boundaries }))
    const older: KeptBoundary[] = []
    const stored = await store.replace(entries, {
      origin: 'extract',
      coveredCountries: covered,
      import: stamp,
      about: covered.length > 0 ? covered : [mainCountry(placed)],
      allowOlder: options.allowOlder === true,
      onOlder: (record) => older.push(newerIsKept(record)),
    })
    const coast = await redrawCoast(parts, options.land)
    // Everything is stored: an interruption from here on only leaves blocks of tiles to their first requests.
    const tiles = await options.tiles?.prepare(placedRings(placed, spool), {
      onProgress: (blocksDone, blocks) =>
        options.onProgress?.({ ...progress, phase: 'tiles', blocksDone, blocks }),
      signal,
    })
    return {
      boundaries: placed.length,
      elements: progress.elements,
      levels: countByLevel(placed),
      skipped: [...selection.skipped, ...good.skipped],
      kept: [...good.kept, ...older],
      conflicts: reportedConflicts(placed),
      cleaned: selection.cleaned,
      crowded: [
        ...placement.crowded.map((each) => crowdedBoundary(each, AMONG_OWN)),
        ...placement.crowdedByKnown.map((each) => crowdedBoundary(each, AMONG_KNOWN)),
      ],
      coveredCountries: covered,
      ...mapDate,
      stored,
      coast,
      tiles: tiles ?? null,
    }
  } finally {
    await compute.close()
    spool.close()
  }
}

/**
 * A file in which every boundary lacks parts is damaged or reduced, and says nothing about the boundaries of earlier imports, which it would
 * mark as stale.
 */
const refuseAllCut = ({ boundaries, broken }: ShapedBoundaries, parts: BoundaryParts): void => {
  const skipped = broken.map((each) => each.skipped)
  if (boundaries.length > 0 || skipped.length === 0 || !skipped.every(({ isCut }) => isCut)) return
  if (coastLinesOf(parts).lines.length === 0) throw new NothingPlaced(skipped)
}

/** A smaller file is read in less time than threads take to start. */
const SMALL_FILE_BYTES = 16 * 1024 * 1024
/** More threads would only wait for the disk. */
const MAX_THREADS = 16

const threadsFor = (fileBytes: number): Pick<WorkersOptions, 'threads' | 'scansInPlace'> =>
  fileBytes <= SMALL_FILE_BYTES
    ? { threads: 1, scansInPlace: true }
    : { threads: Math.min(MAX_THREADS, availableParallelism()), scansInPlace: false }

function* placedRings(
  placed: readonly PlacedBoundary[],
  spool: Spool<SpooledBoundary>,
): Iterable<Uint8Array> {
  for (const { spooled } of placed) yield spool.geometry(spooled).rings
}

/** The country with most boundaries of a file that holds no country completely. */
const mainCountry = (boundaries: readonly PlacedBoundary[]): string | null => {
  const counts = new Map<string | null, number>()
  for (const { country } of boundaries) counts.set(country, (counts.get(country) ?? 0) + 1)
  let main: string | null = null
  for (const [country, count] of counts) if (count > (counts.get(main) ?? 0)) main = country
  return main
}

/** Returns the file's name for lists, cleaned, because file names may contain any character. */
const extractFileName = (path: string): string =>
  basename(path)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, MAX_FILE_NAME)

const MAX_FILE_NAME = 255

const newerIsKept = ({ id, name, adminLevel }: BoundaryRecord): KeptBoundary => ({
  id,
  name,
  adminLevel,
  reason: 'The catalog has a newer version than the file.',
  stale: false,
})

const AMONG_OWN =
  'So many boundaries overlap it that only the first ones in the file were tested as its parents.'
const AMONG_KNOWN =
  'So many boundaries of earlier imports overlap it that it was compared with only some of them.'

const crowdedBoundary = (
  { id, name, adminLevel }: ShapedBoundary,
  reason: ReportedBoundary['reason'],
): ReportedBoundary => ({ id, name, adminLevel, reason })

/** Opens nothing for a file without a coast, as most are. */
const redrawCoast = async (parts: BoundaryParts, coast: UpdatableLand): Promise<ReportedCoast> => {
  const { lines, skipped } = coastLinesOf(parts)
  const ways = parts.coastlines.length
  if (lines.length === 0) return { ways, tiles: 0, skipped }
  const { tiles, tooComplex } = await coast.redraw(lines)
  return { ways, tiles, skipped: [...skipped, ...tooComplex.map(keptCoast)] }
}

const keptCoast = ([west, south, east, north]: BBox): string =>
  `The coast between ${west}, ${south} and ${east}, ${north} (longitude, latitude) stays as it was: the coastlines there are too complex to process.`

const countByLevel = (
  boundaries: readonly { readonly adminLevel: number | null }[],
): ImportReport['levels'] => {
  const order = (level: number | null): number => level ?? Number.POSITIVE_INFINITY
  return [...Map.groupBy(boundaries, ({ adminLevel }) => adminLevel)]
    .sort(([a], [b]) => order(a) - order(b))
    .map(([adminLevel, { length }]) => ({ adminLevel, boundaries: length }))
}
