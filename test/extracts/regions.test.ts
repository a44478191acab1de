/** Regions of the index of 2022, by what people type, in the atlas's catalog. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openExtracts } from '../../src/app/open/extracts.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { regionsNamed, regionsWith, uniqueNameOf } from '../../src/sources/regions/find-regions.ts'
import { GEOFABRIK, readIndex } from '../../src/sources/regions/read-index.ts'
import { resolveRegion } from '../../src/sources/regions/resolve-region.ts'
import { smallestRegion } from '../../src/sources/regions/smallest-region.ts'
import { systemClock } from '../../src/util/clock.ts'
import { suiteAreaWorld } from '../support/area-world.ts'
import { answering, type ExtractServer, serveExtracts } from '../support/extract-server.ts'

const INDEX = readFileSync(join(import.meta.dirname, '../fixtures/regions/index-v1-nogeom.json'), 'utf8')
const REGIONS = readIndex(INDEX, GEOFABRIK)!

const idsNamed = (text: string): readonly string[] => regionsNamed(text, REGIONS).map(({ id }) => id)

test('regions are found by id, name and code, in any case', () => {
  for (const [text, id] of [
    ['monaco', 'monaco'],
    ['Monaco', 'monaco'],
    ['MC', 'monaco'],
    ['mco', 'monaco'],
    ['iso:MC', 'monaco'],
    ['Bayern', 'bayern'],
    ['US-CA', 'us/california'],
    ['us-ca', 'us/california'],
    ['California', 'us/california'],
    ['us/california', 'us/california'],
    ['US', 'us'],
    ['United States of America', 'us'],
    ['US Midwest', 'us-midwest'],
    ['UK', 'great-britain'],
    ['Puerto Rico', 'us/puerto-rico'],
    ['Malaysia, Singapore, and Brunei', 'malaysia-singapore-brunei'],
    ['europe/georgia', 'georgia'],
    ['GE', 'georgia'],
    ['US-GA', 'us/georgia'],
    ['Germany, Austria, Switzerland', 'dach'],
  ])
    assert.deepEqual(idsNamed(text), [id], text)
})

test('a code that the index gives to several regions means the one with its name', () => {
  assert.ok(REGIONS.filter(({ codes }) => codes.includes('VU')).length > 2)
  assert.deepEqual(idsNamed('VU'), ['vanuatu'])
})

test('every region has a name of its own', () => {
  for (const region of REGIONS)
    assert.deepEqual(regionsNamed(uniqueNameOf(region, REGIONS), REGIONS), [region], region.id)
})

test('regions are listed by a part of id, name or code', () => {
  const listed = (text: string) => regionsWith(text, REGIONS).map(({ id }) => id)
  assert.deepEqual(listed('georgia'), ['georgia', 'us/georgia'])
  assert.deepEqual(listed('singapore'), ['malaysia-singapore-brunei'])
  assert.equal(listed('').length, REGIONS.length)
  assert.deepEqual(listed('atlantis'), [])
})

test('what is no index is refused, and entries without what an import needs are left out', () => {
  const entry = (fields: object) => ({
    properties: { id: 'x', name: 'X', urls: { pbf: 'https://example.org/x.osm.pbf' }, ...fields },
  })
  const idsOf = (...features: readonly unknown[]) =>
    readIndex(JSON.stringify({ features }), 'https://mirror.example')?.map(({ id }) => id) ?? null
  for (const text of ['', '<html>', 'null', '[]', '{}', '{"features":7}', '{"features":[]}'])
    assert.equal(readIndex(text, GEOFABRIK), null, text)
  assert.deepEqual(
    idsOf(
      entry({}),
      null,
      7,
      { properties: null },
      entry({ id: 7 }),
      entry({ name: '' }),
      entry({ name: 'x'.repeat(201) }),
      entry({ id: 'plain', urls: { pbf: 'http://example.org/x.osm.pbf' } }),
      entry({ id: 'file', urls: { pbf: 'file:///etc/passwd' } }),
      entry({ id: 'none', urls: {} }),
      entry({ id: 'odd', parent: 7, 'iso3166-2': 'US-CA', 'iso3166-1:alpha2': [7, 'MC'] }),
    ),
    ['x', 'odd'],
  )
  assert.equal(idsOf(...Array.from({ length: 10_001 }, () => entry({}))), null)
})

describe('in the atlas', () => {
  const world = suiteAreaWorld()
  let directory: string
  let server: ExtractServer
  let extracts: ReturnType<typeof openExtracts>
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'metes-regions-'))
    server = await serveExtracts()
    const config = readConfig({ METES_DATA_DIR: directory, METES_REGIONS_URL: server.url })
    const importer = { importFile: () => assert.fail(), listImports: async () => [] }
    extracts = openExtracts({ config, clock: systemClock }, { storedCatalog: world.catalog }, importer)
  })
  after(async () => {
    await server.close()
    rmSync(directory, { recursive: true })
  })
  const regionOf = async (text: string) => (await extracts.findExtracts([{ region: text }]))[0].region?.id

  test('a place leads to the smallest extract that holds it', async () => {
    for (const [text, id] of [
      ['Bavaria', 'bayern'],
      ['DE-BY', 'bayern'],
      ['Bremen', 'bremen'],
      ['DE-NW', 'germany'],
      ['Los Angeles County', 'us/california'],
      ['Washington County, Oregon', 'us/oregon'],
      ['wikidata:Q99', 'us/california'],
      ['GF', 'guyane'],
      ['PR', 'us/puerto-rico'],
      ['TW', 'taiwan'],
      ['DZ-49', 'algeria'],
      ['Vaduz', 'liechtenstein'],
      ['Allemagne', 'germany'],
    ])
      assert.equal(await regionOf(text), id, text)
  })

  test('several extracts of one name are candidates, each with a name of its own', async () => {
    for (const text of ['Georgia', 'georgia', 'Géorgie'])
      await assert.rejects(
        regionOf(text),
        {
          name: 'RegionProblem',
          message: `"${text}" may mean 2 extracts. Name one of them: GE (Georgia, in europe), US-GA (Georgia, in north-america).`,
        },
        text,
      )
    await assert.rejects(regionOf('Orange County'), /may mean \d extracts/)
  })

  test('an unknown region is refused with what may be meant', async () => {
    await assert.rejects(
      regionOf('monacoo'),
      /^RegionProblem: No extract is named "monacoo", .* Did you mean monaco\?/,
    )
    await assert.rejects(regionOf('Singapore'), /Did you mean malaysia-singapore-brunei\?/)
    await assert.rejects(regionOf('Atlantis'), /"npx metes import --regions TEXT" lists/)
  })

  test('the addresses are those of the mirror', async () => {
    const [{ url }] = await extracts.findExtracts([{ region: 'US-CA' }])
    assert.equal(url, `${server.url}/north-america/us/california-latest.osm.pbf`)
  })

  test('the index is downloaded only for regions, and again only if it has changed', async () => {
    server.asked.length = 0
    await extracts.findExtracts([{ url: 'https://example.org/x.osm.pbf' }])
    assert.equal(server.asked.length, 0)
    await regionOf('monaco')
    assert.match(server.asked.at(-1)?.headers['if-none-match'] ?? '', /^"/)
    await assert.rejects(() => {
      server.faults.set('/index-v1-nogeom.json', answering(200, { 'Content-Type': 'text/html' }, '<html>'))
      return regionOf('monaco')
    }, /index-v1-nogeom\.json is not an index of extracts\. Check METES_REGIONS_URL/)
    server.faults.set('/index-v1-nogeom.json', answering(404, {}))
    await assert.rejects(regionOf('monaco'), /does not exist \(HTTP 404\)/)
    server.faults.clear()
    const file = join(directory, 'downloads/regions.json')
    for (const damaged of [
      '',
      '{"url":',
      JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), text: '[]' }),
    ]) {
      writeFileSync(file, damaged)
      assert.equal(await regionOf('monaco'), 'monaco')
    }
  })
})

test('a region that contains itself ends no search in a circle', () => {
  const region = { id: 'a', name: 'A', parent: 'b', codes: [], url: 'https://example.org/a' }
  const circle = [region, { ...region, id: 'b', name: 'B', parent: 'a' }]
  assert.equal(
    smallestRegion(
      [
        { code: 'XX-A', names: ['A'] },
        { code: 'XX', names: [] },
      ],
      circle,
    ),
    null,
  )
})

test('a region of no known place is refused, whatever the catalog says', async () => {
  const places = async () => [[{ code: 'AQ', names: ['Antarctica'] }]]
  await assert.rejects(resolveRegion('AQ', REGIONS, places), /No extract is named "AQ"/)
})
