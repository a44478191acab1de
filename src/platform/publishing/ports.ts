/**
 * A published catalog: one machine publishes versions of its catalog in a place that all can read, and every node serves the current one
 * from its own disk. The adapter is `storage/published/`.
 *
 * **Objects of the place** (a bucket, a folder, or either behind a web server):
 *
 * - `parts/<SHA-256>`: 8 MB of a file, named by its content. An object that exists never changes, so two versions share what they have in common.
 * - `versions/<version>.json`: the manifest of each version that is kept. A version is named by its sequence and the beginning of the hash of its
 *   files: `7-1a2b3c4d`.
 * - `manifest.json`: the manifest of the current version. The only object that is replaced, and all that a node needs to know.
 * - `publisher.json`: who publishes at the moment.
 *
 * A manifest has the sequence, when it was published, the version of the catalog's schema, and of each file its size, its SHA-256 and those of its
 * parts, in order. Its last fields are the SHA-256 of the rest, and the signature of the same text (Ed25519). Files are the catalog itself, an index of its
 * boundaries, by which versions are compared, and the coasts of imported extracts.
 *
 * **The one invariant**: all objects that `manifest.json` names are complete in the place before it names them, and its sequence only grows.
 *
 * From it follows all the rest:
 *
 * - **Publishing** uploads parts, then `versions/<version>.json`, then `manifest.json`. A publisher that is killed leaves objects that nothing names.
 *   The next one uses or deletes them.
 * - **One publisher at a time.** A publisher first writes `publisher.json`, on the condition that there is none, and renews it. Another one is refused
 *   and told who has it. If it has not changed for `LOCK_STALE_MS`, its owner is dead and the next one replaces it, on the condition that it is still the
 *   same. The lock saves work; the invariant does not depend on it: `manifest.json` is written on the condition that it is still the one that the publisher
 *   read first, so of two publishers one fails.
 * - **Rolling back** publishes the files of an earlier version once more, under the next sequence.
 * - **Old versions** are deleted after `manifest.json` is written: all but the newest `METES_CATALOG_KEEP`, manifests first, then parts that no kept manifest
 *   names. A node that was fetching one of them finds that a part is missing, looks at `manifest.json` again, and fetches what that names.
 * - **A node** reads `manifest.json` every 5 seconds. It refuses one whose checksum, signature or format is wrong, and one with a lower sequence than it
 *   serves. It fetches the parts that it has in no file of its own, checks each, and the whole file, opens it, and only then serves it. Calls that have begun
 *   keep the version that they began with. Whatever goes wrong, it goes on with the last good version, says why, and tries again at the next look.
 * - **A signature** is required by nodes that have public keys. Without keys, checksums detect damage, but not somebody who may write to the place.
 */

/** Time after which an unchanged lock is that of a dead publisher. */
export const LOCK_STALE_MS = 15_000

/** Time between two looks of a node at the manifest. */
export const LOOK_EVERY_MS = 5_000

/** A version of the catalog in the place. */
export interface PublishedVersion {
  /** As `rollback` takes it: `7-1a2b3c4d`. */
  readonly version: string
  readonly sequence: number
  /** RFC 3339 UTC. */
  readonly publishedAt: string
  readonly boundaries: number
  readonly bytes: number
  /** The version whose files were published again; null for a new one. */
  readonly rolledBackTo: string | null
  readonly isCurrent: boolean
}

/** How one version differs from another one. */
export interface CatalogDiff {
  /** Boundaries of the earlier version. */
  readonly total: number
  readonly added: ChangedBoundaries
  readonly removed: ChangedBoundaries
  /** The box of each overlaps its former box by less than half. */
  readonly moved: ChangedBoundaries
  /** In any other way. */
  readonly changed: ChangedBoundaries
}

export interface ChangedBoundaries {
  readonly count: number
  /** The first ones by id. */
  readonly examples: readonly { readonly id: string; readonly name: string }[]
}

export interface PublishProgress {
  readonly phase: 'copying' | 'comparing' | 'uploading'
  readonly bytesDone: number
  readonly bytesTotal: number
}

export interface PublishOptions {
  readonly onProgress?: ((progress: PublishProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Publication {
  readonly published: PublishedVersion
  /** False if the current version has the same boundaries already, so nothing was published. */
  readonly isNew: boolean
  /** Null for the first version. */
  readonly diff: CatalogDiff | null
  readonly uploadedBytes: number
}

/** What operators do with published versions. Rejects with a `PublishError`. */
export interface Publishing {
  /** Publishes the catalog of this machine. Refuses one that lacks or moves too much of the current version, unless that is accepted. */
  readonly publish: (options: PublishOptions & { readonly acceptsLosses: boolean }) => Promise<Publication>
  /** The kept versions, the newest first. */
  readonly versions: () => Promise<readonly PublishedVersion[]>
  readonly rollback: (version: string, options: PublishOptions) => Promise<PublishedVersion>
  readonly diff: (before: string, after: string) => Promise<CatalogDiff>
}

/** What cannot be published, read or rolled back. The message says what to do. */
export class PublishError extends Error {
  override readonly name = 'PublishError'
}

/** Largest share of boundaries that a new version may lack or move without being accepted. */
export const MAX_LOST_SHARE = 0.05

/** Why a node cannot serve what is published. */
export type FaultKind =
  | 'unreachable'
  | 'empty'
  | 'damaged'
  | 'unsigned'
  | 'older'
  | 'newer_format'
  | 'disk_full'

export interface CatalogFault {
  readonly kind: FaultKind
  /** RFC 3339 UTC. */
  readonly since: string
  /** With names of places, for the operator. */
  readonly details: string
}

/** What a node serves of a published catalog. */
export interface ServedCatalog {
  /** Null while it has none. */
  readonly version: string | null
  /** Since its publication; null without a version. */
  readonly ageSeconds: number | null
  /** Why it does not serve what is published; null if it does. */
  readonly fault: CatalogFault | null
}

export interface CatalogVersion {
  readonly version: string
  /** RFC 3339 UTC. */
  readonly publishedAt: string
}

/** A use of one version: calls that run in it read that version, until it is released. */
export interface CatalogPin {
  /** Null while the node has no version. */
  readonly served: CatalogVersion | null
  readonly run: <T>(work: () => T) => T
  readonly release: () => void
}

export type PinCatalog = () => CatalogPin

/** Runs the work in one version. */
export const inOneVersion = async <T>(pinCatalog: PinCatalog, work: () => Promise<T>): Promise<T> => {
  const pin = pinCatalog()
  try {
    return await pin.run(work)
  } finally {
    pin.release()
  }
}

/** Seconds since the publication; never negative, whatever the clocks say. */
export const ageOf = ({ publishedAt }: Pick<CatalogVersion, 'publishedAt'>, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - Date.parse(publishedAt)) / 1000))

/** What everybody may read of a fault: no names of places. */
export const FAULT_TEXTS: Readonly<Record<FaultKind, string>> = {
  unreachable: 'The storage of the published catalog does not answer.',
  empty: 'No catalog has been published yet.',
  damaged: 'What is published is damaged or incomplete.',
  unsigned: 'What is published has no valid signature.',
  older: 'What is published is older than what is served.',
  newer_format: 'What is published needs a newer Metes.',
  disk_full: 'The disk has no room for what is published.',
}
