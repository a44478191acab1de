/** A node's side of the protocol in `platform/publishing/ports.ts`: looks at the manifest, fetches, checks, and notes what all processes serve. */
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CatalogFault, FaultKind } from '../../platform/publishing/ports.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { freeBytes } from '../../util/probe-space.ts'
import { replaceFile } from '../../util/replace-file.ts'
import { sizeText } from '../../util/size-text.ts'
import { isStorageFull, StorageFullError } from '../../util/storage-full.ts'
import { CATALOG_OPTIONS } from '../sql/catalog/files.ts'
import { CATALOG } from '../sql/catalog/migrations.ts'
import type { CatalogTables } from '../sql/catalog/schema.ts'
import { openSqlite, openSqliteReadOnly } from '../sql/sqlite.ts'
import { fetchFile, type LocalFile } from './fetch-file.ts'
import {
  CATALOG_NAME,
  COAST_NAME,
  fileNamed,
  MAX_MANIFEST_BYTES,
  type Manifest,
  ManifestError,
  type PublishedFile,
  readManifest,
} from './manifest.ts'
import { MANIFEST, ObjectTooLarge, PlaceUnreachable, type ReadablePlace } from './place.ts'
import { readServedState, SERVED_FOLDER, type ServedState, writeServedState } from './served-state.ts'

export interface FollowerSettings {
  readonly dataDir: string
  /** Empty for checksums only. */
  readonly publicKeys: readonly string[]
  readonly clock: Clock
  /** False on a machine that imports: its coasts are those of its own imports. */
  readonly takesCoasts: () => Promise<boolean>
}

export interface Look {
  readonly state: ServedState
  /** True if it serves another version than before. */
  readonly isNew: boolean
  readonly fetchedBytes: number
}

export interface Follower {
  /** Looks once. What is wrong with the place is no failure: the state says it. Only one process of a node may look. */
  readonly look: (signal: AbortSignal) => Promise<Look>
}

export const createFollower = (place: ReadablePlace, settings: FollowerSettings): Follower => {
  const { dataDir, publicKeys, clock } = settings
  const folder = join(dataDir, SERVED_FOLDER)
  /** Of the manifest that is served. */
  let tag: string | null = null

  const newest = async ({ served }: ServedState, signal: AbortSignal): Promise<Newest | null> => {
    const found = await place.read(MANIFEST, { maxBytes: MAX_MANIFEST_BYTES, unless: tag, signal })
    if (found === 'unchanged') return null
    if (found === null)
      throw new ManifestError(
        'empty',
        `${place.name} has no ${MANIFEST}: no catalog was published there yet.`,
      )
    const manifest = readManifest(found.bytes, publicKeys, place.name)
    if (served !== null && manifest.version !== served.version && manifest.sequence <= served.sequence)
      throw new ManifestError(
        'older',
        `${place.name} has version ${manifest.version}, and this node serves ${served.version}, which is newer. Publish again, or empty ${folder} if the place was started again.`,
      )
    return { manifest, tag: found.tag }
  }

  const fetchVersion = async (
    manifest: Manifest,
    { served }: ServedState,
    signal: AbortSignal,
  ): Promise<number> => {
    await makeDirectory(folder)
    const local = served === null ? null : { path: join(folder, served.file), parts: served.parts }
    const catalog = fileNamed(manifest, CATALOG_NAME)
    const file = fileOf(catalog)
    let fetched = await fetchCatalog(place, manifest, join(folder, file), { local, signal })
    if (await settings.takesCoasts()) fetched += await takeCoasts(place, manifest, dataDir, folder, signal)
    const { version, sequence, published_at, store } = manifest
    await writeServedState(folder, {
      served: { version, sequence, published_at, store, file, parts: catalog.parts },
      fault: null,
    })
    await removeOthers(folder, [file, served?.file])
    return fetched
  }

  const lookOnce = async (state: ServedState, signal: AbortSignal): Promise<Omit<Look, 'state'>> => {
    const isHere = state.served !== null && existsSync(join(folder, state.served.file))
    if (!isHere) tag = null
    const found = await newest(state, signal)
    const isNew = found !== null && (found.manifest.version !== state.served?.version || !isHere)
    const fetchedBytes = isNew ? await fetchVersion(found.manifest, state, signal) : 0
    if (!isNew && state.fault !== null) await writeServedState(folder, { ...state, fault: null })
    if (found !== null) tag = found.tag
    return { isNew, fetchedBytes }
  }

  return {
    look: async (signal) => {
      const state = await readServedState(folder)
      try {
        const look = await lookOnce(state, signal)
        return { ...look, state: await readServedState(folder) }
      } catch (error) {
        signal.throwIfAborted()
        const fault = faultOf(error, state.fault, clock)
        // What was fetched of another version than the manifest's would otherwise pass for unchanged.
        tag = null
        const faulty = { ...state, fault }
        if (fault.details !== state.fault?.details) await writeServedState(folder, faulty).catch(unlessFull)
        return { state: faulty, isNew: false, fetchedBytes: 0 }
      }
    },
  }
}

