/** The limit of expensive refusals counts processor time: a busy machine makes no caller wait, and heavy work counts. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { before, describe, test } from 'node:test'
import { suiteService } from '../support/suite-service.ts'

/** Refusals that may be expensive in a minute. */
const MAX_EXPENSIVE = 30
/** More than any machine has cores to spare. */
const BUSY_PROCESSES = 6

const busy = async <T>(work: () => Promise<T>): Promise<T> => {
  const processes = Array.from({ length: BUSY_PROCESSES }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  try {
    return await work()
  } finally {
    for (const child of processes) child.kill('SIGKILL')
  }
}

interface Refused {
  readonly path: string
  readonly body: object
}

/** Refused for its last word, after its clauses were read. */
const CHEAP: Refused = { path: '/v1/areas', body: { text: 'Oregon and Gotham' } }
/** Refused when a long coast was arranged, because nothing is left. They differ, because equal calls share their work. */
const expensiveCalls = (coast: string): readonly Refused[] =>
  'AL AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL PL'
    .split(' ')
    .map((code) => ({
      path: '/v1/boundaries/union',
      body: { include: [`iso:${coast}`], exclude: [`iso:${coast}`, `iso:${code}`], detail: 'low' },
    }))

describe('a batch of refusals', () => {
  const service = suiteService({ METES_SOURCES: 'atlas' })
  const keys = new Map<string, string>()
  before(async () => {
    for (const plan of ['pro', 'unlimited']) {
      const email = `${plan}@example.org`
      const made = await service.metes.runHere(['admin', 'create-key', '--email', email, '--plan', plan])
      keys.set(plan, made.stdout.trim())
    }
  })

  const call = async (plan: string, { path, body }: Refused) => {
    const answer = await fetch(`${service.server.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.get(plan)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const batch = async (plan: string, refused: readonly Refused[]): Promise<readonly number[]> =>
    (await Promise.all(refused.map((one) => call(plan, one)))).map(({ status }) => status)

  const untilLimited = async (plan: string, calls: readonly Refused[]) => {
    for (const one of calls) {
      const answer = await call(plan, one)
      if (answer.status === 429) return answer
    }
    return null
  }

  test('that is cheap is not limited, however busy the machine is', async () => {
    // The first call loads the vocabulary.
    await call('pro', CHEAP)
    const statuses = await busy(async () => [
      ...(await batch('pro', Array(MAX_EXPENSIVE + 10).fill(CHEAP))),
      ...(await batch('pro', Array(5).fill(CHEAP))),
    ])
    assert.deepEqual([...new Set(statuses)], [422])
  })

  test('that is expensive is limited, with the reason; on a plan without units it is not', async () => {
    // A fast machine arranges Norway in less than 50 ms, and a slow one Canada less than thirty times a minute.
    const limited = await untilLimited('pro', ['NO', 'CA', 'NO', 'CA'].flatMap(expensiveCalls))
    assert.ok(limited !== null)
    const { detail, retry_after: retryAfter } = limited.body
    assert.match(String(detail), /^At most 30 calls .* after 50 ms of processor time or more; try again/)
    assert.ok(Number(retryAfter) > 0)
    assert.equal((await call('pro', CHEAP)).status, 429)
    assert.equal(await untilLimited('unlimited', expensiveCalls('CA')), null)
    assert.equal((await call('unlimited', CHEAP)).status, 422)
  })
})
