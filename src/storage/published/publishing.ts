/** Publishes versions of the catalog of this machine: see the protocol in `platform/publishing/ports.ts`. */
import { existsSync } from 'node:fs'
import { copyFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type CatalogDiff,
  MAX_LOST_SHARE,
  type Publication,
  PublishError,
  type Publishing,
  type PublishProgress,
} from '../../platform/publishing/ports.ts'
import { type Clock, rfc3339 } from '../../util/clock.ts'
import { METES } from '../../util/command-name.ts'
import { PRIVATE_FILE } from '../../util/file-modes.ts'
import { Scratch } from '../../util/scratch-files.ts'
import { CATALOG_FILE } from '../sql/catalog/files.ts'
import { openSnapshots } from '../sql/sqlite-snapshots.ts'
import { indexInFile, writeIndex } from './catalog-index.ts'
import { compareIndexes } from './compare-indexes.ts'
import { describeFile, uploadParts } from './file-parts.ts'
import {
  CATALOG_NAME,
  COAST_NAME,
  INDEX_NAME,
  type Manifest,
  ManifestError,
  newManifest,
  type PublishedFile,
  partBytes,
  versionOf,
} from './manifest.ts'
import { type PublishedPlace, partKey } from './place.ts'
import {
  deleteOld,
  indexOf,
  type Keys,
  keptVersions,
  makeCurrent,
  newestVersion,
  readHead,
  readVersion,
  sequenceOf,
} from './published-versions.ts'
import { asOnlyPublisher, LOCK_TIMES, type LockTimes } from './publisher-lock.ts'

export interface PublisherSettings extends Keys {
  readonly dataDir: string
  /** Number of versions to keep. */
  readonly keep: number
  /** Of Metes. */
  readonly version: string
  readonly clock: Clock
  readonly lockTimes?: LockTimes
}

export const publishingTo = (place: PublishedPlace, settings: PublisherSettings): Publishing => {
  const { publicKeys, clock, lockTimes: times = LOCK_TIMES } = settings
  return {
    publish: ({ acceptsLosses, signal, onProgress }) =>
      asOnlyPublisher(place, { clock, times, signal }, async (requireLock) => {
        const scratch = new Scratch()
        try {
          const draft = await draftVersion(settings, scratch, { signal, onProgress })
          return await publishDraft(place, settings, draft, {
            acceptsLosses,
            onProgress,
            requireLock: () => {
              signal?.throwIfAborted()
              requireLock()
            },
          })
        } finally {
          scratch.remove()
        }
      }),

    versions: async () => {
      const { manifest } = await readHead(place)
      const versions: Manifest[] = []
      for (const version of await keptVersions(place)) versions.push(await readVersion(place, version))
      return versions.map((each) => versionOf(each, manifest?.version ?? null))
    },

    rollback: (version, { signal }) =>
      asOnlyPublisher(place, { clock, times, signal }, async (requireLock) => {
        const head = await readHead(place)
        // What is signed again must have been signed.
        const earlier = await readVersion(place, version, publicKeys)
        if (earlier.version === head.manifest?.version)
          throw new PublishError(`${version} is the current version already.`)
        await requireComplete(place, earlier)
        requireLock()
        const manifest = newManifest({
          ...contentOf(earlier),
          sequence: await nextSequence(place, head.manifest),
          published_at: rfc3339(clock.now()),
          rolled_back_to: version,
        })
        await makeCurrent(place, manifest, head, settings)
        await deleteOld(place, settings.keep, requireLock)
        return versionOf(manifest, manifest.version)
      }),

    diff: async (before, after) => {
      const [a, b] = [await readVersion(place, before), await readVersion(place, after)]
      return compareIndexes(indexOf(place, a), indexOf(place, b))
    },
  }
}

interface Draft {
  /** With the paths of the files on this machine. */
  readonly files: readonly (PublishedFile & { readonly path: string })[]
  readonly schema: number
  readonly store: string
  readonly boundaries: number
}

interface DraftOptions {
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((progress: PublishProgress) => void) | undefined
}

/** Copies the catalog as it is at one moment, and writes its index. */
const draftVersion = async (
  { dataDir }: PublisherSettings,
  scratch: Scratch,
  { signal, onProgress }: DraftOptions,
): Promise<Draft> => {
  const path = join(dataDir, CATALOG_FILE)
  if (!existsSync(path))
    throw new PublishError(
      `There is no catalog in ${dataDir}, so there is nothing to publish. Run "${METES} import" first, or set METES_DATA_DIR.`,
    )
  const catalog = scratch.path()
  await writeFile(catalog, '', { mode: PRIVATE_FILE })
  const [snapshot] = await openSnapshots([], [path], signal)
  try {
    const onBytes = (bytesDone: number) =>
      onProgress?.({ phase: 'copying', bytesDone, bytesTotal: snapshot.bytes })
    await snapshot.copyTo(catalog, { onBytes, signal })
  } finally {
    snapshot.close()
  }
  const index = scratch.path()
  const boundaries = await writeIndex(catalog, index, signal)
  const paths = [
    { name: CATALOG_NAME, path: catalog },
    { name: INDEX_NAME, path: index },
  ]
  for (const name of (await readdir(dataDir)).filter((each) => COAST_NAME.test(each)).sort()) {
    // An import replaces it while it is read.
    const copy = scratch.path()
    await copyFile(join(dataDir, name), copy)
    paths.push({ name, path: copy })
  }
  const files: Draft['files'][number][] = []
  for (const { name, path } of paths) files.push({ ...(await describeFile(name, path, signal)), path })
  return { files, boundaries, ...factsOf(catalog) }
}

