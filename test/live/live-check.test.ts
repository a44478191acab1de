/** `scripts/live-check.ts` against a real Overpass: all that it checks holds there, and a server that fails makes it fail. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { type LocalServer, serveLocally } from '../support/local-server.ts'
import { loadOverpass, missingOverpass, type OverpassServer, serveOverpass } from './overpass-server.ts'

const SCRIPT = join(import.meta.dirname, '../../scripts/live-check.ts')
const CHECKS = 7

describe('the check of the live map', { skip: missingOverpass() }, () => {
  let directory: string
  let overpass: OverpassServer
  let nominatim: LocalServer
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'metes-live-check-'))
    await loadOverpass('liechtenstein-2022', join(directory, 'db'))
    overpass = await serveOverpass(join(directory, 'db'))
    nominatim = await serveLocally((request, response) => {
      response.setHeader('content-type', 'application/json')
      const isStatus = request.url?.startsWith('/status')
      const schaan = { place_id: 1, osm_type: 'relation', osm_id: 1_155_952, category: 'boundary' }
      response.end(JSON.stringify(isStatus ? { status: 0 } : [schaan]))
    })
  })
  after(async () => {
    await nominatim?.close()
    await overpass?.close()
    await rm(directory, { recursive: true, force: true })
  })

  const run = async (settings: Readonly<Record<string, string>>) => {
    const child = spawn(process.execPath, [SCRIPT], {
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { stdout, stderr, code: code as number }
  }

  test('everything holds where the servers do what they should', async () => {
    const { code, stdout, stderr } = await run({
      METES_CONTACT: 'ops@example.org',
      METES_OVERPASS_URL: overpass.url,
      METES_NOMINATIM_URL: nominatim.url,
    })
    assert.equal(code, 0, stdout + stderr)
    assert.equal(stdout.match(/^✓ /gm)?.length, CHECKS, stdout)
    assert.match(stdout, /^All checks passed\.$/m)
  })

  test('a server that does not have what is asked for makes it fail', async () => {
    const { code, stdout } = await run({
      METES_CONTACT: 'ops@example.org',
      METES_OVERPASS_URL: `${nominatim.url}/api/interpreter`,
      METES_LIVE_WAIT: '1',
      METES_NOMINATIM_URL: nominatim.url,
    })
    assert.equal(code, 1, stdout)
    assert.match(stdout, /^\d of 7 checks failed\.$/m)
  })

  test('without a contact nothing is sent', async () => {
    const { code, stderr } = await run({})
    assert.equal(code, 2)
    assert.match(stderr, /Nothing was sent\./)
  })
})