interface Newest {
  readonly manifest: Manifest
  readonly tag: string
}

/** Named by its content: a rollback finds the file of the version before. */
const fileOf = ({ sha256 }: PublishedFile): string => `${sha256}.db`

const fetchCatalog = async (
  place: ReadablePlace,
  manifest: Manifest,
  path: string,
  options: { readonly local: LocalFile | null; readonly signal: AbortSignal },
): Promise<number> => {
  const catalog = fileNamed(manifest, CATALOG_NAME)
  // It was checked before it got this name.
  if (existsSync(path)) return 0
  const draft = `${path}.part`
  await requireRoom(path, catalog)
  const fetched = await fetchFile(place, catalog, draft, options)
  await requireOpens(draft, manifest)
  await rename(draft, path)
  return fetched
}

/** Beside the file itself, in bytes. */
const SPARE_BYTES = 64 * 1024 * 1024

const requireRoom = async (path: string, { bytes }: PublishedFile): Promise<void> => {
  const folder = dirname(path)
  const free = await freeBytes(folder)
  if (free < bytes + SPARE_BYTES)
    throw new StorageFullError(
      `The published catalog needs ${sizeText(bytes)}, and the disk of ${folder} has ${sizeText(free)} free. Free some space.`,
    )
}

/** Opens it as it will be served, and brings that of an earlier Metes to the current schema. */
const requireOpens = async (path: string, { schema }: Manifest): Promise<void> => {
  try {
    if (schema < CATALOG.migrations.length) await bringToSchema(path)
    const db = await openSqliteReadOnly<CatalogTables>(path, CATALOG)
    await db.read
      .selectFrom('boundary')
      .select('id')
      .limit(1)
      .execute()
      .finally(() => db.close())
  } catch (error) {
    if (isStorageFull(error)) throw error
    await rm(path, { force: true })
    throw new ManifestError('damaged', `What was published is no catalog: ${reasonOf(error)}`)
  }
}

const bringToSchema = async (path: string): Promise<void> => {
  const db = await openSqlite(path, CATALOG, CATALOG_OPTIONS)
  await db.create().finally(() => db.close())
  // A file that is only read needs no journal beside it.
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma journal_mode = delete')
  } finally {
    file.close()
  }
}

/** Puts coasts in their place, and removes others: each has the land of the version that is served. */
const takeCoasts = async (
  place: ReadablePlace,
  { files }: Manifest,
  dataDir: string,
  folder: string,
  signal: AbortSignal,
): Promise<number> => {
  const coasts = files.filter(({ name }) => COAST_NAME.test(name))
  let fetched = 0
  for (const coast of coasts) {
    const path = join(dataDir, coast.name)
    const draft = join(folder, `${coast.sha256}.tiles.part`)
    fetched += await fetchFile(place, coast, draft, { local: { path, parts: coast.parts }, signal })
    await replaceFile(draft, path)
  }
  for (const name of await readdir(dataDir))
    if (COAST_NAME.test(name) && !coasts.some((coast) => coast.name === name))
      await rm(join(dataDir, name), { force: true })
  return fetched
}

/** Keeps the file before, which processes may still open, and to which a rollback would lead. One that cannot be removed is left for the next time. */
const removeOthers = async (folder: string, kept: readonly (string | undefined)[]): Promise<void> => {
  for (const name of await readdir(folder))
    if (/^[0-9a-f]{64}\./.test(name) && !kept.includes(name))
      await rm(join(folder, name), { force: true }).catch(() => {})
}

const faultOf = (error: unknown, before: CatalogFault | null, clock: Clock): CatalogFault => {
  const kind = kindOf(error)
  const since = before?.kind === kind ? before.since : rfc3339(clock.now())
  return { kind, since, details: reasonOf(error) }
}

const kindOf = (error: unknown): FaultKind => {
  if (error instanceof ManifestError) return error.kind
  if (error instanceof PlaceUnreachable) return 'unreachable'
  if (error instanceof ObjectTooLarge) return 'damaged'
  if (isStorageFull(error)) return 'disk_full'
  throw error
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** On a full disk the fault is known in this process only. */
const unlessFull = (error: unknown): void => {
  if (!isStorageFull(error)) throw error
}
