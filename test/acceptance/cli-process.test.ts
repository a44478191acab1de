/** The program as a process: exit codes, signals, pipes, and commands beside a running server. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { serveLocally } from '../support/local-server.ts'
import { type Installation, install } from '../support/service.ts'

const BINARY = fileURLToPath(new URL('../../bin/metes.js', import.meta.url))
const EXTRACT = fileURLToPath(new URL('../../../shared/data/osm/liechtenstein-2022.osm.pbf', import.meta.url))
/** The atlas does not matter here. */
const ONLY_EXTRACT = { METES_SOURCES: 'extract' }

let metes: Installation
before(async () => {
  metes = await install()
})
after(() => metes.remove())

test('help, version and completion need neither settings nor data', async () => {
  const broken = { PORT: 'none', METES_DATA_DIR: '/dev/null/nowhere' }
  for (const args of [
    ['--help'],
    ['--version'],
    ['completion', 'bash'],
    ['search-boundaries', '--help'],
    [],
  ]) {
    const { code, stdout, stderr } = await metes.run(args, broken)
    assert.deepEqual([args, code, stderr], [args, 0, ''])
    assert.notEqual(stdout, '')
  }
})

test('the exit code distinguishes wrong usage, refusal and success', async () => {
  assert.equal((await metes.run(['list-ops', '--verbose'], ONLY_EXTRACT)).code, 2)
  assert.equal((await metes.run(['get-boundary', 'r999999999999'], ONLY_EXTRACT)).code, 1)
  assert.equal((await metes.run(['list-ops'], ONLY_EXTRACT)).code, 0)
})

test('an invalid setting is named, with its value', async () => {
  const { code, stderr } = await metes.run(['list-ops'], { PORT: '99999' })
  assert.equal(code, 1)
  assert.match(stderr, /^Error: PORT .*99999/)
})

test('a reader that closes the pipe ends the command silently', () => {
  const script = '"$0" "$1" list-ops | head -c 9'
  const { stdout, stderr } = spawnSync('bash', ['-c', script, process.execPath, BINARY], {
    env: { ...process.env, ...ONLY_EXTRACT, METES_DATA_DIR: metes.dataDir },
  })
  assert.deepEqual([String(stdout), String(stderr)], ['{"name":"', ''])
})

for (const [signal, expected] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`${signal} ends a waiting command with ${expected} and nothing on stdout or stderr`, async () => {
    let child: ChildProcess | null = null
    // It never answers.
    const server = await serveLocally(() => child?.kill(signal))
    child = spawn(process.execPath, [BINARY, 'list-ops', '--server', server.url])
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
    const code = await new Promise((resolve) => child?.once('exit', resolve))
    await server.close()
    assert.deepEqual([code, Buffer.concat(output).toString()], [expected, ''])
  })

  test(`${signal} makes a server drain and end with 0`, async () => {
    const server = await metes.serve(ONLY_EXTRACT)
    assert.equal(await server.stop(signal), 0)
  })
}

