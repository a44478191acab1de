/** A server killed while it issues keys: every key that a device received works, and no sign-in gives two. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceCodeHash } from '../../src/platform/device-sign-in/codes.ts'
import { openSqliteFiles } from '../../src/storage/sql/open-storage.ts'
import { casesOf } from '../cases.ts'
import { approverOf } from '../support/approver.ts'
import { auditEvent } from '../support/audit-events.ts'
import { install } from '../support/service.ts'

const MANY_CALLS = { METES_PUBLIC_RATE: '10000' }
const SIGN_INS = casesOf('sign-ins at a killed server')
/** Keys issued before each kill. */
const KILLED_AFTER = [1, 7, 20]

test('a killed server has stored every key that it issued, and issues the others after its restart', async () => {
  const metes = await install()
  const storage = await openSqliteFiles(metes.dataDir)
  const ann = await approverOf(storage, 'ann@example.org')
  const codes = await Promise.all(
    Array.from({ length: SIGN_INS }, async (_, number) => {
      const started = await ann.signIns.start({ clientName: `device ${number}`, address: null })
      await storage.deviceSignIns.decide(started.userCode, {
        state: 'approved',
        accountId: 'id of ann@example.org',
        atMs: 0,
        event: auditEvent(`decided ${number}`),
      })
      return started.deviceCode
    }),
  )
  const given = new Map<string, string>()
  let server = await metes.serve(MANY_CALLS)

  /** Polls four sign-ins at a time until each has a key; calls with each key that comes. */
  const pollAll = async (onKey: () => void): Promise<void> => {
    const waiting = codes.filter((code) => !given.has(code))
    const worker = async () => {
      for (let code = waiting.pop(); code !== undefined; code = waiting.pop()) {
        const answer = await fetch(`${server.url}/v1/auth/device/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ device_code: code }),
        })
        const { api_key: key } = (await answer.json()) as { api_key?: string }
        if (key === undefined) continue
        given.set(code, key)
        onKey()
      }
    }
    // A connection that breaks ends its worker.
    await Promise.allSettled([worker(), worker(), worker(), worker()])
  }

  for (const count of KILLED_AFTER) {
    let left = count
    let killed: Promise<unknown> = Promise.resolve()
    await pollAll(() => {
      left -= 1
      if (left === 0) killed = server.stop('SIGKILL')
    })
    await killed
    server = await metes.serve(MANY_CALLS)
  }
  await pollAll(() => {})

  for (const key of given.values()) {
    const { status } = await fetch(`${server.url}/v1/keys`, { headers: { 'x-api-key': key } })
    assert.equal(status, 200)
  }
  const kept = await storage.keys.listKeys('id of ann@example.org')
  assert.equal(kept.length, SIGN_INS)
  assert.equal(new Set(kept.map(({ name }) => name)).size, SIGN_INS)
  for (const code of codes)
    assert.equal((await storage.deviceSignIns.findByDevice(deviceCodeHash(code)))?.state, 'used')
  // Of each kill, the four polls under way may have lost their answer.
  assert.ok(given.size >= SIGN_INS - 4 * KILLED_AFTER.length, `${given.size} devices have a key`)

  await server.stop()
  await storage.close()
  await metes.remove()
})
