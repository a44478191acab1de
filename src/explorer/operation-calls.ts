/** Calls operations as the person at this page: the account of the session, or a visitor, as the routes of the page decide. */
import { parsed, readAnswer } from '../client/call-with-retries.ts'
import { createClient, type InputOf, type OperationName, type OutputOf } from '../client/index.ts'

/** There is no connection to the service, or it broke. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  constructor() {
    super('The service cannot be reached. Check the connection and try again.')
  }
}

export interface SizedAnswer<T> {
  readonly value: T
  /** Size of the JSON, uncompressed. */
  readonly bytes: number
}

export interface PageSession {
  readonly access: 'accounts' | 'open'
  /** Visitors may try points, small unions and a few descriptions. */
  readonly demonstration: boolean
  readonly account: {
    readonly email: string
    readonly plan: string
    readonly units: {
      readonly used: number
      readonly allowance: number | null
      readonly remaining: number | null
    }
  } | null
}

const reach = async (address: string, options: RequestInit = {}): Promise<Response> => {
  try {
    const response = await fetch(address, options)
    return new Response(await response.arrayBuffer(), response)
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    throw new Unreachable()
  }
}

interface CallRoutes {
  /** Path of the routes of operations. */
  readonly path: string
  readonly credentials: 'same-origin' | 'omit'
}

/** Those of the map page: `/v1` ignores its session. */
let routes: CallRoutes = { path: '/explore/', credentials: 'same-origin' }

/** Sets the routes of another page, before its first call. */
export const callAt = (ofPage: CallRoutes): void => {
  routes = ofPage
}

const metes = createClient({
  baseUrl: '',
  retries: 0,
  fetch: (address, options) =>
    reach(String(address).replace('/v1/', routes.path), { ...options, credentials: routes.credentials }),
})

/** Answers do not change while the page is open, so repeating a call is instant and free. */
const kept = new Map<string, Promise<SizedAnswer<unknown>>>()
const MAX_KEPT = 200

/** @throws MetesProblem, MetesUnexpectedAnswer, Unreachable, or the reason of the signal */
export const call = async <Op extends OperationName>(
  op: Op,
  input: InputOf<Op>,
  signal?: AbortSignal,
): Promise<SizedAnswer<OutputOf<Op>>> => {
  const answer = await metes.request(op, input, { signal })
  return { value: parsed(answer), bytes: answer.bytes.byteLength }
}

/** Like `call`, and remembers the answer. */
export const callOnce = <Op extends OperationName>(
  op: Op,
  input: InputOf<Op>,
): Promise<SizedAnswer<OutputOf<Op>>> => {
  const key = `${op} ${JSON.stringify(input)}`
  const known = kept.get(key)
  if (known !== undefined) return known as Promise<SizedAnswer<OutputOf<Op>>>
  if (kept.size >= MAX_KEPT) kept.clear()
  const asked = call(op, input)
  kept.set(key, asked)
  asked.catch(() => kept.delete(key))
  return asked
}

export const getSession = async (): Promise<PageSession> =>
  parsed(await readAnswer(await reach('/explore/session')))

/** Returns how many points a boundary has at full detail; null if this is not known. */
export const fullVertices = async (id: string): Promise<number | null> => {
  const answer = await readAnswer(await reach(`/explore/vertices?id=${encodeURIComponent(id)}`))
  return parsed<{ readonly vertices: number | null }>(answer).vertices
}

/**
 * Returns the uncompressed size of a file on this server. Requests its first byte, because a HEAD would return the
 * compressed size.
 */
export const fileSize = async (path: string): Promise<number> => {
  const response = await reach(path, { headers: { Range: 'bytes=0-0' } })
  if (!response.ok) await readAnswer(response)
  return Number(response.headers.get('content-range')?.split('/')[1])
}
