/** `login`, `whoami` and `logout` with every answer of a server. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { credentialFile } from '../../src/transports/client/saved-login.ts'
import { type LocalServer, serveLocally } from '../support/local-server.ts'
import { type Run, type RunOptions, run } from './cli-harness.ts'

const STARTED = {
  device_code: 'secret-device-code',
  user_code: 'BCDF-GHJK',
  verification_uri: 'https://metes.example/device',
  verification_uri_complete: 'https://metes.example/device?code=BCDF-GHJK',
  expires_in: 900,
  interval: 5,
}
const KEY = { api_key: 'mts_secret', email: 'ann@example.org' }

interface Reply {
  readonly status?: number
  readonly body: unknown
}
interface Asked {
  readonly op: string
  readonly authorization: string | undefined
  readonly input: unknown
}

/** The server's answers, by operation; the last reply of each is repeated. */
let replies: Record<string, Reply[]>
let asked: Asked[]
let url: URL
let config: string
let server: LocalServer
before(async () => {
  server = await serveLocally(async (request, response) => {
    const input = await json(request)
    const op = String(request.url).split('/').at(-1)!
    asked.push({ op, authorization: request.headers.authorization, input })
    const planned = replies[op] ?? [{ status: 404, body: { title: 'Not planned' } }]
    const reply = planned.length > 1 ? planned.shift()! : planned[0]
    response
      .writeHead(reply.status ?? 200, {
        'content-type': (reply.status ?? 200) < 400 ? 'application/json' : 'application/problem+json',
      })
      .end(JSON.stringify(reply.body))
  })
  url = new URL(server.url)
})
after(() => server.close())
beforeEach(async () => {
  asked = []
  replies = { start_device_login: [{ body: STARTED }], poll_device_login: [{ body: KEY }] }
  config = await mkdtemp(join(tmpdir(), 'metes-config-'))
})
afterEach(() => rm(config, { recursive: true }))

interface LoginRun extends Run {
  readonly opened: readonly string[]
  readonly sleptMs: readonly number[]
}

/** Time advances by as much as the code sleeps. */
const command = async (argv: readonly string[], options: RunOptions = {}): Promise<LoginRun> => {
  const opened: string[] = []
  const sleptMs: number[] = []
  const elapsedMs = () => sleptMs.reduce((sum, each) => sum + each, 0)
  const ended = await run([...argv, '--server', url.href], {
    ...options,
    env: { XDG_CONFIG_HOME: config, ...options.env },
    host: {
      clock: { now: elapsedMs, elapsedMs },
      openBrowser: (address) => opened.push(address),
      sleep: async (durationMs) => void sleptMs.push(durationMs),
      ...options.host,
    },
  })
  return { ...ended, opened, sleptMs }
}

const stored = () => credentialFile(url, { XDG_CONFIG_HOME: config })!
const pending = (interval?: number): Reply => ({
  status: 428,
  body: { title: 'Not yet', status: 428, code: 'authorization_pending', interval },
})

