/** Opens extracts on servers: regions by name or code, their download and import, and their import again by a timer. */
import { join } from 'node:path'
import type { RemoteExtract, WantedExtract } from '../../domain/catalog/remote-extracts.ts'
import type { ImportDownloadOptions } from '../../sources/download/import-download.ts'
import { withFileLock } from '../../storage/sql/file-lock.ts'
import { freeBytes } from '../../util/probe-space.ts'
import { userAgent } from '../user-agent.ts'
import type { CatalogParts } from './catalog.ts'
import type { openImporter } from './importer.ts'
import type { Opening } from './opening.ts'

export type ExtractParts = ReturnType<typeof openExtracts>

/** A server that sends nothing for so long has failed. */
const IDLE_MS = 60_000

export interface Asked {
  /** Receives both addresses of each redirect. */
  readonly onRedirect?: (from: string, to: string) => void
  readonly signal?: AbortSignal | undefined
}

type Imported = Parameters<ReturnType<typeof openImporter>['importFile']>[0]

export interface ExtractImport extends Asked {
  readonly extract: Pick<RemoteExtract, 'wanted' | 'url'>
  readonly allowOlder: boolean
  readonly preparesTiles: boolean
  readonly onDownload?: ImportDownloadOptions['onProgress']
  readonly onProgress?: Imported['onProgress']
}

export const openExtracts = (
  { config, clock }: Pick<Opening, 'config' | 'clock'>,
  { storedCatalog }: Pick<CatalogParts, 'storedCatalog'>,
  { importFile, listImports }: Pick<ReturnType<typeof openImporter>, 'importFile' | 'listImports'>,
) => {
  const directory = join(config.dataDir, 'downloads')
  const contact = config.live?.contact ?? null
  const clientOf = ({ onRedirect }: Asked) => ({
    userAgent: userAgent(contact),
    idleMs: IDLE_MS,
    onRedirect: (from: URL, to: URL) => onRedirect?.(from.origin + from.pathname, to.origin + to.pathname),
  })
  // Commands without downloads, and most servers, need none of it.
  const regionsOf = async (asked: Asked) => {
    const [{ loadRegions }, { GEOFABRIK }] = await Promise.all([
      import('../../sources/regions/load-regions.ts'),
      import('../../sources/regions/read-index.ts'),
    ])
    const base = config.regionsUrl ?? GEOFABRIK
    const file = join(directory, 'regions.json')
    return loadRegions({ client: clientOf(asked), base, file, clock, signal: asked.signal })
  }
  return {
    /** Returns where each extract is. Asks for the index only if a region is wanted. */
    findExtracts: async (
      wanted: readonly WantedExtract[],
      asked: Asked = {},
    ): Promise<readonly RemoteExtract[]> => {
      const regions = wanted.some((each) => 'region' in each) ? await regionsOf(asked) : []
      const [{ resolveRegion }, { findPlacesIn }] = await Promise.all([
        import('../../sources/regions/resolve-region.ts'),
        import('../../sources/regions/find-places.ts'),
      ])
      return Promise.all(
        wanted.map(async (each) => {
          if ('url' in each) return { wanted: each.url, region: null, url: each.url }
          const { id, name, url } = await resolveRegion(each.region, regions, findPlacesIn(storedCatalog))
          return { wanted: each.region, region: { id, name }, url }
        }),
      )
    },
    /** Returns the regions whose id, name or code contains the text. */
    listRegions: async (text: string, asked: Asked = {}) => {
      const { regionsWith } = await import('../../sources/regions/find-regions.ts')
      return regionsWith(text, await regionsOf(asked))
    },
    askExtract: async ({ url }: Pick<RemoteExtract, 'url'>, asked: Asked = {}) => {
      const { askFile } = await import('../../sources/download/ask-file.ts')
      return askFile(clientOf(asked), url, { clock, signal: asked.signal })
    },
    importRemote: async ({ extract, allowOlder, preparesTiles, onDownload, ...request }: ExtractImport) => {
      const { importDownload } = await import('../../sources/download/import-download.ts')
      const { signal, onProgress } = request
      return importDownload({
        ...extract,
        directory,
        client: clientOf(request),
        clock,
        freeBytes,
        withLock: withFileLock,
        listImports,
        importFile: (file) => importFile({ file, allowOlder, preparesTiles, onProgress, signal }),
        onProgress: onDownload,
        signal,
      })
    },
    /** Returns the downloads whose import the catalog still has. */
    listDownloads: async () => {
      const [{ listRecords, downloadFolder }, { importIn }] = await Promise.all([
        import('../../sources/download/download-record.ts'),
        import('../../sources/download/import-download.ts'),
      ])
      const records = await listRecords(directory)
      const current = await Promise.all(
        records.map((record) =>
          importIn(record, downloadFolder(directory, record.url).fileName, listImports),
        ),
      )
      return records.filter((_record, index) => current[index] !== null)
    },
  }
}
