/** A catalog in a temporary directory, and imports into it. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LandMask } from '../../src/domain/area/ports.ts'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { ImportProgress, ImportReport } from '../../src/domain/catalog/import-report.ts'
import type { BoundarySource, BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { importExtract } from '../../src/sources/extract/import-extract.ts'
import { loadKindTables } from '../../src/sources/kinds/kind-tables.ts'
import { openLand } from '../../src/sources/land/open-land.ts'
import { SqlBoundaryStore } from '../../src/storage/sql/catalog/boundary-store.ts'
import { CATALOG } from '../../src/storage/sql/catalog/migrations.ts'
import type { CatalogTables } from '../../src/storage/sql/catalog/schema.ts'
import { openSqlite } from '../../src/storage/sql/sqlite.ts'
import { openImportCompute } from './extract-workers.ts'
import { type MapSpec, type WriteOptions, writePbf } from './pbf-writer.ts'

export interface ImportWorld {
  readonly directory: string
  readonly store: BoundaryStore
  importFile(
    file: string,
    lowerLayers?: readonly BoundarySource[],
    signal?: AbortSignal,
    allowOlder?: boolean,
  ): Promise<ImportReport>
  importBytes(
    bytes: Uint8Array,
    lowerLayers?: readonly BoundarySource[],
    allowOlder?: boolean,
  ): Promise<ImportReport>
  importMap(
    map: MapSpec,
    options?: WriteOptions,
    lowerLayers?: readonly BoundarySource[],
    allowOlder?: boolean,
  ): Promise<ImportReport>
  /** The bundled mask, with imported coasts. */
  readonly land: LandMask
  /** Progress reported by the last import. */
  readonly progress: readonly ImportProgress[]
  record(id: string): Promise<BoundaryRecord | null>
  rings(id: string): Promise<Rings>
  close(): Promise<void>
}

const LAND = fileURLToPath(new URL('../../data/land', import.meta.url))
const KINDS = loadKindTables(fileURLToPath(new URL('../../data/kinds', import.meta.url)))
/** 2024-05-06T07:08:09Z */
const NOW = 1_714_979_289_000

/** A store for imports, and its cleanup. */
interface OpenedStore {
  readonly store: BoundaryStore
  close(): Promise<void>
}

const sqliteIn = async (directory: string): Promise<OpenedStore> => {
  const options = { cacheBytes: 1 << 24 }
  const database = await openSqlite<CatalogTables>(join(directory, 'catalog.db'), CATALOG, options)
  return { store: new SqlBoundaryStore(database, 'extract'), close: database.close }
}

export const openImportWorld = async (
  open: (directory: string) => Promise<OpenedStore> = sqliteIn,
): Promise<ImportWorld> => {
  const directory = mkdtempSync(join(tmpdir(), 'metes-import-'))
  const opened = await open(directory)
  const { store } = opened
  const land = openLand({ packedIn: LAND, dataDirectory: directory, file: null })
  let progress: ImportProgress[] = []
  const importFile: ImportWorld['importFile'] = (file, lowerLayers = [], signal, allowOlder = false) => {
    progress = []
    return importExtract({
      openCompute: openImportCompute,
      file,
      store,
      lowerLayers,
      kinds: KINDS,
      land,
      dataDirectory: directory,
      clock: { now: () => NOW, elapsedMs: () => 0 },
      allowOlder,
      onProgress: (event) => progress.push(event),
      ...(signal === undefined ? {} : { signal }),
    })
  }
  const importBytes: ImportWorld['importBytes'] = (bytes, lowerLayers, allowOlder) => {
    const file = join(directory, 'map.osm.pbf')
    writeFileSync(file, bytes)
    return importFile(file, lowerLayers, undefined, allowOlder)
  }
  return {
    directory,
    store,
    importFile,
    importBytes,
    land,
    importMap: (map, options, lowerLayers, allowOlder) =>
      importBytes(writePbf(map, options), lowerLayers, allowOlder),
    get progress() {
      return progress
    },
    record: async (id) => (await store.records([id as BoundaryId]))[0] ?? null,
    rings: async (id) => {
      const geometry = await store.geometry(id as BoundaryId)
      if (geometry === null) throw new Error(`There is no geometry of ${id}.`)
      return decodeRings(geometry.rings)
    },
    close: async () => {
      await land.close()
      await opened.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
