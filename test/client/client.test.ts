/** The client's own part: repeats, keys, problems and types. What the service answers is in the other file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createClient,
  type JobOf,
  MetesJobCancelled,
  MetesProblem,
  MetesUnexpectedAnswer,
} from '../../src/client/index.ts'

interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const json = (status: number, body: object, type = 'application/json'): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type } })

const problem = (status: number, code: string, members: object = {}): Response =>
  json(
    status,
    {
      type: 'x',
      title: 'x',
      status,
      detail: `It is ${code}.`,
      instance: '/',
      code,
      request_id: 'req_12345678',
      ...members,
    },
    'application/problem+json',
  )

/** A client whose service gives these answers in turn, and what it was sent. */
const clientOf = (answers: readonly Response[], options: object = {}) => {
  const requests: Request[] = []
  const left = [...answers]
  const client = createClient({
    baseUrl: 'https://metes.example/',
    ...options,
    fetch: async (url, init) => {
      init?.signal?.throwIfAborted()
      requests.push({
        url: String(url),
        headers: init?.headers as Record<string, string>,
        body: JSON.parse(String(init?.body)),
      })
      const answer = left.shift()
      assert.ok(answer, 'more requests than expected')
      return answer
    },
  })
  return { client, requests }
}

const JOB = { id: 'job_1', op: 'create_area', steps: [], result: null, problem: null }
const jobOf = (members: object): JobOf<'create_area'> =>
  ({ ...JOB, ...members }) as unknown as JobOf<'create_area'>

test('a method calls its operation by RPC, with the key and the language', async () => {
  const { client, requests } = clientOf([json(200, { candidates: [] })], { apiKey: 'mts_x', language: 'de' })
  assert.deepEqual(await client.searchBoundaries({ q: 'Wien' }), { candidates: [] })
  assert.deepEqual(requests, [
    {
      url: 'https://metes.example/v1/ops/search_boundaries',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer mts_x', 'Accept-Language': 'de' },
      body: { q: 'Wien' },
    },
  ])
})

test('an empty key, as of an unset variable of the environment, is no key', async () => {
  const { client, requests } = clientOf([json(200, { candidates: [] })], { apiKey: '' })
  await client.searchBoundaries({ q: 'Wien' })
  assert.ok(!('Authorization' in requests[0].headers))
})

test('an operation is called by its name, also one that the client does not know, and its answer is left as it is', async () => {
  const { client, requests } = clientOf([json(202, { a: 1 })], {
    language: 'de',
    headers: { 'User-Agent': 'survey/1' },
  })
  const answer = await client.request(
    'new_op',
    { x: 1 },
    { language: 'fr', respondAsync: { afterSeconds: 1 }, maxInlineBytes: 9_000 },
  )
  assert.equal(answer.status, 202)
  assert.equal(answer.headers.get('content-type'), 'application/json')
  assert.equal(new TextDecoder().decode(answer.bytes), '{"a":1}')
  assert.deepEqual(requests, [
    {
      url: 'https://metes.example/v1/ops/new_op',
      headers: {
        'User-Agent': 'survey/1',
        'Content-Type': 'application/json',
        'Accept-Language': 'fr',
        Prefer: 'respond-async, wait=1, max-inline-bytes=9000',
      },
      body: { x: 1 },
    },
  ])
})

test('a problem of a gateway has the status as its title, and the request id of its header', async () => {
  const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'req_header' }
  const { client } = clientOf([new Response('{}', { status: 500, statusText: 'Oh', headers })])
  await assert.rejects(client.listOps(), { message: '500 Oh', status: 500, requestId: 'req_header' })
})

test('a refusal is a typed problem', async () => {
  const issues = [{ path: 'q', message: 'q is required.', code: 'required' }]
  const { client } = clientOf([problem(400, 'invalid_input', { issues })])
  const error = await client.searchBoundaries({ q: '' }).catch((error: unknown) => error)
  assert.ok(error instanceof MetesProblem)
  assert.deepEqual(
    [error.code, error.status, error.requestId, error.message],
    ['invalid_input', 400, 'req_12345678', 'It is invalid_input.'],
  )
  assert.deepEqual(error.problem.issues, issues)
})

test('an answer of something else is not mistaken for one of the service', async () => {
  for (const answer of [
    new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
    json(500, { error: 'x' }),
    new Response('{"ops": ', { status: 200, headers: { 'content-type': 'application/json' } }),
    new Response('<p>Sign in to the Wi-Fi', { status: 200, headers: { 'content-type': 'text/html' } }),
  ])
    await assert.rejects(clientOf([answer]).client.listOps(), MetesUnexpectedAnswer)
})

test('a busy service is asked again after the time it names, with the same idempotency key', async () => {
  const { client, requests } = clientOf([
    problem(429, 'rate_limited', { retry_after: 0 }),
    problem(503, 'overloaded', { retry_after: 0 }),
    json(200, { inside: [] }),
  ])
  await client.containsPoints({ id: 'iso:LI', points: [[9.5, 47.1]] })
  const keys = requests.map(({ headers }) => headers['Idempotency-Key'])
  assert.equal(keys.length, 3)
  assert.match(keys[0], /^[0-9a-f]{32}$/)
  assert.deepEqual(new Set(keys).size, 1)
})

