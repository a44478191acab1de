/** A real server whose disk is full: a file system of 32 MB in a mount namespace of its own. */
import assert from 'node:assert/strict'
import { type ChildProcessByStdio, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Readable, Writable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listeningUrl } from '../support/service.ts'

const METES = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))

const directory = await mkdtemp(join(tmpdir(), 'metes-full-disk-server-'))
const withSmallDisk = (command: string): readonly string[] => [
  '--mount',
  'bash',
  '-c',
  `mount -t tmpfs -o size=32m tmpfs ${directory} && exec ${command}`,
]
const skip =
  spawnSync('unshare', withSmallDisk('true')).status !== 0 && 'this user cannot mount a disk of its own'
const env = {
  ...process.env,
  METES_DATA_DIR: directory,
  METES_SOURCES: 'atlas',
  METES_WORKERS: '1',
  METES_LOG_LEVEL: 'info',
  PORT: '0',
  NO_COLOR: '1',
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: Readonly<Record<string, unknown>> & { readonly code?: string }
}

describe('a server on a full disk', { skip }, () => {
  /** Keeps the disk, until its input ends. */
  let holder: ChildProcessByStdio<Writable, Readable, null>
  let server: ChildProcessByStdio<null, Readable, Readable>
  let url: string
  let key: string
  let log = ''
  /** Units of the calls that succeeded. */
  let paid = 0
  /** A path on the small disk, as seen from here. */
  const there = (name: string): string => join(`/proc/${holder.pid}/root`, directory, name)
  const inside = (...args: readonly string[]): readonly string[] => [
    '-t',
    String(holder.pid),
    '-m',
    process.execPath,
    METES,
    ...args,
  ]

  /** Runs a command of Metes on the small disk. */
  const metes = (...args: readonly string[]): Promise<{ stdout: string; stderr: string; code: number }> =>
    new Promise((resolve) => {
      const child = execFile('nsenter', inside(...args), { env }, (_error, stdout, stderr) =>
        resolve({ stdout, stderr, code: child.exitCode ?? 1 }),
      )
    })

  const start = async (): Promise<void> => {
    server = spawn('nsenter', inside('serve'), { env, stdio: ['ignore', 'pipe', 'pipe'] })
    server.stdout.resume()
    server.stderr.on('data', (piece) => {
      log += piece
    })
    url = await listeningUrl(server.stderr)
  }
  const kill = async (): Promise<void> => {
    server.kill('SIGKILL')
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  }

  const send = async (path: string, body?: object, headers: object = {}, withKey = true): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(withKey && { 'x-api-key': key }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await answer.text()
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: text.startsWith('{') ? JSON.parse(text) : {},
    }
  }

  /** Exports boundaries in a format that no earlier call asked for; each costs a unit if it succeeds. */
  const exported = async (ids: readonly string[], format: string): Promise<readonly Answer[]> => {
    const answers = await Promise.all(
      ids.map((id) => send(`/v1/boundaries/iso:${id}.${format}?detail=medium`)),
    )
    paid += answers.filter(({ status }) => status === 302).length
    return answers
  }

  /** The balance, and the sum of the daily usage. */
  const units = async (): Promise<readonly unknown[]> => {
    const [account, usage] = [await send('/v1/account'), await send('/v1/usage?days=2')]
    const days = usage.body.days as readonly { readonly units: number }[]
    return [(account.body.units as { used: number }).used, days.reduce((sum, day) => sum + day.units, 0)]
  }

  const isRefused = ({ status, retryAfter, body }: Answer): boolean => {
    assert.deepEqual([status, body.code, retryAfter], [503, 'storage_full', '30'], JSON.stringify(body))
    return true
  }

  /** The check runs in the background. */
  const isUnready = async (): Promise<void> => {
    const untilMs = Date.now() + 60_000
    let answer = await send('/readyz')
    for (; answer.status === 200; answer = await send('/readyz'))
      assert.ok(Date.now() < untilMs, 'it stays ready')
    isRefused(answer)
  }

  const fill = async (): Promise<void> => {
    for (const name of ['metes.db', 'units.db']) {
      const db = new DatabaseSync(there(name))
      // A journal that was larger before has room inside.
      db.exec('pragma wal_checkpoint(truncate)')
      db.close()
    }
    await fillUp()
  }
  const fillUp = async (): Promise<void> => {
    for (const bytes of [1 << 20, 1 << 12, 1]) {
      const piece = Buffer.alloc(bytes)
      while (
        await appendFile(there('fill'), piece).then(
          () => true,
          () => false,
        )
      );
    }
  }

  before(async () => {
    holder = spawn('unshare', withSmallDisk('sh -c "echo mounted; exec cat"'), {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(holder.stdout, 'data')
    await start()
    const made = await metes(
      'admin',
      'create-key',
      '--email',
      'a@example.org',
      '--plan',
      'unlimited',
      '--json',
    )
    key = JSON.parse(made.stdout).api_key
  })
  after(async () => {
    await kill()
    holder.stdin.end()
    await rm(directory, { recursive: true, force: true })
  })

  test('refuses what must be stored with storage_full, charges nothing for it, and answers the rest', async () => {
    await exported(['LU', 'LI'], 'kml')
    assert.equal(paid, 2)
    await fill()

    for (const answer of await exported(['LU', 'LI', 'AD', 'MT', 'MC'], 'geojson')) isRefused(answer)
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([
        send('/v1/keys', { name: `key ${round}` }),
        send('/v1/feedback/features', { title: `Item ${round}`, details: 'On a full disk.' }),
        send(
          '/v1/boundaries/union',
          { include: ['iso:BE', 'iso:NL'], detail: 'low' },
          { prefer: 'respond-async' },
        ),
        send('/v1/areas', { text: 'Oregon except Lane County' }, { 'idempotency-key': 'once' }),
        ...(await exported(['LU'], 'svg')),
      ])
      for (const answer of answers) isRefused(answer)
      assert.deepEqual(await units(), [paid, paid])
    }

    for (const withKey of [true, false]) {
      assert.equal((await send('/v1/boundaries/iso:FR?detail=low', undefined, {}, withKey)).status, 200)
      assert.equal((await send('/v1/boundaries/search?q=Lyon', undefined, {}, withKey)).status, 200)
    }
    assert.deepEqual(await units(), [paid, paid])
    await isUnready()
    assert.equal((await send('/healthz')).status, 200)
  })

  test('says so in the log once for each cause, and in doctor with what to do', async () => {
    const lines = log.split('\n').filter((line) => /full|ENOSPC|rollback|space/i.test(line))
    const reasons = lines.map((line) => JSON.parse(line).reason as string)
    assert.deepEqual(reasons.toSorted(), [...new Set(reasons)].toSorted(), lines.join('\n'))
    assert.ok(reasons.length > 0 && reasons.every((reason) => ['ENOSPC', 'SQLITE_FULL'].includes(reason)))
    const { stdout, code } = await metes('doctor')
    assert.equal(code, 1)
    assert.match(
      stdout,
      new RegExp(`No space is left in ${directory} \\(\\d(?:\\.\\d)? MB free\\).*Free at least 2 GB`),
    )
  })

  test('starts after a kill to answer reads, and says so', async () => {
    await kill()
    log = ''
    await start()
    assert.equal((await send('/v1/boundaries/iso:FR?detail=low', undefined, {}, false)).status, 200)
    assert.equal((await send('/v1/boundaries/search?q=Lyon')).status, 200)
    assert.deepEqual(await units(), [paid, paid])
    isRefused(await send('/v1/keys', { name: 'a key' }))
    await isUnready()
    const errors = log.split('\n').filter((line) => line.includes('"level":50'))
    assert.match(errors[0], /no space left\. Calls that store something are refused/)
  })

  test('does everything again when there is space, without a restart', async () => {
    await rm(there('fill'))
    const idempotent = { 'idempotency-key': 'after' }
    const area = await send('/v1/areas', { text: 'Oregon except Lane County' }, idempotent)
    assert.equal(area.status, 200, JSON.stringify(area.body))
    paid += 50
    for (const { status } of await exported(['LU', 'LI', 'AD', 'MT', 'MC'], 'geojson'))
      assert.equal(status, 302)
    assert.equal((await send('/v1/keys', { name: 'a key' })).status, 200)
    assert.deepEqual(await units(), [paid, paid])
    const untilMs = Date.now() + 60_000
    while ((await send('/readyz')).status !== 200) assert.ok(Date.now() < untilMs, 'it stays unready')
    assert.doesNotMatch(log, /rollback|"level":50(?!.*no space left)/)
  })

  test('which cannot even open its databases says in one sentence what to do', async () => {
    await kill()
    for (const name of ['metes.db', 'units.db', 'catalog.db']) await rm(there(`${name}-shm`), { force: true })
    await fillUp()
    const { stderr, code } = await metes('serve')
    assert.equal(code, 1)
    const sentence = `Error: No space is left to open ${join(directory, 'metes.db')}: free a few megabytes on its disk, then start again.`
    assert.ok(stderr.endsWith(`${sentence}\nRun "npx metes doctor" to see which disk is full.\n`), stderr)
  })
})
