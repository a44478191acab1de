/** MCP over HTTP: long calls report their steps, stop when nobody waits for them, and are refunded. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { connectClient, noClients } from '../support/mcp-clients.ts'
import { callTool, postMcp, repliesOf, toolCall } from '../support/mcp-post.ts'
import { suiteService } from '../support/suite-service.ts'

const service = suiteService({ METES_SOURCES: 'atlas', METES_PUBLIC_RATE: '1000' })
const withKey = () => ({ authorization: `Bearer ${service.key}` })

const LARGE = ['DE', 'FR', 'IT', 'ES', 'SE', 'NO', 'FI', 'GB', 'RU', 'CN', 'US', 'CA'].map(
  (code) => `iso:${code}`,
)

const unitsUsed = async (): Promise<number> => {
  const { structuredContent } = await callTool(service.server.url, 'get_account', {}, withKey())
  return (structuredContent as { units: { used: number } }).units.used
}

const countJobs = (): number => {
  const units = new DatabaseSync(join(service.metes.dataDir, 'units.db'), { readOnly: true })
  const { jobs } = units.prepare('select count(*) as jobs from job').get() as { jobs: number }
  units.close()
  return jobs
}

const refunded = async (units: number): Promise<void> => {
  while ((await unitsUsed()) !== units) await new Promise(setImmediate)
}

/** Resolves once the stream names a step. */
const step = async (reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<void> => {
  for (let seen = ''; !seen.includes(text); ) {
    const { done, value } = await reader.read()
    assert.equal(done, false, seen)
    seen += new TextDecoder().decode(value)
  }
}

describe('long calls', { timeout: 60_000 }, () => {
  test('run as jobs, report their steps and cost what they cost on REST', async () => {
    const before = await unitsUsed()
    const jobsBefore = countJobs()
    const message = toolCall('union_boundaries', { include: ['iso:BE', 'iso:NL'], detail: 'high' }, 7, {
      progressToken: 'p',
    })
    const replies = await repliesOf(await postMcp(service.server.url, message, withKey()))
    const steps = replies.slice(0, -1) as { method?: string; params?: Record<string, unknown> }[]
    for (const { method, params } of steps) {
      assert.equal(method, 'notifications/progress')
      assert.equal(params?.progressToken, 'p')
    }
    assert.equal(replies.at(-1)?.id, 7)
    assert.equal(await unitsUsed(), before + 2)
    assert.equal(countJobs(), jobsBefore + 1)
  })

  test('report and stop in the protocol of 2026', { skip: noClients }, async () => {
    const before = await unitsUsed()
    const client = await connectClient('modern', { url: `${service.server.url}/mcp`, headers: withKey() })
    const cancelled = new AbortController()
    const steps: string[] = []
    const calling = client.callTool(
      { name: 'union_boundaries', arguments: { include: LARGE, detail: 'medium' } },
      {
        signal: cancelled.signal,
        onprogress: ({ message }) => {
          steps.push(message)
          if (message.startsWith('Merging')) cancelled.abort()
        },
      },
    )
    await assert.rejects(calling)
    assert.equal(steps.at(-1), 'Merging 12 boundaries')
    await refunded(before)
    await client.close()
  })

  test('stop when the client disconnects, and are refunded', async () => {
    const before = await unitsUsed()
    const message = toolCall('union_boundaries', { include: LARGE, detail: 'high' }, 1, {
      progressToken: 'p',
    })
    const gone = new AbortController()
    const response = await postMcp(service.server.url, message, withKey(), gone.signal)
    await step(response.body!.getReader(), 'Merging 12 boundaries')
    assert.equal(await unitsUsed(), before + LARGE.length)
    gone.abort()
    await refunded(before)
  })

  test('stop when a client of an older version cancels them in its session', async () => {
    const before = await unitsUsed()
    const keyOfAnother = await service.metes.createKey({}, 'eve@example.org')
    const headers = { ...withKey(), 'mcp-session-id': 'a-session-of-this-test' }
    const message = toolCall('union_boundaries', { include: LARGE, detail: 'full' }, 'long', {
      progressToken: 'p',
    })
    const response = await postMcp(service.server.url, message, headers)
    const reader = response.body!.getReader()
    await step(reader, 'Merging 12 boundaries')
    const cancel = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 'long', reason: 'no longer wanted' },
    }
    const { 'mcp-session-id': session } = headers
    for (const others of [
      { ...headers, 'mcp-session-id': 'another-session-of-it' },
      { 'mcp-session-id': session },
      { authorization: `Bearer ${keyOfAnother}`, 'mcp-session-id': session },
    ]) {
      const other = await postMcp(service.server.url, cancel, others)
      assert.equal(other.status, 202)
    }
    assert.equal(await unitsUsed(), before + LARGE.length)
    const accepted = await postMcp(service.server.url, cancel, headers)
    assert.equal(accepted.status, 202)
    await refunded(before)
    await reader.cancel()
  })
})
