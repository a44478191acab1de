/** Reads and replaces the versions of a place: its current manifest, those that are kept, and what no manifest names. */
import { PublishError } from '../../platform/publishing/ports.ts'
import { type IndexedBoundary, indexIn } from './catalog-index.ts'
import { readParts } from './file-parts.ts'
import {
  fileNamed,
  INDEX_NAME,
  MAX_MANIFEST_BYTES,
  type Manifest,
  ManifestError,
  manifestText,
  partsOf,
  readManifest,
  VERSION,
} from './manifest.ts'
import { MANIFEST, PARTS, type PublishedPlace, partKey, VERSIONS, versionKey } from './place.ts'

export interface Keys {
  /** Null for checksums only. */
  readonly signingKey: string | null
  /** Empty for checksums only. */
  readonly publicKeys: readonly string[]
}

/** The current manifest, with what its replacement is conditional on. */
export interface Head {
  /** Null if there is none, or none that can be read. */
  readonly manifest: Manifest | null
  readonly tag: string | null
}

export const readHead = async (place: PublishedPlace): Promise<Head> => {
  const found = await place.read(MANIFEST, { maxBytes: MAX_MANIFEST_BYTES })
  if (found === null || found === 'unchanged') return { manifest: null, tag: null }
  try {
    return { manifest: readManifest(found.bytes, [], place.name), tag: found.tag }
  } catch (error) {
    // What nobody can read is replaced, under a sequence higher than all that are kept.
    if (error instanceof ManifestError && error.kind !== 'newer_format')
      return { manifest: null, tag: found.tag }
    throw error
  }
}

/** Names of the kept versions, the newest first. */
export const keptVersions = async (place: PublishedPlace): Promise<readonly string[]> =>
  (await place.list(VERSIONS))
    .map((key) => key.slice(VERSIONS.length).replace(/\.json$/, ''))
    .filter((version) => VERSION.test(version))
    .toSorted((a, b) => sequenceOf(b) - sequenceOf(a))

export const sequenceOf = (version: string): number => Number(version.split('-')[0])

/**
 * @param publicKeys as for `readManifest`
 * @throws PublishError if there is no such version, or if it is damaged
 */
export const readVersion = async (
  place: PublishedPlace,
  version: string,
  publicKeys: readonly string[] = [],
): Promise<Manifest> => {
  const found = VERSION.test(version)
    ? await place.read(versionKey(version), { maxBytes: MAX_MANIFEST_BYTES })
    : null
  if (found === null || found === 'unchanged') {
    const kept = await keptVersions(place)
    throw new PublishError(
      kept.length === 0
        ? `${place.name} has no version yet.`
        : `${place.name} has no version "${version}". It has ${kept.join(', ')}.`,
    )
  }
  const manifest = readManifest(found.bytes, publicKeys, place.name)
  if (manifest.version !== version)
    throw new PublishError(`${place.name}/${versionKey(version)} is the manifest of ${manifest.version}.`)
  return manifest
}

/** The newest kept version that can be read; null if there is none. */
export const newestVersion = async (place: PublishedPlace): Promise<Manifest | null> => {
  for (const version of await keptVersions(place)) {
    const manifest = await readVersion(place, version).catch(unlessDamaged)
    if (manifest !== null) return manifest
  }
  return null
}

const unlessDamaged = (error: unknown): null => {
  if (error instanceof ManifestError) return null
  throw error
}

export const indexOf = (place: PublishedPlace, manifest: Manifest): AsyncGenerator<IndexedBoundary> =>
  indexIn(readParts(place, fileNamed(manifest, INDEX_NAME)))

/**
 * Makes the manifest the current one: all its parts are there.
 *
 * @throws PublishError if another publisher was quicker
 */
export const makeCurrent = async (
  place: PublishedPlace,
  manifest: Manifest,
  { tag }: Head,
  { signingKey }: Keys,
): Promise<void> => {
  const text = Buffer.from(manifestText(manifest, signingKey))
  await place.write(versionKey(manifest.version), text)
  if ((await place.writeIf(MANIFEST, text, tag)) === null)
    throw new PublishError('Another publisher was quicker. Publish again.')
}

/** Deletes all but the newest versions, and parts that none of those names. */
export const deleteOld = async (
  place: PublishedPlace,
  keep: number,
  requireLock: () => void,
): Promise<void> => {
  const versions = await keptVersions(place)
  const kept: Manifest[] = []
  for (const version of versions.slice(0, keep)) {
    const manifest = await readVersion(place, version).catch(unlessDamaged)
    // It might name any part, so nothing is deleted.
    if (manifest === null) return
    kept.push(manifest)
  }
  for (const version of versions.slice(keep)) {
    requireLock()
    await place.remove(versionKey(version))
  }
  const named = new Set(kept.flatMap((manifest) => [...partsOf(manifest)].map(partKey)))
  for (const key of await place.list(PARTS)) {
    requireLock()
    if (!named.has(key)) await place.remove(key)
  }
}