test('login polls as often as the server says, and keeps the key', async () => {
  replies.poll_device_login = [
    pending(5),
    pending(10),
    { status: 429, body: { title: 'Too many calls', status: 429, code: 'rate_limited', retry_after: 33 } },
    { status: 500, body: { title: 'Broken', status: 500, code: 'internal_error' } },
    { body: KEY },
  ]
  const { code, stdout, stderr, sleptMs } = await command(['login'])
  assert.equal(code, 0, stderr)
  assert.equal(stdout, '')
  assert.deepEqual(sleptMs, [5_000, 5_000, 10_000, 33_000, 60_000])
  assert.match(stderr, /Open https:\/\/metes\.example\/device and enter the code BCDF-GHJK\nWaiting/)
  assert.ok(!stderr.includes('mts_secret') && !stderr.includes('secret-device-code'))
  assert.deepEqual(await stored().read(), { apiKey: 'mts_secret', email: 'ann@example.org' })
  assert.match(JSON.stringify(asked[0].input), /"client_name":"metes on /)
})

test('the browser is opened on a terminal only, and not with --no-browser', async () => {
  assert.deepEqual((await command(['login'], { terminal: 80 })).opened, [STARTED.verification_uri_complete])
  assert.deepEqual((await command(['login', '--no-browser'], { terminal: 80 })).opened, [])
  assert.deepEqual((await command(['login'])).opened, [])
})

test('without a terminal nothing is redrawn, and control characters of a server are shown as text', async () => {
  replies.start_device_login = [{ body: { ...STARTED, verification_uri: 'https://x/\u001b]0;title\u0007' } }]
  const { stderr } = await command(['login'])
  assert.ok(!stderr.includes('\u001b') && !stderr.includes('\r'))
})

test('a sign-in without approval ends when it expires', async () => {
  replies.poll_device_login = [pending(60)]
  const { code, stderr, sleptMs } = await command(['login'])
  assert.equal(code, 1)
  assert.match(stderr, /The sign-in was not approved in time/)
  assert.ok(sleptMs.length < 20)
  assert.equal(await stored().read(), null)
})

test('an answer of another program than Metes is refused with a sentence', async () => {
  replies.start_device_login = [{ body: { hello: 'world' } }]
  const { code, stderr } = await command(['login'])
  assert.equal(code, 1)
  assert.match(stderr, /has no device_code/)
})

test('without a server, or a place for keys, login names what is missing', async () => {
  const without = await run(['login'])
  assert.deepEqual([without.code, /METES_SERVER/.test(without.stderr)], [2, true])
  const nowhere = await run(['login', '--server', url.href])
  assert.deepEqual([nowhere.code, /HOME/.test(nowhere.stderr)], [1, true])
  assert.deepEqual(asked, [])
})

test('commands send the kept key only to its server, and the key of the environment takes precedence', async () => {
  await stored().write({ apiKey: 'mts_kept', email: null })
  replies.search_places = [{ body: {} }]
  await command(['search-places', 'x'])
  await command(['search-places', 'x'], { env: { METES_API_KEY: 'mts_environment' } })
  await run(['search-places', 'x', '--server', `${url.href}below/a/path`], {
    env: { XDG_CONFIG_HOME: config },
  })
  await command(['search-places', 'x'], { env: { XDG_CONFIG_HOME: 'relative' } })
  assert.deepEqual(
    asked.map(({ authorization }) => authorization),
    ['Bearer mts_kept', 'Bearer mts_environment', undefined, undefined],
  )
})

test('signing in again replaces the key atomically, whatever its mode was', async () => {
  await stored().write({ apiKey: 'mts_old', email: null })
  const { path } = stored()
  await writeFile(`${path}.${process.pid}.part`, 'left by a killed process', { mode: 0o666 })
  await command(['login'])
  assert.equal((await stored().read())?.apiKey, 'mts_secret')
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.equal((await readdir(join(config, 'metes', 'credentials'))).length, 1)
})

test('whoami shows where the key is, never the key', async () => {
  replies.get_account = [{ body: { email: 'ann@example.org', plan: 'free' } }]
  await stored().write({ apiKey: 'mts_kept', email: null })
  const kept = await command(['whoami'])
  assert.equal(kept.stdout, `ann@example.org (plan free) at ${url.href}\nThe key is in ${stored().path}.\n`)
  const environment = await command(['whoami'], { env: { METES_API_KEY: 'mts_environment' } })
  assert.match(environment.stdout, /The key is in METES_API_KEY\./)
})

test('whoami without a key fails and says how to sign in', async () => {
  const { code, stdout, stderr } = await command(['whoami'])
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /metes login/)
})

test('logout revokes exactly the kept key, then deletes it', async () => {
  replies.list_keys = [
    {
      body: {
        keys: [
          { id: 'k1', prefix: 'mts_othe', revoked_at: null },
          { id: 'k2', prefix: 'mts_kept', revoked_at: '2026-01-02T03:04:05Z' },
          { id: 'k3', prefix: 'mts_kept', revoked_at: null },
        ],
      },
    },
  ]
  replies.revoke_key = [{ body: { id: 'k3', revoked_at: '2026-01-02T03:04:05Z' } }]
  await stored().write({ apiKey: 'mts_kept-secret', email: null })
  const { code, stderr } = await command(['logout'], { env: { METES_API_KEY: 'mts_environment' } })
  assert.equal(code, 0)
  assert.deepEqual(
    asked.map(({ op, authorization, input }) => [op, authorization, input]),
    [
      ['list_keys', 'Bearer mts_kept-secret', {}],
      ['revoke_key', 'Bearer mts_kept-secret', { id: 'k3' }],
    ],
  )
  assert.doesNotMatch(stderr, /not revoked/)
  assert.equal(await stored().read(), null)
})

test('a key that cannot be revoked is deleted anyway, with a warning', async () => {
  for (const [reply, said] of [
    [{ status: 503, body: { title: 'Busy', status: 503 } }, /not revoked: Busy/],
    [{ body: { keys: [] } }, /not revoked/],
    [{ status: 401, body: { title: 'No', status: 401, code: 'unauthorized' } }, /^You are signed out/],
  ] as const) {
    replies.list_keys = [reply]
    await stored().write({ apiKey: 'mts_kept-secret', email: null })
    const { code, stderr } = await command(['logout'])
    assert.equal(code, 0)
    assert.match(stderr, said)
    assert.equal(await stored().read(), null)
  }
})

test('a damaged file is named, and logout deletes it', async () => {
  await stored().write({ apiKey: 'mts_kept', email: null })
  await writeFile(stored().path, '{"api_k')
  const { code, stderr } = await command(['whoami'])
  assert.equal(code, 1)
  assert.ok(stderr.includes(stored().path))
  assert.equal((await command(['logout'])).code, 0)
  await assert.rejects(readFile(stored().path))
})
