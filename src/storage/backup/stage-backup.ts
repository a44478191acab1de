/** Reads a backup into a folder and compares every byte with its checksum. */
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupError, type BackupOptions } from '../../platform/backup/ports.ts'
import { momentOf } from '../../platform/backup/schedule.ts'
import { PRIVATE_FILE } from '../../util/file-modes.ts'
import { listed } from '../../util/join-words.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { freeBytes } from '../../util/probe-space.ts'
import { sizeText } from '../../util/size-text.ts'
import { isStorageFull } from '../../util/storage-full.ts'
import { createHashing, type FileHash, type HashOptions } from './hash-file.ts'
import { type BackupFile, bytesOf, MANIFEST, type Manifest, momentIn, readManifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'

/** @throws BackupError if the place has no complete backup that this Metes can read */
export const manifestOf = async (place: BackupPlace): Promise<Manifest> => {
  const text = await place.manifest()
  if (text !== null) return readManifest(text, place.name)
  const below = await backupsBelow(place)
  if (below.length > 0) throw new BackupError(belowText(place.name, below))
  throw new BackupError(
    `${place.name} holds no complete backup: ${MANIFEST}, which is written last, is missing. If a backup to it was interrupted, use an earlier one.`,
  )
}

/** Names of the complete backups in its folders, newest first. */
const backupsBelow = async (place: BackupPlace): Promise<readonly string[]> => {
  const scheduled = (await place.children()).filter(({ isComplete }) => isComplete)
  const others = await place.otherManifests()
  return [
    ...scheduled.map(({ name }) => ({ name, madeMs: momentOf(name) })),
    ...Array.from(others, ([name, text]) => ({ name, madeMs: momentIn(text) })),
  ]
    .sort((one, other) => (other.madeMs || 0) - (one.madeMs || 0))
    .map(({ name }) => name)
}

/** Names of backups in a message. */
const MAX_NAMED = 3

const belowText = (place: string, names: readonly string[]): string => {
  const paths = names.slice(0, MAX_NAMED).map((name) => `${place.replace(/\/+$/, '')}/${name}`)
  return names.length === 1
    ? `${place} is no backup itself, but holds one: name ${paths[0]}.`
    : `${place} holds ${names.length} backups. Name one of them; the newest are ${listed(paths)}.`
}

/** @throws BackupError if a file is missing or was changed, or if there is no space */
export const stageBackup = async (
  place: BackupPlace,
  manifest: Manifest,
  folder: string,
  { onProgress, signal }: BackupOptions,
): Promise<void> => {
  const bytesTotal = bytesOf(manifest)
  const free = await freeBytes(folder)
  if (free < bytesTotal) throw new BackupError(noSpaceText(bytesTotal, folder, free))
  let bytesDone = 0
  for (const file of manifest.files) {
    signal?.throwIfAborted()
    const target = join(folder, file.path)
    await makeDirectory(dirname(target))
    const onBytes = (count: number) => {
      bytesDone += count
      onProgress?.({ phase: 'reading', file: file.path, bytesDone, bytesTotal })
    }
    const found = await copyHashed(place, file, target, { onBytes, signal }).catch((error) => {
      throw readFailure(place.name, file, folder, error)
    })
    if (found.bytes !== file.bytes || found.sha256 !== file.sha256)
      throw new BackupError(
        `${file.path} in ${place.name} is not as it was written: its ${found.bytes === file.bytes ? 'checksum' : 'size'} differs. Use another backup.`,
      )
  }
}

const copyHashed = async (
  place: BackupPlace,
  file: BackupFile,
  target: string,
  options: HashOptions,
): Promise<FileHash> => {
  const { through, result } = createHashing(options)
  const handle = await open(target, 'wx', PRIVATE_FILE)
  try {
    await handle.writeFile(through(place.read(file)))
    await handle.sync()
  } finally {
    await handle.close()
  }
  return result()
}

const noSpaceText = (bytes: number, folder: string, free: number): string =>
  `The backup needs ${sizeText(bytes)} in ${folder}, whose disk has ${sizeText(free)} free. Free some space first.`

const readFailure = (place: string, { path }: BackupFile, folder: string, error: unknown): unknown => {
  if (isStorageFull(error))
    return new BackupError(
      `No space is left in ${folder} for the backup. Free some space, then run the command again.`,
      { cause: error },
    )
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? new BackupError(`${path} is missing in ${place}: the backup is not complete. Use another backup.`)
    : error
}
