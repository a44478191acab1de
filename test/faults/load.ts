/** The steady load of a round: calls at fixed times, whatever became of those before, and a note of every answer. */
import { createHash, randomUUID } from 'node:crypto'
import { setInterval } from 'node:timers/promises'
import type { Random } from '../support/shapes.ts'
import { type Answer, type Call, fromElsewhere, jsonOf, send } from './call.ts'
import { pick } from './draw.ts'
import type { Account, KnownKey, Ledger } from './ledger.ts'
import { COUNTRIES, type Questions } from './questions.ts'

const CALL_EVERY_MS = 60
/** Every so many calls one writes. */
const WRITE_EVERY = 4
/** Beyond this, calls are left out: the machine is too busy for the load. */
const MAX_OPEN_CALLS = 40
/** A revoked key ends everywhere within two seconds. */
const REVOKED_AFTER_MS = 2_000

/** Of two accounts: of the second, every call that costs units is repeated until it has an answer. */
interface LoadOptions {
  readonly url: string
  readonly ledger: Ledger
  readonly questions: Questions
  readonly ordinary: Account
  readonly repeating: Account
  readonly random: Random
}

export interface Load {
  /** Rejects if a call hangs. */
  readonly stop: () => Promise<void>
}

/** The call may have been carried out, and charged. */
const isInDoubt = (answer: Answer | null): boolean =>
  answer === null || jsonOf(answer).code === 'database_unavailable'

/** Answers that a fault explains, with a code that says what to do; 408 if the machine is too busy to send the call. */
const isHonestRefusal = (answer: Answer): boolean => [408, 502, 503, 504].includes(answer.status)

