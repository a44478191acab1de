/** Imports files into a new catalog, in a separate process; prints the time of the last one and the peak memory. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importLane } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import type { ImportProgress, ImportReport } from '../../src/domain/catalog/import-report.ts'
import { importExtract } from '../../src/sources/extract/import-extract.ts'
import { NothingPlaced } from '../../src/sources/extract/nothing-placed.ts'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import { openLand } from '../../src/sources/land/open-land.ts'
import { SqlBoundaryStore } from '../../src/storage/sql/catalog/boundary-store.ts'
import { CATALOG } from '../../src/storage/sql/catalog/migrations.ts'
import type { CatalogTables } from '../../src/storage/sql/catalog/schema.ts'
import { openSqlite } from '../../src/storage/sql/sqlite.ts'
import { systemClock } from '../../src/util/clock.ts'

export interface ImportRun {
  readonly ms: number
  /** Processor time of all threads. */
  readonly cpuMs: number
  readonly peakBytes: number
  readonly boundaries: number
  readonly elements: number
  /** The first sentence about what was left out or not looked at; null if there is none. */
  readonly leftOut: string | null
  /** Milliseconds until the end of each phase. */
  readonly phases: Readonly<Record<string, number>>
}

const directory = mkdtempSync(join(tmpdir(), 'metes-bench-'))
const database = await openSqlite<CatalogTables>(join(directory, 'catalog.db'), CATALOG, {
  cacheBytes: 64 << 20,
})
const store = new SqlBoundaryStore(database, 'extract')
const kinds = loadKindTables(join(import.meta.dirname, '../../data/kinds'))
const land = openLand({
  packedIn: join(import.meta.dirname, '../../data/land'),
  dataDirectory: directory,
  file: null,
})
const importFile = (file: string, onProgress: (progress: ImportProgress) => void) =>
  importExtract({
    openCompute: (threads) => openCompute({ import: importLane(threads) }),
    file,
    store,
    lowerLayers: [],
    kinds,
    land,
    dataDirectory: directory,
    clock: systemClock,
    onProgress,
  })
const leftOutOf = ({ skipped, coast, crowded, cleaned }: ImportReport): string | null =>
  [
    ...skipped.map(({ reason }) => reason),
    ...coast.skipped,
    ...crowded.map(({ reason }) => reason),
    ...cleaned.map(({ reason }) => reason),
  ][0] ?? null

const files = process.argv.slice(2)
for (const file of files.slice(0, -1)) await importFile(file, () => {})
const started = performance.now()
const cpu = process.cpuUsage()
const phases: Record<string, number> = {}
let elements = 0
const report = await importFile(files[files.length - 1], (progress) => {
  phases[progress.phase] = performance.now() - started
  elements = progress.elements
}).catch((error: unknown) => {
  // A limit has ended it.
  if (error instanceof NothingPlaced) return error
  throw error
})
const { user, system } = process.cpuUsage(cpu)
const run: ImportRun = {
  ms: performance.now() - started,
  cpuMs: (user + system) / 1000,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  boundaries: report instanceof NothingPlaced ? 0 : report.boundaries,
  elements,
  leftOut: report instanceof NothingPlaced ? report.message : leftOutOf(report),
  phases,
}
await database.close()
rmSync(directory, { recursive: true })
console.log(JSON.stringify(run))
