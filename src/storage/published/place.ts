/** Port to where a catalog is published: see the protocol in `platform/publishing/ports.ts`. Readers need only `ReadablePlace`. */

export interface ReadablePlace {
  /** Folder or address, without credentials. */
  readonly name: string
  /**
   * Returns the object; null if there is none, and `unchanged` if it has this tag.
   *
   * @throws PlaceUnreachable if the place does not answer
   * @throws ObjectTooLarge beyond `maxBytes`
   */
  readonly read: (key: string, options: ReadOptions) => Promise<StoredObject | 'unchanged' | null>
}

export interface PublishedPlace extends ReadablePlace {
  /** Returns the bytes of the object; null if there is none. */
  readonly size: (key: string) => Promise<number | null>
  /** Writes the object: it appears complete. */
  readonly write: (key: string, bytes: Uint8Array) => Promise<void>
  /**
   * Writes the object if it has this tag, or if there is none for null. Returns its new tag; null, and writes nothing, if another was
   * quicker.
   */
  readonly writeIf: (key: string, bytes: Uint8Array, tag: string | null) => Promise<string | null>
  readonly remove: (key: string) => Promise<void>
  /** Returns all keys that begin with the prefix, in order. */
  readonly list: (prefix: string) => Promise<readonly string[]>
}

export interface ReadOptions {
  readonly maxBytes: number
  /** Of the object as it is known. */
  readonly unless?: string | null
  readonly signal?: AbortSignal | undefined
}

export interface StoredObject {
  readonly bytes: Uint8Array
  /** Differs whenever the object differs. */
  readonly tag: string
}

export class PlaceUnreachable extends Error {
  override readonly name = 'PlaceUnreachable'
}

export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge'
}

export const MANIFEST = 'manifest.json'
export const LOCK = 'publisher.json'
export const PARTS = 'parts/'
export const VERSIONS = 'versions/'
export const partKey = (sha256: string): string => `${PARTS}${sha256}`
export const versionKey = (version: string): string => `${VERSIONS}${version}.json`
