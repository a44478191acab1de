/** QGIS opens what the guide says, by the code that its dialogs use: Debian's package python3-qgis. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { blocksOf } from '../support/doc-examples.ts'
import { succeed } from '../support/packed.ts'
import { isRequired } from '../support/required.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const GUIDE = fileURLToPath(new URL('../../docs/guide/clients.md', import.meta.url))
const LAYERS = fileURLToPath(new URL('../support/qgis-layers.py', import.meta.url))
const PYTHON = '/usr/bin/python3'
const hasQgis = isRequired('qgis') || spawnSync(PYTHON, ['-c', 'import qgis.core']).status === 0

interface Layer {
  readonly valid: boolean
  readonly features?: number
  readonly type?: string
  readonly crs?: string
  readonly name?: string
  readonly detail?: string
  readonly attribution?: string
  readonly vertices?: number
  readonly drawn_pixels?: number
}

describe('in QGIS', { skip: !hasQgis && 'QGIS is not installed (python3-qgis)' }, () => {
  let metes: Installation
  let server: RunningServer
  let key: string
  let folder: string
  /** What the guide says to enter or to run. */
  let codes: readonly string[]
  before(async () => {
    metes = await install()
    server = await metes.serve({ METES_SOURCES: 'atlas' })
    key = await metes.createKey()
    folder = await mkdtemp(join(tmpdir(), 'metes-qgis-'))
    const [, section] = (await readFile(GUIDE, 'utf8')).split(/^## QGIS$/m)
    codes = blocksOf(section.split(/^## /m)[0]).flatMap((block) => block?.code ?? [])
    assert.equal(codes.length, 3)
  })
  after(async () => {
    await server?.stop()
    await metes?.remove()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  const layerOf = async (uri: string): Promise<Layer> => {
    // Its settings and caches are in the home directory.
    const env = { HOME: folder, QT_QPA_PLATFORM: 'offscreen' }
    const { stdout } = await succeed(PYTHON, [LAYERS, uri.replace('http://localhost:8080', server.url)], {
      env,
    })
    return JSON.parse(stdout)
  }

  const verticesOf = async (detail: string): Promise<number> => {
    const answer = await fetch(`${server.url}/v1/boundaries/iso:LI?detail=${detail}`, {
      headers: { 'X-API-Key': key },
    })
    return ((await answer.json()) as { properties: { vertices: number } }).properties.vertices
  }

  test('the address of a polygon is a layer, with its name and attribution', async () => {
    const { attribution, ...layer } = await layerOf(codes[0])
    assert.deepEqual(layer, {
      valid: true,
      features: 1,
      type: 'Polygon',
      crs: 'EPSG:4326',
      name: 'Liechtenstein',
      detail: 'low',
      vertices: await verticesOf('low'),
    })
    assert.match(String(attribution), /^© OpenStreetMap contributors/)
  })

  test('the address of the tiles draws boundaries', async () => {
    const { valid, drawn_pixels } = await layerOf(codes[1])
    assert.ok(valid)
    assert.ok(drawn_pixels! > 10_000, `${drawn_pixels} pixels`)
  })

  test('a file of higher detail is a layer, here and at its public address', async () => {
    const [, id, file] = /^metes export-boundary (\S+) --output (\S+)$/.exec(codes[2]) ?? []
    const path = join(folder, file)
    const exported = await metes.run(['export-boundary', id, '--output', path], { METES_SOURCES: 'atlas' })
    assert.equal(exported.code, 0, exported.stderr)
    const here = await layerOf(path)
    const medium = await verticesOf('medium')
    assert.deepEqual([here.name, here.detail, here.vertices], ['Liechtenstein', 'medium', medium])

    const answer = await fetch(`${server.url}/v1/boundaries/${id}.geojson`, {
      headers: { 'X-API-Key': key },
      redirect: 'manual',
    })
    const published = await layerOf(String(answer.headers.get('location')))
    assert.deepEqual(
      [published.name, published.detail, published.vertices],
      ['Liechtenstein', 'medium', medium],
    )
  })
})