const factsOf = (path: string): Pick<Draft, 'schema' | 'store'> => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const { version } = db
      .prepare(`select version from schema_version where component = 'catalog'`)
      .get() as { version: number }
    const { value } = db.prepare(`select value from meta where name = 'store'`).get() as { value: string }
    return { schema: version, store: value }
  } finally {
    db.close()
  }
}

interface PublishDraftOptions {
  readonly acceptsLosses: boolean
  readonly onProgress: ((progress: PublishProgress) => void) | undefined
  readonly requireLock: () => void
}

const publishDraft = async (
  place: PublishedPlace,
  settings: PublisherSettings,
  draft: Draft,
  { acceptsLosses, onProgress, requireLock }: PublishDraftOptions,
): Promise<Publication> => {
  const head = await readHead(place)
  if (head.manifest !== null && isSame(head.manifest, draft)) {
    // What the place lost is put back.
    const uploadedBytes = await upload(place, draft, { onProgress, requireLock })
    const published = versionOf(head.manifest, head.manifest.version)
    return { published, isNew: false, diff: null, uploadedBytes }
  }
  const latest = head.manifest ?? (await newestVersion(place))
  onProgress?.({ phase: 'comparing', bytesDone: 0, bytesTotal: 0 })
  const diff = latest === null ? null : await diffTo(place, latest, draft, acceptsLosses)
  if (diff !== null && !acceptsLosses) refuseLosses(diff)
  const uploadedBytes = await upload(place, draft, { onProgress, requireLock })
  const manifest = newManifest({
    metes: settings.version,
    sequence: await nextSequence(place, head.manifest),
    published_at: rfc3339(settings.clock.now()),
    rolled_back_to: null,
    schema: draft.schema,
    store: draft.store,
    boundaries: draft.boundaries,
    files: draft.files.map(({ path, ...file }) => file),
  })
  requireLock()
  await makeCurrent(place, manifest, head, settings)
  await deleteOld(place, settings.keep, requireLock)
  return { published: versionOf(manifest, manifest.version), isNew: true, diff, uploadedBytes }
}

/** Null if the latest version cannot be read, and losses are accepted. */
const diffTo = async (
  place: PublishedPlace,
  latest: Manifest,
  { files }: Draft,
  acceptsLosses: boolean,
): Promise<CatalogDiff | null> => {
  const { path } = files.find(({ name }) => name === INDEX_NAME)!
  try {
    return await compareIndexes(indexOf(place, latest), indexInFile(path))
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error
    if (acceptsLosses) return null
    throw new PublishError(
      `${error.message} The index of ${latest.version} is damaged, so the catalog cannot be compared with it. Publish with --accept to go on without a comparison.`,
      { cause: error },
    )
  }
}

const isSame = (current: Manifest, { files }: Draft): boolean =>
  current.files.length === files.length &&
  files.every(({ name, sha256 }) =>
    current.files.some((file) => file.name === name && file.sha256 === sha256),
  )

const refuseLosses = ({ total, removed, moved }: CatalogDiff): void => {
  const lost = removed.count + moved.count
  if (lost <= MAX_LOST_SHARE * total) return
  throw new PublishError(
    `Of the ${total} boundaries of the current version, ${removed.count} would vanish and ${moved.count} would move; at most ${MAX_LOST_SHARE * 100} % may. Look for a mistake in the imports, or publish with --accept.`,
  )
}

const upload = async (
  place: PublishedPlace,
  { files }: Draft,
  { onProgress, requireLock }: Pick<PublishDraftOptions, 'onProgress' | 'requireLock'>,
): Promise<number> => {
  const bytesTotal = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let bytesDone = 0
  let sent = 0
  for (const { path, ...file } of files) {
    sent += await uploadParts(place, path, file, {
      beforeEach: requireLock,
      onBytes: (count) => {
        bytesDone += count
        onProgress?.({ phase: 'uploading', bytesDone, bytesTotal })
      },
    })
  }
  return sent
}

/** Also higher than that of a version whose publisher was killed, and than all if the current manifest is damaged. */
const nextSequence = async (place: PublishedPlace, current: Manifest | null): Promise<number> =>
  1 + Math.max(current?.sequence ?? 0, ...(await keptVersions(place)).map(sequenceOf))

const requireComplete = async (place: PublishedPlace, manifest: Manifest): Promise<void> => {
  for (const file of manifest.files) {
    for (const [index, part] of file.parts.entries()) {
      if ((await place.size(partKey(part))) !== partBytes(file, index))
        throw new PublishError(
          `${place.name}/${partKey(part)} is missing or damaged, so version ${manifest.version} cannot be published again. Publish the catalog of this machine instead.`,
        )
    }
  }
}

const contentOf = ({ format, version, ...content }: Manifest): Omit<Manifest, 'format' | 'version'> => content
