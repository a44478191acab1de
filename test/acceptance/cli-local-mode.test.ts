/** What the command line says where no server and no account is named, and how refusals fit a terminal. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { run } from './cli-harness.ts'

const operations = OPS.map(describeOp)
const host = { operations: async () => operations }

const refusing = (problem: object) => ({
  host,
  service: { call: async () => ({ ok: false as const, problem: { title: 'No', ...problem } }) },
})

test('a command about an account says what local mode is, where no account is known', async () => {
  const refused = await run(
    ['get-account'],
    refusing({ code: 'unauthorized', detail: 'It needs an account.' }),
  )
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /It needs an account\.\n {2}Without --server, commands run in local mode: /)
  const { code, stdout } = await run(['whoami'], { host })
  assert.equal(code, 0)
  assert.match(stdout, /local mode.*\n.*metes admin create-key/)
  const keyed = await run(['whoami'], { host, env: { METES_API_KEY: 'mts_secret' } })
  assert.match(keyed.stdout, /use the key in METES_API_KEY/)
  assert.doesNotMatch(keyed.stdout, /mts_secret/)
})

test('the audit trail is a table on a terminal, and JSON elsewhere', async () => {
  const service = { listAudit: async () => [] }
  assert.deepEqual(JSON.parse((await run(['admin', 'audit'], { service })).stdout), { events: [] })
  const table = await run(['admin', 'audit', '--format', 'table'], { service })
  const typed = await run(['admin', 'audit'], { service, terminal: 200, env: { NO_COLOR: '1' } })
  assert.equal(typed.stdout, table.stdout)
})

test('help says which commands need an account in local mode', async () => {
  for (const command of ['get-account', 'get-job', 'upvote-feedback'])
    assert.match((await run([command, '--help'], { host })).stdout, /METES_API_KEY says whose account/)
  for (const command of ['get', 'report-issue'])
    assert.match((await run([command, '--help'], { host })).stdout, /On this machine: free, no key required/)
})

test('a long refusal is wrapped on a terminal only', async () => {
  const detail = 'word '.repeat(40).trim()
  const problem = refusing({ code: 'not_found', detail })
  const wide = await run(['get', 'x'], problem)
  assert.ok(wide.stderr.includes(detail))
  const narrow = await run(['get', 'x'], { ...problem, terminal: 40 })
  assert.ok(narrow.stderr.split('\n').every((line) => line.length <= 40 || line.includes('\u001b')))
})
