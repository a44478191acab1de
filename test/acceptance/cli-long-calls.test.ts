/** Long calls to a server: it answers with a job, and the command waits. */
import assert from 'node:assert/strict'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { serveLocally } from '../support/local-server.ts'
import { run } from './cli-harness.ts'

interface Received {
  readonly path: string
  readonly prefer: string | undefined
  readonly body: unknown
}

/** Null: the server does not answer. */
type Reply = readonly [status: number, body: object] | null

/** A server that gives one reply after the other. */
const withReplies = async (
  replies: readonly Reply[],
  use: (url: string, received: readonly Received[]) => Promise<void>,
  onSilence = () => {},
): Promise<void> => {
  const received: Received[] = []
  const server = await serveLocally(async (request, response) => {
    const body = await json(request)
    const reply = replies[received.length]
    received.push({
      path: request.url ?? '',
      prefer: request.headers.prefer as string | undefined,
      body,
    })
    if (reply === null) return onSilence()
    const type = reply[0] < 400 ? 'application/json' : 'application/problem+json'
    response.writeHead(reply[0], { 'content-type': type }).end(JSON.stringify(reply[1]))
  })
  try {
    await use(server.url, received)
  } finally {
    await server.close()
  }
}

const job = (state: string, steps: readonly string[], fields: object = {}): object => ({
  id: 'job_1',
  state,
  steps: steps.map((text) => ({ text, at: '2026-01-01T00:00:00Z' })),
  result: null,
  problem: null,
  ...fields,
})
const FEATURE = { type: 'Feature', id: 'merged' }
const MERGE = ['merge-places', 'r1', 'r2', '--server']

test('the server is asked for a job, which is polled until it ends, and its steps are shown', async () => {
  const replies: readonly Reply[] = [
    [202, job('queued', [])],
    [200, job('running', ['Finding 2 places'])],
    [429, { title: 'Too many calls', code: 'rate_limited', retry_after: 0 }],
    [200, job('done', ['Finding 2 places', 'Merging 2 places'], { result: FEATURE })],
  ]
  await withReplies(replies, async (url, received) => {
    const { code, stdout, stderr } = await run([...MERGE, url, '--json'], { terminal: 60 })
    assert.equal(code, 0)
    assert.deepEqual(JSON.parse(stdout), FEATURE)
    assert.deepEqual(
      received.map(({ path, prefer }) => [path, prefer]),
      [
        ['/v1/ops/merge_places', 'respond-async, wait=1'],
        ...Array.from({ length: 3 }, () => ['/v1/ops/get_job', undefined]),
      ],
    )
    assert.deepEqual(received[1].body, { id: 'job_1', wait: 20 })
    const shown = stderr.split('\r\x1b[K').map((line) => line.slice(2))
    for (const step of ['Waiting in the queue', 'Finding 2 places', 'Merging 2 places'])
      assert.ok(shown.includes(step), `${step} is not in ${stderr}`)
  })
})

test('a ready answer arrives at once', async () => {
  await withReplies([[200, FEATURE]], async (url, received) => {
    const { code, stdout } = await run([...MERGE, url])
    assert.deepEqual([code, JSON.parse(stdout), received.length], [0, FEATURE, 1])
  })
})

test('a failed job is reported like a failed call', async () => {
  const problem = { title: 'The area is empty', code: 'empty_area', request_id: 'req_1' }
  await withReplies([[202, job('failed', [], { problem })]], async (url) => {
    const { code, stderr } = await run([...MERGE, url])
    assert.equal(code, 1)
    assert.match(stderr, /^Error: The area is empty \(empty_area\)\n {2}Request id: req_1\n/)
  })
})

test('a job cancelled by somebody else is a failure', async () => {
  await withReplies([[202, job('cancelled', [])]], async (url) => {
    const { code, stderr } = await run([...MERGE, url])
    assert.deepEqual([code, stderr], [1, 'Error: The call was cancelled (job_1). Nothing was charged.\n'])
  })
})

test('a user who interrupts cancels the job before the command ends', async () => {
  const user = new AbortController()
  const interrupt = () => user.abort('SIGINT')
  await withReplies(
    [[202, job('running', [])], null, [200, job('cancelled', [])]],
    async (url, received) => {
      const { code } = await run([...MERGE, url], { signal: user.signal })
      assert.equal(code, 130)
      assert.deepEqual(
        received.map(({ path, body }) => [path, body]),
        [
          ['/v1/ops/merge_places', { include: ['r1', 'r2'] }],
          ['/v1/ops/get_job', { id: 'job_1', wait: 20 }],
          ['/v1/ops/cancel_job', { id: 'job_1' }],
        ],
      )
    },
    interrupt,
  )
})
