/** `--output` of answers that are too large to send: the written file has the polygon, whatever its source. */
import assert from 'node:assert/strict'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { serveLocally } from '../support/local-server.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const SMALL = { METES_MAX_INLINE_BYTES: '2000' }

const COMMANDS = [
  ['create_area', ['create-area', 'Benelux without Luxembourg', '--detail', 'low', '--precision', '3']],
  ['union_boundaries', ['union-boundaries', 'iso:BE', 'iso:NL', '--detail', 'low']],
  ['get_boundary', ['get-boundary', 'iso:BE', '--detail', 'low']],
] as const

let metes: Installation
before(async () => {
  metes = await install()
})
after(() => metes.remove())

interface Feature {
  readonly geometry: { readonly coordinates: readonly unknown[] }
  readonly type: string
  readonly properties: Readonly<Record<string, unknown>>
}

const written = async (command: readonly string[], env: Readonly<Record<string, string>>) => {
  const path = join(metes.dataDir, 'out.geojson')
  await rm(path, { force: true })
  const result = await metes.runHere([...command, '--output', path], env)
  assert.deepEqual([result.code, result.stdout], [0, ''], result.stderr)
  const text = await readFile(path, 'utf8')
  assert.ok(text.length > 2_000)
  const feature: Feature = JSON.parse(text)
  return { ...result, path, text, feature }
}

/** Files of boundaries never change; which land is disputed may. */
const asInFiles = ({ properties: { disputed, ...properties }, ...feature }: Feature) => ({
  ...feature,
  properties,
})

describe('on this machine', () => {
  for (const [operation, command] of COMMANDS)
    test(`${operation} writes the same polygon for any limit of the answer`, async () => {
      const large = await written(command, SMALL)
      const whole = await written(command, {})
      assert.equal(large.feature.type, 'Feature')
      assert.deepEqual(asInFiles(large.feature), asInFiles(whole.feature))
      assert.match(large.stderr, /^Wrote .*out\.geojson \([\d,]+ bytes\)\.$/m)
    })

  test('the summary comes first', async () => {
    const { stderr, path } = await written(COMMANDS[0][1], SMALL)
    assert.match(
      stderr,
      new RegExp(`^2 countries \\("Benelux"\\): Belgium and Netherlands; 68,440 km²\\.\\nWrote ${path} `),
    )
  })

  test('without --output the answer names the file', async () => {
    const { stdout } = await metes.runHere(COMMANDS[0][1], SMALL)
    const { geometry, download_url: url } = JSON.parse(stdout)
    assert.equal(geometry, null)
    assert.match(url, /\/files\/expiring\/\d{10}\/[0-9a-f]{64}\.geojson$/)
  })
})

describe('from a server', () => {
  let server: RunningServer
  let env: Readonly<Record<string, string>>
  before(async () => {
    server = await metes.serve(SMALL)
    env = { METES_SERVER: server.url, METES_API_KEY: await metes.createKey() }
  })
  after(() => server.stop())

  for (const [operation, command] of COMMANDS)
    test(`${operation} fetches the file`, async () => {
      const { feature } = await written(command, env)
      assert.ok(feature.geometry.coordinates.length > 0)
      assert.equal(feature.properties.detail, 'low')
    })

  test('an expired file is reported, and nothing is written', async () => {
    const answer = JSON.parse((await metes.runHere(COMMANDS[0][1], env)).stdout)
    assert.equal(answer.geometry, null)
    const impostor = await serveLocally((request, response) => {
      if (request.method === 'GET') return void response.writeHead(404).end()
      const body = JSON.stringify({ ...answer, download_url: `${impostor.url}/files/gone.geojson` })
      response.setHeader('content-type', 'application/geo+json').end(body)
    })
    const path = join(metes.dataDir, 'none.geojson')
    const { code, stdout, stderr } = await metes.runHere([...COMMANDS[0][1], '--output', path], {
      ...env,
      METES_SERVER: impostor.url,
    })
    await impostor.close()
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /gone\.geojson answered 404 Not Found instead of the file\./)
    assert.ok(!(await readdir(metes.dataDir)).some((name) => name.startsWith('none')))
  })
})
