/**
 * Fetches the metadata documents of clients. Strangers choose their addresses, so few are fetched at a time, and each
 * answer, even a failure, is remembered for a minute: repeated requests do not fetch a failing document again.
 */
import type { Clock } from '../../util/clock.ts'

export interface ClientDocuments {
  /** Rejects if the fetch failed recently, or too many are running. */
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>
  /** True if `fetch` would answer from memory. */
  readonly isKnown: (address: string) => boolean
}

export interface ClientDocumentOptions {
  readonly fetch: (address: string, init?: RequestInit) => Promise<Response>
  readonly clock: Clock
}

export const MAX_FETCHES = 8
const REMEMBERED_MS = 60_000
/** At most 2.5 MB. Above it the oldest are forgotten. */
const MAX_REMEMBERED = 500
const MAX_BYTES = 5 * 1024

interface Kept {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
}

export const createClientDocuments = ({ fetch, clock }: ClientDocumentOptions): ClientDocuments => {
  const remembered = new Map<string, { readonly answer: Promise<Kept>; readonly untilMs: number }>()
  let running = 0

  const find = (address: string): Promise<Kept> | null => {
    const known = remembered.get(address)
    return known !== undefined && clock.elapsedMs() < known.untilMs ? known.answer : null
  }

  const load = async (address: string, init?: RequestInit): Promise<Kept> => {
    running++
    try {
      const response = await fetch(address, init)
      return { status: response.status, headers: response.headers, bytes: await documentBytes(response) }
    } finally {
      running--
    }
  }

  const begin = (address: string, init?: RequestInit): Promise<Kept> => {
    if (running >= MAX_FETCHES) throw new Error('Too many documents are being fetched.')
    const answer = load(address, init)
    remembered.delete(address)
    const [oldest] = remembered.keys()
    if (remembered.size >= MAX_REMEMBERED) remembered.delete(oldest)
    remembered.set(address, { answer, untilMs: clock.elapsedMs() + REMEMBERED_MS })
    return answer
  }

  return {
    isKnown: (address) => find(address) !== null,
    fetch: async (address, init) => {
      const { status, headers, bytes } = await (find(address) ?? begin(address, init))
      return new Response(bytes.length === 0 ? null : bytes, { status, headers })
    },
  }
}

const documentBytes = async ({ body }: Response): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces: Uint8Array[] = []
  let total = 0
  for await (const piece of body ?? []) {
    total += piece.byteLength
    if (total > MAX_BYTES) throw new Error(`The document is larger than ${MAX_BYTES} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
