/** Exports of collections as jobs of a real server: followed, cancelled, killed, and refused when units are used up. */
import assert from 'node:assert/strict'
import { mkdir, readdir, watch } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const COUNTIES = { within: 'iso:US', kind: 'county' }
const QUICK = { ...COUNTIES, detail: 'full', format: 'csv' }
/** Seconds of work, after reading. */
const LONG = { ...COUNTIES, detail: 'high', format: 'fgb' }
const UNITS = 311

interface Job {
  readonly id: string
  readonly state: string
  readonly steps: readonly { readonly text: string }[]
  readonly result: { readonly url: string; readonly bytes: number; readonly boundaries: number } | null
}

let metes: Installation
let server: RunningServer
let key: string
/** Of the server, for its temporary files. */
let temporary: string
const env = () => ({ METES_SOURCES: 'atlas', METES_WORKERS: '1', TMPDIR: temporary })

beforeEach(async () => {
  metes = await install()
  temporary = join(metes.dataDir, 'temporary')
  await mkdir(temporary)
  key = await metes.createKey()
  server = await metes.serve(env())
})
afterEach(async () => {
  await server.stop('SIGKILL')
  await metes.remove()
})

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

const submit = async (body: object): Promise<string> => {
  const answer = await send('POST', '/v1/boundaries/export', body, { prefer: 'respond-async' })
  assert.equal(answer.status, 202)
  return ((await answer.json()) as Job).id
}

/** The job at its end. */
const ended = async (id: string): Promise<Job> => {
  for (;;) {
    const job = (await (await send('GET', `/v1/jobs/${id}?wait=20`)).json()) as Job
    if (!['queued', 'running'].includes(job.state)) return job
  }
}

/** Starts an export and resolves as soon as its temporary files appear, so that it is still running however fast the machine is. */
const startWriting = async (body: object): Promise<string> => {
  const watching = new AbortController()
  const changes = watch(temporary, { signal: watching.signal })
  const first = changes.next()
  const id = await submit(body)
  await first
  watching.abort()
  return id
}

const unitsUsed = async (): Promise<number> =>
  ((await (await send('GET', '/v1/account')).json()) as { units: { used: number } }).units.used

/** Of exported files, with their extension. */
const storedFiles = async (extension: string): Promise<readonly string[]> =>
  (await readdir(join(metes.dataDir, 'files'), { recursive: true })).filter((name) =>
    name.endsWith(extension),
  )

test('the steps of an export tell how far it is, and its answer names the file', async () => {
  const { state, steps, result } = await ended(await submit(QUICK))
  assert.equal(state, 'done')
  const texts = steps.map(({ text }) => text)
  assert.ok(
    texts.includes('Read 100 % of 3106 boundaries') && texts.at(-1) === 'Writing the file',
    `${texts}`,
  )
  assert.equal((await (await fetch(result!.url)).arrayBuffer()).byteLength, result!.bytes)
  assert.equal(await unitsUsed(), UNITS)
})

test('a cancelled export costs nothing and leaves neither a file nor a temporary one', async () => {
  const id = await startWriting(LONG)
  assert.notEqual((await readdir(temporary)).length, 0)
  await send('DELETE', `/v1/jobs/${id}`)
  assert.equal((await ended(id)).state, 'cancelled')
  assert.equal(await unitsUsed(), 0)
  await server.stop()
  assert.deepEqual([await storedFiles('.fgb'), await readdir(temporary)], [[], []])
})

test('an export whose server was killed leaves no half file, and the next server finishes it', async () => {
  const id = await startWriting(LONG)
  await server.stop('SIGKILL')
  assert.deepEqual(await storedFiles('.fgb'), [])
  server = await metes.serve(env())
  const { state, result } = await ended(id)
  assert.deepEqual([state, result?.boundaries], ['done', 3_106])
  assert.equal((await storedFiles('.fgb')).length, 1)
  assert.equal(await unitsUsed(), UNITS)
})

test('an export that the units do not cover is refused before any work, and its cost is still told', async () => {
  const made = await metes.runHere([
    'admin',
    'create-key',
    '--email',
    'free@example.org',
    '--plan',
    'free',
    '--json',
  ])
  key = (JSON.parse(made.stdout) as { api_key: string }).api_key
  // 1,000 units of the plan.
  for (let covered = 0; covered < 3; covered++)
    assert.equal((await send('POST', '/v1/boundaries/export', QUICK)).status, 200)
  const files = await storedFiles('.csv')
  const refused = await send('POST', '/v1/boundaries/export', { ...QUICK, format: 'geojsonl' })
  assert.equal(refused.status, 402)
  assert.equal(((await refused.json()) as { code: string }).code, 'quota_exceeded')
  const told = await send('POST', '/v1/boundaries/export', { ...QUICK, dry_run: true })
  assert.equal(((await told.json()) as { units: number }).units, UNITS)
  assert.equal(await unitsUsed(), 3 * UNITS)
  assert.deepEqual([await storedFiles('.csv'), await storedFiles('.geojsonl')], [files, []])
})
