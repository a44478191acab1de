/** Runs the command line in-process, on a small made-up list of operations that echoes what it is asked. */

import type { CliHost, CommandOperation, PublishingCommands } from '../../src/transports/cli/host.ts'
import type { CommandNeeds } from '../../src/transports/cli/program.ts'
import { runCli } from '../../src/transports/cli/run.ts'
import type { CallAnswer, CallRequest } from '../../src/transports/client/command-call.ts'

const FAKE_OPERATIONS: readonly CommandOperation[] = [
  {
    name: 'search_places',
    group: 'boundaries',
    summary: 'Find places by name',
    description: 'Any language, any script.',
    access: 'public',
    units: 0,
    long: false,
    input: {
      type: 'object',
      properties: {
        q: { type: 'string', minLength: 1, maxLength: 200, description: 'A place name' },
        kind: { type: 'string', enum: ['country', 'city'], description: 'Only this kind' },
        admin_level: { type: 'integer', minimum: 1, maximum: 12, description: 'Only this level' },
        limit: { type: 'integer', minimum: 1, maximum: 40, default: 10, description: 'How many at most' },
      },
      required: ['q'],
    },
    output: { type: 'object' },
    positional: ['q'],
    examples: [{ title: 'Places called "Vaduz"', input: { q: 'Vaduz', limit: 3 } }],
  },
  {
    name: 'reverse_places',
    group: 'boundaries',
    summary: 'Find what contains a point',
    description: 'From the largest to the smallest.',
    access: 'key',
    units: 1,
    long: false,
    input: {
      type: 'object',
      properties: { lat: { type: 'number', minimum: -90, maximum: 90 }, lon: { type: 'number' } },
      required: ['lat', 'lon'],
    },
    output: { type: 'object' },
    positional: ['lat', 'lon'],
    examples: [],
  },
  {
    name: 'merge_places',
    group: 'areas',
    summary: 'Merge places',
    description: 'The union of include.',
    access: 'key',
    units: '1 a boundary',
    long: true,
    input: {
      type: 'object',
      properties: {
        include: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 50 },
        parts: { type: 'array', items: { type: 'string', enum: ['parents', 'children'] }, default: [] },
        points: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
        seed: { type: 'object', properties: { lat: { type: 'number' }, lon: { type: 'number' } } },
        subscribed: { type: 'boolean' },
        format: { type: 'string', enum: ['kml', 'svg'] },
      },
      required: ['include'],
    },
    output: { type: 'object' },
    positional: ['include'],
    examples: [{ title: 'Two at once', input: { include: ['r1', 'r2'], seed: { lat: 1, lon: 2 } } }],
  },
]

export interface Run {
  readonly code: number
  readonly stdout: string
  readonly stdoutBytes: Buffer
  readonly stderr: string
  /** Calls that reached the service in this process. */
  readonly calls: readonly CallRequest[]
}

type OpenedService = Awaited<ReturnType<CliHost<CommandNeeds>['openService']>>

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Stdout and stderr are a terminal with this many columns. */
  readonly terminal?: number
  readonly signal?: AbortSignal
  readonly answer?: (request: CallRequest) => unknown
  readonly host?: Partial<CliHost<CommandNeeds>>
  readonly service?: Partial<OpenedService>
}

export const run = async (argv: readonly string[], options: RunOptions = {}): Promise<Run> => {
  const stdout = sink(options.terminal)
  const stderr = sink(options.terminal)
  const calls: CallRequest[] = []
  // A command that calls what its test does not pass fails.
  const service = {
    call: async (request: CallRequest) => {
      calls.push(request)
      return succeeded(options.answer === undefined ? request.input : await options.answer(request))
    },
    close: async () => {},
    ...options.service,
  } as OpenedService
  const host: CliHost<CommandNeeds> = {
    version: '1.2.3',
    operations: async () => FAKE_OPERATIONS,
    openService: async () => service,
    serveMcp: () => Promise.reject(new Error('not in this test')),
    serve: () => Promise.reject(new Error('not in this test')),
    reload: () => Promise.reject(new Error('not in this test')),
    healthChecks: async () => [],
    backups: () => Promise.reject(new Error('not in this test')),
    publishing: async () => ({ place: null }) as unknown as PublishingCommands,
    openBrowser: () => {},
    openPage: () => {},
    landIn: async () => [],
    sleep: async () => {},
    clock: { now: () => 0, elapsedMs: () => 0 },
    ...options.host,
  }
  const code = await runCli(
    argv,
    {
      stdin: (async function* () {
        yield options.stdin ?? ''
      })(),
      stdout: stdout.stream,
      stderr: stderr.stream,
      env: options.env ?? {},
      signal: options.signal ?? new AbortController().signal,
    },
    host,
  )
  return { code, stdout: stdout.text(), stdoutBytes: stdout.bytes(), stderr: stderr.text(), calls }
}

/** The input that the service received, from a run that must have succeeded. */
export const inputOf = async (argv: readonly string[], options: RunOptions = {}): Promise<unknown> => {
  const { code, stderr, calls } = await run(argv, options)
  if (code !== 0 || calls.length !== 1) throw new Error(`exit ${code}, ${calls.length} calls: ${stderr}`)
  return calls[0].input
}

const succeeded = (value: unknown): CallAnswer => ({
  ok: true,
  bytes: new TextEncoder().encode(JSON.stringify(value)),
})

const sink = (columns: number | undefined) => {
  const chunks: Buffer[] = []
  return {
    stream: {
      write: (chunk: string | Uint8Array) => chunks.push(Buffer.from(chunk)),
      isTTY: columns !== undefined,
      columns,
    },
    bytes: () => Buffer.concat(chunks),
    text: () => Buffer.concat(chunks).toString('utf8'),
  }
}
