/** Calls operations as the person at this page: the account of the session, or a visitor. */
import type { Unmapped } from './answers.ts'

/** A problem of the service (RFC 9457), or of the connection to it. */
export class CallProblem extends Error {
  override readonly name = 'CallProblem'
  readonly code: string
  /** True if the same call may succeed later. */
  readonly isPassing: boolean
  readonly unmapped: readonly Unmapped[]
  readonly notes: readonly string[]

  constructor({ detail, title, code, status = 503, unmapped, notes }: ProblemBody) {
    super(detail ?? title ?? 'The service did not answer.')
    this.code = code ?? 'unreachable'
    this.isPassing = status === 429 || status >= 500
    this.unmapped = unmapped ?? []
    this.notes = notes ?? []
  }
}

interface ProblemBody {
  readonly title?: string
  readonly detail?: string
  readonly code?: string
  readonly status?: number
  readonly unmapped?: readonly Unmapped[]
  readonly notes?: readonly string[]
}

export interface Answer<T> {
  readonly value: T
  /** Size of the JSON, uncompressed. */
  readonly bytes: number
}

export interface Session {
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

/** Answers do not change while the page is open, so repeating a call is instant and free. */
const kept = new Map<string, Promise<Answer<unknown>>>()
const MAX_KEPT = 200

/** @throws CallProblem, or the reason of the signal */
export const call = <T>(op: string, input: object, signal?: AbortSignal): Promise<Answer<T>> =>
  post(`/explore/ops/${op}`, input, signal) as Promise<Answer<T>>

/** Like `call`, and remembers the answer. */
export const callOnce = <T>(op: string, input: object): Promise<Answer<T>> => {
  const key = `${op} ${JSON.stringify(input)}`
  const known = kept.get(key)
  if (known !== undefined) return known as Promise<Answer<T>>
  if (kept.size >= MAX_KEPT) kept.clear()
  const asked = call<T>(op, input)
  kept.set(key, asked)
  asked.catch(() => kept.delete(key))
  return asked
}

export const getSession = async (): Promise<Session> =>
  (await read(await reach('/explore/session', {}))).value as Session

/**
 * Returns the uncompressed size of a file on this server. Requests its first byte, because a HEAD would return the
 * compressed size.
 */
export const sizeOf = async (path: string): Promise<number> => {
  const response = await reach(path, { headers: { Range: 'bytes=0-0' } })
  if (!response.ok) await read(response)
  return Number(response.headers.get('content-range')?.split('/')[1])
}

const post = async (path: string, input: object, signal?: AbortSignal): Promise<Answer<unknown>> =>
  read(
    await reach(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
      ...(signal && { signal }),
    }),
  )

const reach = async (path: string, options: RequestInit): Promise<Response> => {
  try {
    return await fetch(path, { credentials: 'same-origin', ...options })
  } catch (error) {
    if (options.signal?.aborted === true) throw error
    throw new CallProblem({ detail: 'The service cannot be reached. Check the connection and try again.' })
  }
}

const read = async (response: Response): Promise<Answer<unknown>> => {
  const bytes = await response.arrayBuffer().catch(() => null)
  const value = bytes === null ? null : jsonOf(bytes)
  // A proxy may answer instead of the service, and a connection may end in the middle.
  if (bytes === null || value === null)
    throw new CallProblem({
      detail: `The service did not answer as expected (status ${response.status}). Try again.`,
    })
  if (!response.ok) throw new CallProblem(value as ProblemBody)
  return { value, bytes: bytes.byteLength }
}

const jsonOf = (bytes: ArrayBuffer): object | null => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as object | null
  } catch {
    return null
  }
}
