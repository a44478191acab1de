/** GDAL's driver OAPIF reads an imported country page by page: Debian's package gdal-bin. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { KINDS } from '../../src/domain/boundary/kind.ts'
import { noGdal } from '../support/gdal.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const run = promisify(execFile)

const DATA = fileURLToPath(new URL('../../../shared/data', import.meta.url))
const EXTRACT = `${DATA}/osm/luxembourg-2018.osm.pbf`

const skip = noGdal || (!existsSync(EXTRACT) && 'the extract luxembourg-2018.osm.pbf is not on this machine')

/** Communes of Germany and France that the extract has completely. */
const ABROAD: readonly string[] = ['r1171850', 'r1202656', 'r2202144']

interface Truth {
  readonly id: string
  readonly name: string
  readonly admin_level: number | null
  readonly wikidata: string | null
  readonly bbox: readonly number[]
}

interface ReadFeature {
  readonly properties: Readonly<Record<string, unknown>>
  readonly geometry: { readonly type: string }
}

describe('GDAL reads Luxembourg by URL', { skip }, () => {
  let metes: Installation
  let server: RunningServer
  let key: string
  let communes: readonly Truth[]
  before(async () => {
    metes = await install()
    const imported = await metes.run(['import', EXTRACT, '--no-tiles'])
    assert.equal(imported.code, 0, imported.stderr)
    key = await metes.createKey()
    // GDAL follows links, so they must name the address that it asks.
    server = await metes.serve({ METES_LOG_LEVEL: 'debug' })
    const { boundaries } = JSON.parse(readFileSync(`${DATA}/truth/luxembourg-2018.json`, 'utf8')) as {
      boundaries: readonly Truth[]
    }
    communes = boundaries.filter(({ id, admin_level: level }) => level === 8 && !ABROAD.includes(id))
    assert.equal(communes.length, 102)
  })
  after(async () => {
    await server.stop()
    await metes.remove()
  })

  const withKey = (): readonly string[] => ['--config', 'GDAL_HTTP_USERPWD', `gdal:${key}`]
  const gdal = async (program: 'ogrinfo' | 'ogr2ogr', ...args: readonly string[]): Promise<string> =>
    (await run(program, [...withKey(), ...args], { maxBuffer: 2 ** 26 })).stdout

  const read = async (...args: readonly string[]): Promise<readonly ReadFeature[]> =>
    JSON.parse(await gdal('ogr2ogr', '-f', 'GeoJSON', '/vsistdout/', `OAPIF:${server.url}/ogc`, ...args))
      .features

  const valuesOf = (features: readonly ReadFeature[]) =>
    features
      .map(({ properties: { id, name, admin_level, wikidata } }) => ({ id, name, admin_level, wikidata }))
      .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))

  /** The pages that the server has answered. */
  const pages = (): number => server.log().split('"op":"list_features"').length - 1

  test('ogrinfo lists a layer of each kind', async () => {
    const shown = await gdal('ogrinfo', `OAPIF:${server.url}/ogc`)
    assert.deepEqual(
      Array.from(shown.matchAll(/^\d+: (\w+)/gm), ([, name]) => name),
      KINDS,
    )
  })

  test('all communes come through small pages, with their attributes, each once', async () => {
    const before = pages()
    const features = await read('municipality', '-oo', 'PAGE_SIZE=7', '-where', "country = 'LU'")
    assert.deepEqual(
      valuesOf(features),
      valuesOf(communes.map((properties) => ({ properties, geometry: { type: '' } }) as never)),
    )
    assert.ok(features.every(({ geometry: { type } }) => type === 'MultiPolygon'))
    // The filter is the server's work: pages of 7 of these communes, and one or two to learn the schema.
    assert.ok(pages() - before >= Math.ceil(communes.length / 7))
    assert.ok(pages() - before <= Math.ceil(communes.length / 7) + 2, `${pages() - before} pages`)
  })

  test('a box gives the communes that have land in it', async () => {
    const box = [6.1, 49.55, 6.2, 49.65]
    const found = await read('municipality', '-oo', 'PAGE_SIZE=5', '-spat', ...box.map(String))
    const whole = await read('municipality', '-oo', 'PAGE_SIZE=500', '-where', "country = 'LU'")
    const [west, south, east, north] = box
    const near = communes.filter(
      ({ bbox }) => bbox[0] <= east && bbox[2] >= west && bbox[1] <= north && bbox[3] >= south,
    )
    assert.equal(whole.length, communes.length)
    assert.ok(found.length > 3 && found.length <= near.length, `${found.length} of ${near.length}`)
    const ids = new Set(near.map(({ id }) => id))
    assert.ok(found.every(({ properties }) => ids.has(String(properties.id))))
  })

  test('one feature comes by its id, and detail is a parameter of the address', async () => {
    const source = `OAPIF:${server.url}/ogc?detail=low`
    const shown = await gdal(
      'ogr2ogr',
      '-f',
      'GeoJSON',
      '/vsistdout/',
      source,
      'country',
      '-where',
      "id = 'r2171347'",
    )
    const [luxembourg] = JSON.parse(shown).features as readonly ReadFeature[]
    assert.equal(luxembourg.properties.iso, 'LU')
    assert.equal(luxembourg.properties.detail, 'low')
  })

  test('without a key the layers are listed, and reading one says what is missing', async () => {
    const source = `OAPIF:${server.url}/ogc`
    const { stderr } = await run('ogrinfo', ['-al', '-so', source, 'municipality'])
    assert.match(stderr, /401/)
    assert.match(stderr, /needs an API key/)
  })
})
