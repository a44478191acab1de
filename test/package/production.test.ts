/** A checkout in production, as the README starts it: `npm ci` without what is only for development, then `npm start`. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { start, succeed } from '../support/installed-package.ts'
import { postMcp, repliesOf } from '../support/mcp-post.ts'
import { isRequired } from '../support/required.ts'
import { listeningUrl } from '../support/service.ts'

const offline = !isRequired('npm-registry') && 'installs from the registry of npm'

describe('installed for production', { skip: offline }, () => {
  let folder: string
  let checkout: string
  let npm: ReturnType<typeof start>
  let url: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'metes-production-'))
    checkout = join(folder, 'checkout')
    const copy =
      'mkdir "$0" && git ls-files -z | tar --create --null --files-from=- | tar --extract --directory="$0"'
    await succeed('bash', ['-o', 'pipefail', '-c', copy, checkout])
    await succeed('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: checkout,
    })
    const env = { PORT: '0', METES_DATA_DIR: join(folder, 'data') }
    npm = start('npm', ['start'], { cwd: checkout, env, detached: true })
    npm.stdout.resume()
    url = await listeningUrl(npm.stderr)
  })
  after(async () => {
    // All of its group, because a server that outlives npm is what the last test looks for.
    if (npm?.pid !== undefined) {
      try {
        process.kill(-npm.pid, 'SIGKILL')
      } catch {}
    }
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  const get = async (path: string): Promise<{ readonly status: number; readonly body: string }> => {
    const answer = await fetch(url + path, { headers: { accept: 'text/html, application/json' } })
    return { status: answer.status, body: await answer.text() }
  }

  test('nothing is there that is only for development', async () => {
    const { packages } = JSON.parse(await readFile(join(checkout, 'package-lock.json'), 'utf8'))
    const development = Object.keys(packages).filter((path) => packages[path].dev === true)
    assert.ok(development.length > 5)
    assert.deepEqual(
      development.filter((path) => existsSync(join(checkout, path))),
      [],
    )
  })

  test('it is healthy, and answers calls from the bundled atlas', async () => {
    assert.equal((await get('/healthz')).status, 200)
    assert.equal((await get('/readyz')).status, 200)
    const { body } = await get('/v1/boundaries/iso:LI?detail=low')
    assert.equal(JSON.parse(body).properties.name, 'Liechtenstein')
  })

  test('the map page is there with its scripts', async () => {
    const { status, body } = await get('/')
    assert.equal(status, 200)
    const scripts = Array.from(body.matchAll(/(?:src|href)="(\/[^"]+\.m?js)"/g), ([, path]) => path)
    assert.ok(scripts.length > 1)
    for (const path of scripts) assert.equal((await get(path)).status, 200, path)
  })

  test('apps find where to sign people in', async () => {
    const { body } = await get('/.well-known/oauth-authorization-server')
    const { issuer, authorization_endpoint } = JSON.parse(body)
    assert.equal(authorization_endpoint, `${issuer}/oauth/authorize`)
  })

  test('agents connect to /mcp', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const response = await postMcp(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const [{ result }] = await repliesOf(response)
    const { name } = (result?.serverInfo ?? {}) as { name?: string }
    assert.equal(name, 'metes')
  })

  test('SIGTERM to npm ends the server, and the exit code is 0', async () => {
    const ended = new Promise((resolve) => npm.once('exit', (...how) => resolve(how)))
    npm.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
    await assert.rejects(get('/healthz'), /fetch failed/)
  })
})
