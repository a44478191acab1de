/** Compares the service with the checker's log, after a fault. */
import assert from 'node:assert/strict'
import { until } from '../processes/service-of-processes.ts'
import { type Answer, type Call, fromElsewhere, jsonOf, send } from './call.ts'
import { IMPORTED_IDS } from './imports.ts'
import { type Account, type Ledger, unitsOf } from './ledger.ts'
import { expectedOf, sha256 } from './load.ts'
import type { Questions } from './questions.ts'
import { ALLOWANCE } from './world.ts'

/** Of a service that nothing disturbs: every call has an answer. */
const answered = async (url: string, call: Call, status = 200): Promise<Answer> => {
  const answer = await send(url, call)
  assert.equal(answer?.status, status, `${call.path}: ${answer?.bytes.subarray(0, 300)}`)
  return answer!
}

export const untilReady = (url: string): Promise<void> =>
  until('the service is ready', async () => (await send(url, { path: '/readyz' }))?.status === 200)

/** No write that was acknowledged is lost, and no answer is wrong. */
export const checkWrites = async (
  url: string,
  ledger: Ledger,
  from: { readonly items: number; readonly keys: number; readonly files: number },
): Promise<void> => {
  const wrong = ledger.wrong.splice(0)
  assert.equal(wrong.length, 0, `${wrong.length} wrong answers, such as\n${wrong.slice(0, 5).join('\n')}`)
  for (const [id, title] of [...ledger.items].slice(from.items))
    assert.equal(jsonOf(await answered(url, { path: `/v1/feedback/${id}` })).title, title)
  for (const [path, hash] of [...ledger.files].slice(from.files))
    assert.equal(sha256((await answered(url, { path })).bytes), hash, path)
  const keys = ledger.keys.slice(from.keys)
  await until('revoked keys have ended', () =>
    keys.every((key) => key.state !== 'revoked' || expectedOf(key) !== null),
  )
  for (const key of keys) {
    const expected = expectedOf(key)
    if (expected === null) continue
    await answered(url, { path: '/v1/account', key: key.apiKey, headers: fromElsewhere() }, expected)
  }
}

/** The catalog has one version of the map as a whole: of the last import that succeeded, or of a later one that was killed when it was done. */
export const checkImports = async (url: string, ledger: Ledger): Promise<void> => {
  const names = new Set<string>()
  for (const id of IMPORTED_IDS) {
    const answer = await answered(url, { path: `/v1/boundaries/r${id}?detail=low` })
    const { name } = jsonOf(answer).properties as { readonly name: string }
    names.add(name.replace(`Drawn ${id} of `, ''))
  }
  assert.equal(names.size, 1, `the catalog has versions ${[...names]}`)
  assert.ok(ledger.imports.includes(Number([...names][0])), `${[...names]} is none of ${ledger.imports}`)
}

export const checkAnswers = async (url: string, key: string, { all }: Questions): Promise<void> => {
  for (const { call, answer } of all) {
    const { bytes } = await answered(url, { ...call, key })
    assert.ok(bytes.equals(answer), `${call.path} has another answer`)
  }
}

const usedBy = async (url: string, { key }: Account): Promise<number> => {
  const { units } = jsonOf(await answered(url, { path: '/v1/account', key })) as {
    readonly units: { readonly used: number }
  }
  assert.ok(units.used <= ALLOWANCE, `${units.used} of ${ALLOWANCE} units are used`)
  return units.used
}

const countedFor = async (url: string, { key }: Account): Promise<number> => {
  const { days } = jsonOf(await answered(url, { path: '/v1/usage?days=3', key })) as {
    readonly days: readonly { readonly units: number }[]
  }
  return days.reduce((sum, { units }) => sum + units, 0)
}

/** Commits of units do not wait for the disk: a crash of PostgreSQL may make calls of the last moments free (decision 0022). */
const LAST_MOMENTS_MS = 1_000

/** Units are exact, once what dead processes had reserved is free. */
export const checkUnits = async (
  url: string,
  { crashes }: Ledger,
  accounts: readonly Account[],
): Promise<void> => {
  for (const account of accounts) {
    const { round, doubtful } = account
    const paid = unitsOf(account.paid)
    const kept = unitsOf(
      account.paid.filter(
        ({ atMs }) => !crashes.some(({ fromMs, toMs }) => atMs > fromMs - LAST_MOMENTS_MS && atMs < toMs),
      ),
    )
    assert.ok(paid <= ALLOWANCE, `${round}: calls for ${paid} units were answered`)
    // What a process had reserved is in the balance alone: until it is refunded if the process is dead, and longer if a crash undid its spending.
    await until(`${round}: units of ${paid} answered and ${doubtful} lost calls`, async () => {
      const used = await usedBy(url, account)
      assert.ok(used >= kept, `${round}: ${used} units are used, ${kept} of ${paid} must be`)
      const counted = await countedFor(url, account)
      return used <= Math.min(ALLOWANCE, paid + doubtful) && used >= counted && used - counted <= paid - kept
    })
  }
}
