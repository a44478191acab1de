/** `metes mcp` as an agent starts it: a real process, line by line. */
import assert from 'node:assert/strict'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { OPS } from '../../src/ops/index.ts'
import type { Installation } from '../support/service.ts'
import { suiteService } from '../support/suite-service.ts'

const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, never>>
  readonly error?: { readonly code: number; readonly message: string }
}

/** The first is the handshake. */
const SECOND_REQUEST = 2

interface Agent {
  request(method: string, params: object): Promise<Message>
  notify(method: string, params: object): void
  /** Messages that came without a request. */
  readonly notifications: readonly Message[]
  /** Resolves when a call has reported this step. */
  heard(step: string): Promise<void>
  /** Closes the input and returns the exit code. */
  close(): Promise<number | null>
}

/** The person who runs the tests may have METES_ settings. */
const unset = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('METES_')))

/** An agent whose test has failed must not keep this process running. */
const started: { readonly kill: (signal: 'SIGKILL') => boolean }[] = []
after(() => {
  for (const child of started) child.kill('SIGKILL')
})

const connect = async (metes: Installation, args: readonly string[], env = {}): Promise<Agent> => {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [METES, 'mcp', ...args],
    {
      env: { ...unset, METES_DATA_DIR: metes.dataDir, METES_SOURCES: 'atlas', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  started.push(child)
  const waiting = new Map<number, (message: Message) => void>()
  const listening = new Map<string, () => void>()
  const notifications: Message[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message
    if (message.id === undefined) {
      notifications.push(message)
      listening.get(String(message.params?.message))?.()
    } else waiting.get(message.id)?.(message)
  })
  let count = 0
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const agent: Agent = {
    request: (method, params) => {
      const id = ++count
      send({ id, method, params })
      return new Promise((resolve) => waiting.set(id, resolve))
    },
    notify: (method, params) => void send({ method, params }),
    notifications,
    heard: (step) => new Promise((resolve) => listening.set(step, resolve)),
    close: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      return (await ended)[0] as number | null
    },
  }
  await agent.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  agent.notify('notifications/initialized', {})
  return agent
}

const call = async (agent: Agent, name: string, input: object, meta = {}) => {
  const { result, error } = await agent.request('tools/call', { name, arguments: input, _meta: meta })
  assert.equal(error, undefined)
  return result as unknown as {
    isError?: boolean
    content: [{ type: string; text: string }, ...{ type: string }[]]
    structuredContent?: Record<string, never>
  }
}

const BENELUX = { include: ['iso:BE', 'iso:NL', 'iso:LU'], detail: 'low' }