test('it is not asked for ever, nor after a longer time than allowed, nor where it names none', async () => {
  const busy = () => problem(429, 'rate_limited', { retry_after: 0 })
  const bounded = clientOf([busy(), busy()], { retries: 1 })
  await assert.rejects(bounded.client.listOps(), { code: 'rate_limited' })
  assert.equal(bounded.requests.length, 2)
  for (const answer of [
    problem(429, 'rate_limited', { retry_after: 61 }),
    problem(503, 'overloaded'),
    problem(500, 'internal_error', { retry_after: 0 }),
  ]) {
    const { client, requests } = clientOf([answer])
    await assert.rejects(client.listOps(), MetesProblem)
    assert.equal(requests.length, 1)
  }
})

test('aborting ends the wait for a repeat', async () => {
  const controller = new AbortController()
  const { client } = clientOf([problem(429, 'rate_limited', { retry_after: 50 })])
  const call = client.listOps({}, { signal: controller.signal })
  controller.abort(new Error('no longer needed'))
  await assert.rejects(call, { message: 'no longer needed' })
})

test('each call of an operation with a key for repeats has its own, unless the caller gives one', async () => {
  const { client, requests } = clientOf([json(200, {}), json(200, {}), json(200, {})])
  await client.createArea({ text: 'Benelux' })
  await client.createArea({ text: 'Benelux' })
  await client.createArea({ text: 'Benelux' }, { idempotencyKey: 'mine' })
  const [first, second, third] = requests.map(({ headers }) => headers['Idempotency-Key'])
  assert.notEqual(first, second)
  assert.equal(third, 'mine')
})

test('200 and 202 are told apart by status', async () => {
  const { client, requests } = clientOf([json(202, JOB), json(200, { type: 'Feature' })])
  const later = await client.createArea({ text: 'Benelux' }, { respondAsync: true })
  assert.deepEqual(later, { status: 202, job: JOB })
  const atOnce = await client.createArea({ text: 'Benelux' }, { respondAsync: { afterSeconds: 5 } })
  assert.deepEqual(atOnce, { status: 200, output: { type: 'Feature' } })
  assert.deepEqual(
    requests.map(({ headers }) => headers.Prefer),
    ['respond-async', 'respond-async, wait=5'],
  )
})

test('waiting for a job reports each step once and returns its result', async () => {
  const steps = [
    { text: 'Reading', at: 'x' },
    { text: 'Drawing', at: 'x' },
  ]
  const { client, requests } = clientOf([
    json(200, { ...JOB, state: 'running', steps: steps.slice(0, 1) }),
    json(200, { ...JOB, state: 'done', steps, result: { type: 'Feature' } }),
  ])
  const seen: string[] = []
  const output = await client.waitForJob(jobOf({ state: 'queued' }), { onStep: (text) => seen.push(text) })
  assert.deepEqual(output, { type: 'Feature' })
  assert.deepEqual(seen, ['Reading', 'Drawing'])
  assert.deepEqual(requests[0].body, { id: 'job_1', wait: 20 })
})

test('each state of a job is told, and a limit of calls only delays the next', async () => {
  const { client } = clientOf(
    [
      problem(429, 'rate_limited', { retry_after: 0 }),
      json(200, { ...JOB, state: 'running' }),
      json(200, { ...JOB, state: 'done', result: { type: 'Feature' } }),
    ],
    { retries: 0 },
  )
  const states: string[] = []
  await client.waitForJob(jobOf({ state: 'queued' }), { onUpdate: ({ state }) => states.push(state) })
  assert.deepEqual(states, ['queued', 'running', 'done'])
})

test('a failed job is its problem, a cancelled one says so, one without a result is no answer', async () => {
  const failed = jobOf({ state: 'failed', problem: { detail: 'No.', code: 'unmappable_area', status: 422 } })
  await assert.rejects(clientOf([]).client.waitForJob(failed), {
    name: 'MetesProblem',
    code: 'unmappable_area',
  })
  await assert.rejects(clientOf([]).client.waitForJob(jobOf({ state: 'cancelled' })), MetesJobCancelled)
  const { client } = clientOf([json(200, { ...JOB, state: 'done' })])
  await assert.rejects(client.waitForJob(jobOf({ state: 'done' })), MetesUnexpectedAnswer)
})

/** Checked by the compiler, never called. */
export const types = async (): Promise<unknown> => {
  const { client } = clientOf([])
  const { candidates } = await client.searchBoundaries({ q: 'x' })
  const level: number | null = candidates[0].admin_level
  // @ts-expect-error: q is required
  client.searchBoundaries({})
  // @ts-expect-error: there is no such detail
  client.getBoundary({ id: 'iso:LI', detail: 'finest' })
  // @ts-expect-error: no job without asking for one
  ;(await client.createArea({ text: 'x' })).status
  // @ts-expect-error: only long operations can answer later
  client.listChildren({ id: 'iso:LI' }, { respondAsync: true })
  const answer = await client.unionBoundaries({ include: ['iso:BE'] }, { respondAsync: true })
  // @ts-expect-error: the answer may be a job
  answer.output
  const feature = answer.status === 202 ? await client.waitForJob(answer.job) : answer.output
  const parts: number = feature.properties.parts
  return [level, parts]
}
