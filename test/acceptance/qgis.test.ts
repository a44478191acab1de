/** QGIS opens what the guide says, by the code that its dialogs use: Debian's package python3-qgis. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { blocksOf } from '../support/doc-examples.ts'
import { noQgis, runQgis } from '../support/qgis.ts'
import { suiteService } from '../support/suite-service.ts'

const GUIDE = fileURLToPath(new URL('../../docs/guide/clients.md', import.meta.url))

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

describe('in QGIS', { skip: noQgis }, () => {
  const service = suiteService({ METES_SOURCES: 'atlas' })
  /** What the guide says to enter or to run. */
  let codes: readonly string[]
  before(async () => {
    const [, section] = (await readFile(GUIDE, 'utf8')).split(/^## QGIS$/m)
    codes = blocksOf(section.split(/^## /m)[0]).flatMap((block) => block?.code ?? [])
    assert.equal(codes.length, 3)
  })

  const layerOf = (uri: string): Promise<Layer> => {
    const { metes, server } = service
    return runQgis('qgis-layers.py', uri.replace('http://localhost:8080', server.url), metes.dataDir)
  }

  const fetchBoundary = (address: string, init?: RequestInit): Promise<Response> =>
    fetch(`${service.server.url}/v1/boundaries/${address}`, {
      ...init,
      headers: { 'X-API-Key': service.key },
    })

  const verticesOf = async (detail: string): Promise<number> => {
    const answer = await fetchBoundary(`iso:LI?detail=${detail}`)
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
    const { metes } = service
    const path = join(metes.dataDir, file)
    const exported = await metes.run(['export-boundary', id, '--output', path], { METES_SOURCES: 'atlas' })
    assert.equal(exported.code, 0, exported.stderr)
    const here = await layerOf(path)
    const medium = await verticesOf('medium')
    assert.deepEqual([here.name, here.detail, here.vertices], ['Liechtenstein', 'medium', medium])

    const answer = await fetchBoundary(`${id}.geojson`, { redirect: 'manual' })
    const published = await layerOf(String(answer.headers.get('location')))
    assert.deepEqual(
      [published.name, published.detail, published.vertices],
      ['Liechtenstein', 'medium', medium],
    )
  })
})