describe('an agent', () => {
  const service = suiteService({ METES_SOURCES: 'atlas' })

  test('learns that a message is too long, and continues', async () => {
    const agent = await connect(service.metes, [])
    const { error } = await agent.request('tools/call', {
      name: 'search_boundaries',
      arguments: { q: 'x'.repeat(11 * 1024 * 1024) },
    })
    assert.match(String(error?.message), /limit of 8,388,608 bytes/)
    const found = await call(agent, 'search_boundaries', { q: 'Luxembourg', limit: 1 })
    assert.notEqual(found.isError, true)
    assert.equal(await agent.close(), 0)
  })

  test('finds every operation as a tool, uses them locally, receives their steps, and learns of its errors', async () => {
    const agent = await connect(service.metes, [])
    const listed = await agent.request('tools/list', {})
    const { tools } = listed.result as unknown as { tools: { name: string; inputSchema: { type: string } }[] }
    assert.deepEqual(
      tools.map(({ name }) => name),
      [...OPS.filter(({ ofAccount }) => ofAccount !== true).map(({ name }) => name), 'show_map'],
      'no key names an account, so that tools about one are left out',
    )

    const found = await call(agent, 'search_boundaries', { q: 'Luxembourg', limit: 1 })
    assert.equal(found.isError, undefined)
    assert.match(found.content[0].text, /^1 boundary: Lëtzebuerg \(country, r2171347\)\.$/)
    assert.equal((found.structuredContent as unknown as { candidates: [] }).candidates.length, 1)

    const united = await call(agent, 'union_boundaries', BENELUX, { progressToken: 'p' })
    assert.equal(united.structuredContent?.type, 'Feature')
    assert.deepEqual(
      agent.notifications.map(({ method, params }) => [method, params]),
      ['Finding 3 boundaries', 'Merging 3 boundaries'].map((message, at) => [
        'notifications/progress',
        { progressToken: 'p', progress: at + 1, message },
      ]),
    )

    const refused = await call(agent, 'get_boundary', { id: 'iso:LU', detial: 'low' })
    assert.equal(refused.isError, true)
    assert.match(refused.content[0].text, /^invalid_input: .*Did you mean detail\?\nNext: /)
    const page = /^About this error: (file:.+)$/m.exec(refused.content[0].text)?.[1]
    assert.ok(existsSync(fileURLToPath(page ?? '')), 'the page about the error is on this machine')

    const unknown = await call(agent, 'get_weather', {})
    assert.equal(unknown.isError, true)
    assert.match(unknown.content[0].text, /^unknown_tool: There is no tool get_weather\./)
    assert.equal(await agent.close(), 0)
  })

  test('gets a large polygon as a file of this machine, which it can read and show', async () => {
    const agent = await connect(service.metes, [])
    const france = await call(agent, 'get_boundary', { id: 'iso:FR', detail: 'high' })
    const { geometry, download_url: url } = france.structuredContent as unknown as Record<
      string,
      string | null
    >
    assert.equal(geometry, null)
    const path = /^Path of the file: (.+)$/m.exec(france.content[0].text)?.[1] ?? ''
    assert.equal(path, fileURLToPath(url ?? ''))
    const { geometry: polygon } = JSON.parse(await readFile(path, 'utf8'))
    assert.equal(polygon.type, 'MultiPolygon')
    assert.deepEqual(
      france.content.map(({ type }) => type),
      ['text', 'resource_link'],
    )
    const { structuredContent } = await call(agent, 'get_boundary', { id: 'iso:FR' })
    const shown = await call(agent, 'show_map', { download_url: structuredContent?.download_url })
    assert.match(shown.content[0].text, /^The map shows France \(r2202162\)/)
    const russia = await call(agent, 'get_boundary', { id: 'iso:RU', detail: 'full' })
    const tooLarge = await call(agent, 'show_map', { download_url: russia.structuredContent?.download_url })
    assert.match(tooLarge.content[0].text, /is too large for a map in the chat/)
    assert.equal(await agent.close(), 0)
  })

  test('uses the tools of a server with a key, as a job, with its steps', async () => {
    const agent = await connect(service.metes, ['--server', service.server.url], {
      METES_API_KEY: service.key,
    })
    const united = await call(agent, 'union_boundaries', { ...BENELUX, detail: 'medium' })
    assert.equal(united.structuredContent?.type, 'Feature')
    const elsewhere = await call(agent, 'show_map', { download_url: 'http://127.0.0.1:1/files/x.geojson' })
    assert.match(elsewhere.content[0].text, /is not a file of http/)
    const account = await call(agent, 'get_account', {})
    assert.deepEqual((account.structuredContent as unknown as { units: { used: number } }).units.used, 3)
    assert.equal(await agent.close(), 0)
  })

  test('learns how to sign in to a server where the key is missing or invalid', async () => {
    for (const METES_API_KEY of ['', 'mts_wrong']) {
      const agent = await connect(service.metes, ['--server', service.server.url], { METES_API_KEY })
      const refused = await call(agent, 'get_account', {})
      assert.equal(refused.isError, true)
      assert.match(
        refused.content[0].text,
        /^unauthorized: .* Create a key at \S+\.\nNext: ask the user to run "metes login --server ADDRESS", or to set METES_API_KEY /,
      )
      assert.equal(await agent.close(), 0)
    }
  })

  test('locally acts for the account of the key in its environment', async () => {
    const key = await service.metes.createKey({}, 'agent@example.org')
    const agent = await connect(service.metes, [], { METES_API_KEY: key })
    const account = await call(agent, 'get_account', {})
    assert.equal((account.structuredContent as unknown as { email: string }).email, 'agent@example.org')
    assert.equal(await agent.close(), 0)
  })

  test('that cancels a call gets no answer, and continues with others', async () => {
    const agent = await connect(service.metes, [])
    const countries = ['DE', 'FR', 'IT', 'ES', 'SE', 'NO', 'FI', 'GB', 'RU', 'CN', 'US', 'CA'].map(
      (code) => `iso:${code}`,
    )
    const large = agent.request('tools/call', {
      name: 'union_boundaries',
      arguments: { include: countries },
      _meta: { progressToken: 'large' },
    })
    await agent.heard('Merging 12 boundaries')
    agent.notify('notifications/cancelled', { requestId: SECOND_REQUEST, reason: 'no longer wanted' })
    const small = call(agent, 'union_boundaries', BENELUX)
    assert.equal(await Promise.race([large.then(() => 'large'), small.then(() => 'small')]), 'small')
    assert.equal(await agent.close(), 0)
  })
})
