/** The conformance tests of the protocol, run against our transport. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { conformanceProgram, noClients } from '../support/mcp-clients.ts'
import { serveFixtures } from './conformance-server.ts'

const ASKS_CLIENT =
  'the server asks the client in the middle of a call; without state between requests, the reply reaches no one'
const NEVER_CHANGES = 'nothing that clients could subscribe to ever changes, so the server does not offer it'

/** What cannot apply, and why. A test that passes here must be removed from the list. */
const CANNOT_APPLY: Readonly<Record<string, string>> = {
  'tools-call-sampling': ASKS_CLIENT,
  'tools-call-elicitation': ASKS_CLIENT,
  'elicitation-sep1034-defaults': ASKS_CLIENT,
  'elicitation-sep1330-enums': ASKS_CLIENT,
  'resources-subscribe': NEVER_CHANGES,
  'resources-unsubscribe': NEVER_CHANGES,
  'server-sse-polling': 'the server keeps no events: a client that lost its stream repeats the call',
}

/** Lines of the summary: `✓ ping: 1 passed, 0 failed`. */
const SUMMARY = /^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed/gm

test('every conformance test that can apply passes', {
  skip: noClients,
}, async () => {
  const server = await serveFixtures()
  const results = await mkdtemp(join(tmpdir(), 'metes-conformance-'))
  try {
    const child = spawn(
      process.execPath,
      [
        conformanceProgram(),
        'server',
        '--url',
        `${server.url}/mcp`,
        '--suite',
        'all',
        '--output-dir',
        results,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const [output] = await Promise.all([
      child.stdout.setEncoding('utf8').toArray(),
      child.stderr.resume(),
      once(child, 'close'),
    ])
    const scenarios = [...output.join('').matchAll(SUMMARY)]
    assert.ok(scenarios.length >= MIN_SCENARIOS, output.join('').slice(-2_000))
    const unmet = scenarios.filter(([, , passed, failed]) => passed === '0' || failed !== '0')
    assert.deepEqual(unmet.map(([, name]) => name).sort(), Object.keys(CANNOT_APPLY).sort())
  } finally {
    await server.close()
    await rm(results, { recursive: true })
  }
})

/** All of version 0.1.16. */
const MIN_SCENARIOS = 32