export const startLoad = (options: LoadOptions): Load => {
  const { url, ledger, questions, ordinary, repeating, random } = options
  const stopping = new AbortController()
  const open = new Set<Promise<void>>()

  const wrong = (call: Call, answer: Answer): void => {
    const said = jsonOf(answer).detail ?? answer.bytes.subarray(0, 120)
    ledger.wrong.push(`${ordinary.round}: ${call.method ?? 'GET'} ${call.path}: ${answer.status} ${said}`)
  }
  /** Returns the answer if the service says that it did what it was asked; notes an answer that no fault explains. */
  const make = async (call: Call, expected: readonly number[]): Promise<Answer | null> => {
    const answer = await send(url, call, random() < 0.5)
    const code = answer === null ? 'no answer' : `${answer.status} ${jsonOf(answer).code ?? ''}`.trim()
    ledger.ends.set(code, (ledger.ends.get(code) ?? 0) + 1)
    if (answer !== null && !expected.includes(answer.status) && !isHonestRefusal(answer)) wrong(call, answer)
    return answer
  }

  const ask = async (): Promise<void> => {
    const { call, units, answer: known } = questions.draw(random)
    const asked = { ...call, key: ordinary.key }
    const answer = await make(asked, [200, 402])
    if (isInDoubt(answer)) ordinary.doubtful += units
    if (answer?.status !== 200) return
    ordinary.paid.push({ units, atMs: performance.now() })
    if (!answer.bytes.equals(known)) wrong(asked, answer)
  }

  /** Never charged twice: repeated until it is known whether it was charged. */
  const uniteOnce = async (): Promise<void> => {
    const call: Call = {
      method: 'POST',
      path: '/v1/boundaries/union',
      key: repeating.key,
      headers: { 'idempotency-key': randomUUID() },
      body: {
        include: pick(
          [
            ['iso:BE', 'iso:LU'],
            ['iso:NL', 'iso:LU'],
            ['iso:LI', 'iso:LU'],
          ],
          random,
        ),
        detail: 'low',
      },
    }
    for await (const _ of setInterval(CALL_EVERY_MS * 4)) {
      const answer = await make(call, [200, 402, 409])
      if (answer?.status === 200) repeating.paid.push({ units: 2, atMs: performance.now() })
      if (answer?.status === 200 || answer?.status === 402) return
    }
  }

  let items = 0
  const writeItem = async (): Promise<void> => {
    const title = `${ordinary.round}, item ${items++}`
    const body = { title, details: 'Written under faults.' }
    const call: Call = { method: 'POST', path: '/v1/feedback/features', key: ordinary.key, body }
    const answer = await make(call, [200, 429])
    if (answer?.status === 200) ledger.items.set(Number(jsonOf(answer).id), title)
  }

  const readItem = async (): Promise<void> => {
    if (ledger.items.size === 0) return
    const [id, title] = pick([...ledger.items], random)
    const call = { path: `/v1/feedback/${id}` }
    const answer = await make(call, [200])
    if (answer?.status === 200 && jsonOf(answer).title !== title) wrong(call, answer)
  }

  const makeKey = async (): Promise<void> => {
    const call: Call = { method: 'POST', path: '/v1/keys', key: ordinary.key, body: { name: 'under faults' } }
    const answer = await make(call, [200, 409])
    if (answer?.status !== 200) return
    const { api_key, id } = jsonOf(answer)
    ledger.keys.push({
      owner: ordinary,
      apiKey: String(api_key),
      id: String(id),
      state: 'made',
      revokedMs: 0,
    })
  }

  const revokeKey = async (): Promise<void> => {
    const own = ledger.keys.filter(({ owner, state }) => owner === ordinary && state !== 'revoked')
    if (own.length === 0) return
    const key = pick(own, random)
    key.state = 'revoking'
    const call: Call = { method: 'DELETE', path: `/v1/keys/${key.id}`, key: ordinary.key }
    const answer = await make(call, [200])
    if (answer?.status !== 200) return
    key.state = 'revoked'
    key.revokedMs = performance.now()
  }

  const useKey = async (): Promise<void> => {
    if (ledger.keys.length === 0) return
    const key = pick(ledger.keys, random)
    const call: Call = { path: '/v1/account', key: key.apiKey, headers: fromElsewhere() }
    const before = expectedOf(key)
    const answer = await make(call, [200, 401])
    if (answer === null || isHonestRefusal(answer)) return
    // It may be revoked meanwhile.
    if (before === 401 ? answer.status !== 401 : answer.status === 401 && key.state === 'made')
      wrong(call, answer)
  }

  const exportFile = async (): Promise<void> => {
    // Of so many, most are made new.
    const format = pick(['kml', 'wkt', 'svg', 'gml', 'csv', 'poly', 'geojson', 'topojson', 'fgb'], random)
    const detail = pick(['low', 'medium', 'high', 'full'], random)
    const path = `/v1/boundaries/iso:${pick(COUNTRIES, random)}.${format}?detail=${detail}`
    const answer = await make({ path, key: ordinary.key }, [302, 402])
    if (isInDoubt(answer)) ordinary.doubtful += 1
    if (answer?.status !== 302) return
    ordinary.paid.push({ units: 1, atMs: performance.now() })
    const { pathname } = new URL(String(answer.headers.location), url)
    ledger.files.set(pathname, /([0-9a-f]{64})\./.exec(pathname)![1])
  }

  const readFile = async (): Promise<void> => {
    if (ledger.files.size === 0) return
    const [path, hash] = pick([...ledger.files], random)
    const answer = await make({ path }, [200])
    if (answer?.status === 200 && sha256(answer.bytes) !== hash) wrong({ path }, answer)
  }

  const writes = [
    uniteOnce,
    writeItem,
    makeKey,
    revokeKey,
    useKey,
    exportFile,
    exportFile,
    readItem,
    readFile,
  ]
  const startCalls = async (): Promise<void> => {
    let calls = 0
    try {
      for await (const _ of setInterval(CALL_EVERY_MS, null, { signal: stopping.signal })) {
        if (open.size >= MAX_OPEN_CALLS) continue
        const call = calls++ % WRITE_EVERY === 0 ? pick(writes, random)() : ask()
        open.add(call)
        void call.finally(() => open.delete(call)).catch(() => {})
      }
    } catch (error) {
      if (!stopping.signal.aborted) throw error
    }
  }
  const starting = startCalls()
  return {
    stop: async () => {
      stopping.abort()
      await starting
      await Promise.all(open)
    },
  }
}

/** The status that the key must have, wherever it is used; null if both are right. */
export const expectedOf = ({ state, revokedMs }: KnownKey): 200 | 401 | null => {
  if (state === 'made') return 200
  return state === 'revoked' && performance.now() - revokedMs > REVOKED_AFTER_MS ? 401 : null
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