test('a port in use is reported with the fix', async () => {
  const other = await serveLocally(() => {})
  const { port } = new URL(other.url)
  const { code, stderr } = await metes.run(['serve'], { ...ONLY_EXTRACT, PORT: port })
  await other.close()
  assert.equal(code, 1)
  assert.match(stderr, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use by another process\\.`))
})

test('a key created beside a running server works at once', async () => {
  const server = await metes.serve(ONLY_EXTRACT)
  try {
    const asked = ['reverse-boundaries', '0', '0', '--server', server.url]
    const refused = await metes.run(asked)
    assert.equal(refused.code, 1)
    assert.match(
      refused.stderr,
      /unauthorized[\s\S]* Create a key at http\S+\/account#keys\.[\s\S]*METES_API_KEY[\s\S]*Request id: /,
    )
    const answered = await metes.run(asked, { METES_API_KEY: await metes.createKey() })
    assert.deepEqual([answered.code, answered.stderr], [0, ''])
    assert.deepEqual(JSON.parse(answered.stdout).boundaries, [])
  } finally {
    await server.stop()
  }
})

test('an exported file is the same from the local storage and from a server', async () => {
  const drawing = (name: string) => join(metes.dataDir, name)
  const asked = ['export-boundary', 'iso:LI', '--format', 'svg', '--detail', 'low', '--output']
  const here = await metes.run([...asked, drawing('here.svg')])
  assert.equal(here.code, 0, here.stderr)
  const server = await metes.serve()
  try {
    const key = await metes.createKey()
    const there = await metes.run([...asked, drawing('there.svg'), '--server', server.url], {
      METES_API_KEY: key,
    })
    assert.equal(there.code, 0, there.stderr)
    assert.equal(JSON.parse(there.stdout).sha256, JSON.parse(here.stdout).sha256)
  } finally {
    await server.stop()
  }
  const bytes = await readFile(drawing('here.svg'))
  assert.match(bytes.toString(), /^<svg /)
  assert.deepEqual(await readFile(drawing('there.svg')), bytes)
})

test('a file that is not an extract is refused with the reason, and doctor then finds no problem', async () => {
  const { code, stdout, stderr } = await metes.run(['import', BINARY], ONLY_EXTRACT)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^Error: .*metes\.js/)
  const doctor = await metes.run(['doctor'], ONLY_EXTRACT)
  assert.doesNotMatch(doctor.stdout, /✗ (Runtime|Settings|Data directory|Database)/)
})

test('doctor reports an unknown METES_ variable', async () => {
  const { code, stdout } = await metes.run(['doctor'], { METES_DATADIR: '/data' })
  assert.equal(code, 1)
  assert.match(stdout, /✗ Settings: METES_DATADIR is set, .*METES_DATA_DIR\?/)
})

test('doctor checks the configured mail server and Redis, and says how to fix those that do not answer', async () => {
  const away = await metes.run(['doctor'], {
    METES_SMTP_URL: 'smtp://me:s3cret@127.0.0.1:1',
    METES_REDIS_URL: 'redis://127.0.0.1:1',
  })
  assert.equal(away.code, 1)
  assert.match(away.stdout, /✗ Mail: 127\.0\.0\.1:1: .*METES_SMTP_URL must name a mail server/)
  assert.match(away.stdout, /✗ Redis: The Redis server in METES_REDIS_URL does not answer/)
  assert.ok(!away.stdout.includes('s3cret'))
  const none = await metes.run(['doctor'])
  assert.match(none.stdout, /✓ Mail: no mail server is set; emails are written to \S+outbox\n/)
  assert.match(none.stdout, /✓ Redis: not used/)
})

const noExtract = existsSync(EXTRACT) ? false : `${EXTRACT} is not here`
test('imported boundaries are found, locally and through a server alike', { skip: noExtract }, async () => {
  const imported = await metes.run(['import', EXTRACT, '--json'], ONLY_EXTRACT)
  assert.equal(imported.code, 0, imported.stderr)
  assert.equal(JSON.parse(imported.stdout).boundaries, 14)
  const server = await metes.serve(ONLY_EXTRACT)
  try {
    const remote = { METES_SERVER: server.url, METES_API_KEY: await metes.createKey() }
    for (const args of [
      ['search-boundaries', 'Vaduz', '--limit', '3'],
      ['get-boundary', 'r1155955', '--detail', 'low', '--include', 'parents', '--include', 'children'],
      ['reverse-boundaries', '47.141', '9.5215'],
      ['list-children', 'r1155955', '--admin-level', '8'],
    ]) {
      const [here, there] = await Promise.all([metes.run(args, ONLY_EXTRACT), metes.run(args, remote)])
      assert.deepEqual([here.code, there.code, here.stderr, there.stderr], [0, 0, '', ''])
      assert.deepEqual(JSON.parse(here.stdout), JSON.parse(there.stdout))
    }
  } finally {
    await server.stop()
  }
})
