/** The service as it starts on a new machine, with the bundled atlas, called in every way. */

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeApp } from '../../src/app/compose-app.ts'
import { openService } from '../../src/app/main.ts'
import { serverLanes } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import { readConfig } from '../../src/config/read-config.ts'
import type { AnyOp } from '../../src/op/define.ts'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { runCli } from '../../src/transports/cli/run.ts'
import { localCall, localFile } from '../../src/transports/client/local-call.ts'
import { createRequestIds } from '../../src/transports/http/request-id.ts'
import { listen } from '../../src/transports/http/server.ts'
import { systemClock } from '../../src/util/clock.ts'
import { systemRandom } from '../../src/util/random.ts'
import { callTool, type ToolReply } from '../support/mcp-post.ts'
import { silentLog } from '../support/silent-log.ts'

export type Input = Readonly<Record<string, unknown>>

export interface AtlasService {
  readonly url: string
  readonly key: string
  /** A key of another account, on the free plan. */
  createFreeKey(): Promise<string>
  /** Imports an extract of OpenStreetMap, whose boundaries then cover those of the atlas. */
  importExtract(file: string): Promise<void>
  /** By the resource route, all input in path and query for a GET. */
  rest(op: AnyOp, input: Input, headers?: Readonly<Record<string, string>>): Promise<Response>
  rpc(op: AnyOp, input: Input, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** By the agent tool. */
  tool(op: AnyOp, input: Input): Promise<ToolReply>
  /** By the command, in this process: its stdout, to a terminal where columns are given. Account commands call the server with the key. */
  command(
    op: AnyOp,
    input: Input,
    how?: { readonly args?: readonly string[]; readonly columns?: number },
  ): Promise<string>
  close(): Promise<void>
}

export const startAtlasService = async (): Promise<AtlasService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'metes-registry-'))
  const config = readConfig({
    METES_DATA_DIR: dataDir,
    METES_PUBLIC_RATE: '100000',
    METES_LOG_LEVEL: 'silent',
    PORT: '0',
  })
  const compute = openCompute(serverLanes({ threads: 1, maxProcessorMs: 60_000, heapMb: 512 }))
  const service = await openService(config, compute)
  const { apiKey } = await service.createKey({ email: 'tests@example.org', plan: 'unlimited' })
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    baseUrlAt: (port) => `http://127.0.0.1:${port}`,
    appAt: (baseUrl) => composeApp(service.composeAt(baseUrl).forApp),
    random: systemRandom,
    log: silentLog,
  })
  const jobs = service.openJobRunner(service.composeAt(server.baseUrl).jobWork)
  await firstFeedback(server.url, apiKey)
  return {
    url: server.url,
    key: apiKey,
    createFreeKey: async () => (await service.createKey({ email: 'free@example.org', plan: 'free' })).apiKey,
    importExtract: async (file) => {
      await service.importFile({
        file,
        allowOlder: false,
        preparesTiles: false,
        onProgress: () => {},
        signal: new AbortController().signal,
      })
    },
    rest: (op, input, headers = {}) => {
      const { path, rest } = targetOf(op, input)
      if (op.route.method === 'POST') return post(`${server.url}${path}`, rest, headers)
      const query = new URLSearchParams(
        Object.entries(rest).map(([name, value]): [string, string] => [name, asText(value)]),
      )
      return fetch(`${server.url}${path}?${query}`, { method: op.route.method, headers, redirect: 'manual' })
    },
    rpc: (op, input, headers = {}) => post(`${server.url}/v1/ops/${op.name}`, input, headers),
    tool: (op, input) => callTool(server.url, op.name, input, { authorization: `Bearer ${apiKey}` }),
    command: async (op, input, { args = [], columns } = {}) => {
      const written: string[] = []
      const call = localCall({
        ...service.composeAt(server.baseUrl),
        newRequestId: createRequestIds(systemRandom),
        baseUrl: server.baseUrl,
      })
      const ofAccount = op.group === 'account' || op.group === 'feedback'
      const code = await runCli(
        [op.name.replaceAll('_', '-'), '--input', '-', ...args],
        {
          stdin: (async function* () {
            yield JSON.stringify(input)
          })(),
          stdout: {
            write: (text) => written.push(Buffer.from(text).toString()),
            ...(columns !== undefined && { isTTY: true, columns }),
          },
          stderr: { write: (text) => written.push(Buffer.from(text).toString()) },
          env: ofAccount
            ? { METES_SERVER: server.url, METES_API_KEY: apiKey, NO_COLOR: '1' }
            : { NO_COLOR: '1' },
          signal: new AbortController().signal,
        },
        {
          version: '0',
          operations: async () => OPS.map(describeOp),
          openService: async () => ({
            ...service,
            call,
            openFile: localFile(service.files, Date.now),
            close: async () => {},
          }),
          serveMcp: async () => {},
          serve: async () => {},
          reload: async () => ({ dataDir: '', replaced: null }),
          healthChecks: async () => [],
          backups: () => Promise.reject(new Error('not in this test')),
          publishing: () => Promise.reject(new Error('not in this test')),
          openBrowser: () => {},
          openPage: () => {},
          landIn: async () => [],
          sleep: async () => {},
          clock: systemClock,
        },
      )
      assert.equal(code, 0, written.join(''))
      return written.join('')
    },
    close: async () => {
      await Promise.all([server.close(), jobs.close(0)])
      await service.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** The item that the examples refer to: the first of a new board has the id 1. */
const firstFeedback = async (url: string, key: string): Promise<void> => {
  const item = { title: 'An island is missing', details: 'Corvo.', request_id: 'req_0123456789' }
  const response = await post(`${url}/v1/feedback/issues`, item, { 'x-api-key': key })
  assert.equal(response.status, 200)
}

const post = (url: string, body: Input, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** The path with its parameters, and the remaining fields. An absent parameter has its default. */
const targetOf = (op: AnyOp, input: Input): { path: string; rest: Input } => {
  const properties = describeOp(op).input.properties ?? {}
  const used: string[] = []
  const path = op.route.path.replace(/\{\+?(\w+)\}/g, (_template, name: string) => {
    used.push(name)
    return encodeURIComponent(asText(input[name] ?? properties[name].default))
  })
  return { path, rest: Object.fromEntries(Object.entries(input).filter(([name]) => !used.includes(name))) }
}
