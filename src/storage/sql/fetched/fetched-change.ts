/** A change of the store of fetched boundaries, as the log keeps it. */
import type { BoundaryId } from '../../../domain/boundary/id.ts'
import type {
  BoundaryEntry,
  BoundaryStore,
  DecidedIdentity,
  IdentityDecision,
  ReplaceScope,
} from '../../../domain/catalog/ports.ts'
import { compress, expand } from '../../../util/compression.ts'

export type FetchedChange =
  | {
      readonly op: 'replace'
      readonly entries: readonly BoundaryEntry[]
      readonly scope: Omit<ReplaceScope, 'onOlder'>
    }
  | { readonly op: 'remove'; readonly ids: readonly BoundaryId[] }
  | {
      readonly op: 'decide'
      readonly id: BoundaryId
      readonly decision: IdentityDecision
      readonly decidedAt: string
    }
  | {
      readonly op: 'recordDecision'
      readonly id: BoundaryId
      readonly decided: DecidedIdentity
      readonly decidedAt: string
    }
  | { readonly op: 'removeImport'; readonly id: number }

/** The change of a store; it comes to the same in stores that are equal. */
export const makeChange = (store: BoundaryStore, change: FetchedChange): Promise<unknown> => {
  switch (change.op) {
    case 'replace':
      return store.replace(streamOf(change.entries), change.scope)
    case 'remove':
      return store.remove(change.ids)
    case 'decide':
      return store.decide(change.id, change.decision, change.decidedAt)
    case 'recordDecision':
      return store.recordDecision(change.id, change.decided, change.decidedAt)
    case 'removeImport':
      return store.removeImport(change.id)
  }
}

export async function* streamOf(entries: readonly BoundaryEntry[]): AsyncGenerator<BoundaryEntry> {
  yield* entries
}

/** JSON, with bytes as base64, in Brotli. */
export const encodeChange = (change: FetchedChange): Promise<Uint8Array> =>
  compress(Buffer.from(JSON.stringify(change, bytesAsText)), 'br')

export const decodeChange = async (body: Uint8Array): Promise<FetchedChange> =>
  JSON.parse(Buffer.from(await expand(body)).toString(), textAsBytes) as FetchedChange

/** Of a geometry. Nothing else in a change has these names. */
const BYTES: ReadonlySet<string> = new Set(['rings', 'weights'])

function bytesAsText(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  // Buffers come here as what their `toJSON` makes of them.
  const bytes = BYTES.has(name) ? this[name] : value
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('base64') : value
}

const textAsBytes = (name: string, value: unknown): unknown =>
  BYTES.has(name) && typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value
