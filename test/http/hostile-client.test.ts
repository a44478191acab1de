/** A client that sends what costs most to read, on several connections, while others call. `bench/hostile.ts` measures what others wait. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suiteService } from '../support/suite-service.ts'

const CALLS = 50
const NESTED = '['.repeat(2 * 1024 * 1024)

const service = suiteService({ METES_PUBLIC_RATE: '1000000' })

test('nested bodies and guessed keys are refused, and every other call meanwhile is answered', {
  timeout: 60_000,
}, async () => {
  const { url } = service.server
  let isOver = false
  const statusesUntilOver = async (
    send: () => Promise<Response>,
    wanted: number,
  ): Promise<readonly number[]> => {
    const statuses = new Set<number>()
    do {
      const { status, body } = await send()
      await body?.cancel()
      statuses.add(status)
    } while (!isOver || !statuses.has(wanted))
    return [...statuses]
  }
  const sendNested = () =>
    fetch(`${url}/v1/ops/contains_points`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': service.key },
      body: NESTED,
    })
  const guess = () => fetch(`${url}/v1/account`, { headers: { 'x-api-key': `mts_${Math.random()}` } })
  const hostile = Promise.all([
    statusesUntilOver(sendNested, 400),
    statusesUntilOver(sendNested, 400),
    statusesUntilOver(guess, 429),
  ])
  for (let call = 0; call < CALLS; call++)
    for (const path of ['/healthz', '/v1/boundaries/iso:LU']) {
      const answer = await fetch(url + path)
      await answer.arrayBuffer()
      assert.equal(answer.status, 200, path)
    }
  isOver = true
  assert.deepEqual(await hostile, [[400], [400], [401, 429]])
})

test('the caller whose keys were guessed from the same network still calls with the right one', async () => {
  const answer = await fetch(`${service.server.url}/v1/account`, { headers: { 'x-api-key': service.key } })
  assert.equal(answer.status, 200)
})
