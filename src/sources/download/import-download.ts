/**
 * Imports a file from its server: downloads it into its folder, imports it and deletes it. All under a lock, so that of two
 * processes the second finds what the first one did.
 */
import { rm } from 'node:fs/promises'
import type { ImportReport } from '../../domain/catalog/import-report.ts'
import type { ImportRecord } from '../../domain/catalog/ports.ts'
import type { RemoteImport } from '../../domain/catalog/remote-extracts.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { TemporaryFailure } from './download-failed.ts'
import { type DownloadOptions, downloadFile } from './download-file.ts'
import {
  type DownloadFolder,
  type DownloadRecord,
  downloadFolder,
  readRecord,
  writeRecord,
} from './download-record.ts'

export interface ImportDownloadOptions
  extends Pick<DownloadOptions, 'client' | 'freeBytes' | 'clock' | 'onProgress' | 'signal'> {
  /** Folder of all downloads. */
  readonly directory: string
  readonly url: string
  /** As the operator named it. */
  readonly wanted: string
  /** Imports the file; rejects if it changed nothing. */
  readonly importFile: (file: string) => Promise<ImportReport>
  /** Imports that the catalog still has. */
  readonly listImports: () => Promise<readonly Pick<ImportRecord, 'file' | 'importedAt'>[]>
  /** Runs work while no other process does; calls `onWait` if one does. */
  readonly withLock: <T>(
    path: string,
    work: () => Promise<T>,
    wait: { readonly onWait: () => void; readonly signal: AbortSignal | undefined },
  ) => Promise<T>
}

/** @throws DownloadFailed, and what the import throws */
export const importDownload = async (options: ImportDownloadOptions): Promise<RemoteImport> => {
  const { directory, url, onProgress, signal } = options
  const folder = downloadFolder(directory, url)
  await makeDirectory(folder.path)
  const onWait = (): void =>
    onProgress?.({ phase: 'waiting', bytesDone: 0, bytesResumed: 0, bytesTotal: null })
  return options.withLock(
    folder.lock,
    async () => {
      try {
        return await importLocked(options, folder)
      } catch (error) {
        if (!(error instanceof TemporaryFailure) && signal?.aborted !== true)
          await putOff(folder, options.clock)
        throw error
      }
    },
    { onWait, signal },
  )
}

/** A file that is wrong now will be wrong in an hour: it counts as checked, so that a timer does not download it each time. */
const putOff = async (folder: DownloadFolder, clock: Pick<Clock, 'now'>): Promise<void> => {
  await rm(folder.file, { force: true })
  const record = await readRecord(folder.record)
  if (record !== null)
    await writeRecord(folder.record, { ...record, file: null, checkedAt: rfc3339(clock.now()) })
}

const importLocked = async (
  options: ImportDownloadOptions,
  folder: DownloadFolder,
): Promise<RemoteImport> => {
  const { url, wanted, importFile, listImports, clock } = options
  const { fileName } = folder
  const known = (await readRecord(folder.record)) ?? emptyRecord(url, wanted)
  const record = { ...known, wanted }
  const imported = await importIn(record, fileName, listImports)
  const isInCatalog = imported !== null
  const downloaded = await downloadFile({ ...options, folder, record, isInCatalog })
  const checkedAt = rfc3339(clock.now())
  if (downloaded === null) {
    await writeRecord(folder.record, { ...record, checkedAt })
    return { outcome: 'unchanged', file: fileName, importedAt: imported!.importedAt }
  }
  // After an interruption the next run goes on with the file.
  const report = await importFile(folder.file)
  const newest = (await listImports()).findLast(({ file }) => file === fileName)
  await rm(folder.file, { force: true })
  await writeRecord(folder.record, {
    ...downloaded,
    file: null,
    imported: downloaded.file && { ...downloaded.file, at: newest?.importedAt ?? checkedAt },
    checkedAt,
  })
  return { outcome: 'imported', file: fileName, report }
}

/** Returns the import of the file that the record names, if the catalog still has it. */
export const importIn = async (
  { imported }: Pick<DownloadRecord, 'imported'>,
  fileName: string,
  listImports: ImportDownloadOptions['listImports'],
) => {
  if (imported === null) return null
  const imports = await listImports()
  return imports.find(({ file, importedAt }) => file === fileName && importedAt === imported.at) ?? null
}

const emptyRecord = (url: string, wanted: string): DownloadRecord => ({
  url,
  wanted,
  part: null,
  file: null,
  imported: null,
  checkedAt: null,
})
