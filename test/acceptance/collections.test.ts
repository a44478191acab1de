/** Collections, written in a thread, as programs of others read them. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { FORMATS, type Format } from '../../src/domain/formats/index.ts'
import { planarAreaDegrees } from '../../src/domain/geometry/area.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { exportCollection } from '../../src/ops/boundaries/export_collection.ts'
import { casesOf } from '../cases.ts'
import { type AtlasService, type Input, startAtlasService } from '../registry/atlas-service.ts'
import { FOREIGN_READERS, measured, type ReadFeature } from '../support/foreign-readers.ts'
import { holesInside, holesInsideCoverage, invalidCoverageEdges } from '../support/geos.ts'
import { findFault } from '../support/validity.ts'

interface Answer {
  readonly boundaries: number
  readonly units: number
  readonly estimated_bytes: number
  readonly url: string | null
  readonly bytes: number | null
  readonly code?: string
  readonly detail?: string
}

interface Feature {
  // Looked into as far as a test wants.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly properties: Readonly<Record<string, any>>
  readonly geometry: GeoJsonArea
}

const DATA = fileURLToPath(new URL('../../../shared/data', import.meta.url))
const LUXEMBOURG = `${DATA}/osm/luxembourg-2018.osm.pbf`

const directory = await mkdtemp(join(tmpdir(), 'metes-collections-'))
after(() => rm(directory, { recursive: true }))

const exportedBy = async (service: AtlasService, input: Input): Promise<Answer> => {
  const response = await service.rpc(exportCollection, input, { 'x-api-key': service.key })
  const answer = (await response.json()) as Answer
  assert.equal(response.status, 200, answer.detail)
  return answer
}

/** The file on this machine, under the extension that programs know it by. */
const download = async (
  service: AtlasService,
  input: Input & { readonly format: Format },
): Promise<string> => {
  const { url, bytes, estimated_bytes: estimated } = await exportedBy(service, input)
  assert.ok(
    estimated > bytes! / 2 && estimated < bytes! * 2,
    `${estimated} bytes were expected, not ${bytes}`,
  )
  const content = Buffer.from(await (await fetch(String(url))).arrayBuffer())
  assert.equal(content.length, bytes)
  const path = join(directory, `collection.${FORMATS[input.format].extension}`)
  await writeFile(path, content)
  return path
}

const featuresOf = async (service: AtlasService, input: Input): Promise<readonly Feature[]> => {
  const { url } = await exportedBy(service, { ...input, format: 'geojson' })
  return ((await (await fetch(String(url))).json()) as { features: readonly Feature[] }).features
}

/** What the columns of a table have of a feature. */
const attributesOf = ({ properties }: Feature): Readonly<Record<string, unknown>> => ({
  id: properties.id,
  name: properties.name,
  name_en: properties.names?.en,
  kind: properties.kind,
  admin_level: properties.admin_level,
  country: properties.country,
  iso: properties.iso,
  wikidata: properties.wikidata,
  parent: properties.parents?.at(-1)?.id,
  population: properties.population,
  population_source: properties.population_source,
  area_km2: properties.area_km2,
  detail: properties.detail,
  vertices: properties.vertices,
  attribution: properties.attribution,
  source_url: properties.source?.url,
  source_version: properties.source?.version,
})

/** A Shapefile has names of ten letters. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  admin_level: 'adm_level',
  population_source: 'pop_source',
  attribution: 'attrib',
  source_url: 'src_url',
  source_version: 'src_vers',
}

/** JSON has these in members of members, and no column of their own. */
const NESTED: readonly string[] = ['name_en', 'parent', 'source_url', 'source_version']
const JSON_FORMATS: readonly Format[] = ['geojson', 'geojsonl', 'geojsons', 'topojson']

const assertSameAttributes = (read: ReadFeature, wanted: ReadFeature, format: Format): void => {
  for (const [column, value] of Object.entries(wanted.properties)) {
    if (JSON_FORMATS.includes(format) && NESTED.includes(column)) continue
    const name = format === 'shp' ? (SHORT_NAMES[column] ?? column) : column
    const found =
      read.properties[name] ?? (format === 'kml' && column === 'name' ? read.properties.Name : null)
    assert.equal(textOf(found, format), textOf(value, format), `${column} of ${read.properties.id}`)
  }
}

/** Formats of text have no types, and a Shapefile has six decimals. */
const textOf = (value: unknown, format: Format): string => {
  if (value === null || value === undefined || value === '') return ''
  const number = Number(value)
  if (Number.isNaN(number)) return String(value)
  return String(format === 'shp' ? Number(number.toFixed(6)) : number)
}

/** A few pairs of counties overlap by less than a hectare in the atlas itself, across water. */
const ALLOWED_FAULTS = 20

interface Truth {
  readonly id: string
  readonly name: string
  readonly area_deg2: number
}

/** What osmium and GEOS find in the extract. */
const truthOf = (id: string): Truth =>
  (
    JSON.parse(readFileSync(`${DATA}/truth/luxembourg-2018.json`, 'utf8')) as { boundaries: readonly Truth[] }
  ).boundaries.find((each) => each.id === id)!

/** Those of one state, or all of them. */
const COUNTIES = casesOf('counties of a collection')

const SETS = [
  {
    name: 'the communes of Luxembourg',
    extract: LUXEMBOURG,
    input: { within: 'iso:LU', kind: 'municipality' },
    count: 102,
  },
  { name: 'the German states', extract: null, input: { within: 'iso:DE' }, count: 16 },
  {
    name: `the counties of ${COUNTIES === 3_106 ? 'the United States' : 'Texas'}`,
    extract: null,
    input: { within: COUNTIES === 3_106 ? 'iso:US' : 'iso:US-TX', kind: 'county' },
    count: COUNTIES,
  },
] as const

for (const { name, extract, input, count } of SETS) {
  const skip = extract !== null && !existsSync(extract) && 'the extract is not on this machine'
  describe(name, { skip }, () => {
    let service: AtlasService
    let expected: Map<unknown, ReadFeature>
    /** Lakes between the full polygons. */
    let lakes: number
    before(async () => {
      service = await startAtlasService()
      if (extract !== null) await service.importExtract(extract)
      const features = await featuresOf(service, { ...input, detail: 'full' })
      assert.equal(features.length, count)
      expected = new Map(
        measured(features).map((feature, index) => [
          feature.properties.id,
          { ...feature, properties: attributesOf(features[index]) },
        ]),
      )
      const members = features.map(({ geometry }) => ringsFromGeoJson(geometry))
      assert.ok(invalidCoverageEdges(members) <= ALLOWED_FAULTS)
      lakes = holesInside(members)
    })
    after(() => service.close())

    if (extract !== null)
      test('are those that osmium finds, with the areas that GEOS finds', () => {
        for (const [id, { properties, area }] of expected) {
          const truth = truthOf(String(id))
          assert.equal(properties.name, truth.name)
          assert.ok(Math.abs(area / truth.area_deg2 - 1) < 1e-6, truth.name)
        }
      })

    for (const reader of FOREIGN_READERS)
      for (const format of reader.formats)
        test(`are whole in ${format}, as ${reader.name} reads it`, { skip: reader.skip }, async () => {
          const features = await reader.read(await download(service, { ...input, format, detail: 'full' }))
          assert.deepEqual(
            features.map(({ properties }) => properties.id).sort(),
            [...expected.keys()].sort(),
          )
          for (const feature of features) {
            const { id } = feature.properties
            const wanted = expected.get(id)!
            assert.ok(feature.isValid, String(id))
            assert.ok(Math.abs(feature.area / wanted.area - 1) < 1e-6, String(id))
            assertSameAttributes(feature, wanted, format)
          }
        })

    for (const detail of ['low', 'medium', 'high'] as const) {
      test(`are one coverage at ${detail} detail: valid, without gaps and overlaps`, async () => {
        const features = await featuresOf(service, { ...input, detail })
        const members = features.map(({ geometry }) => ringsFromGeoJson(geometry))
        assert.equal(members.length, count)
        for (const each of members) assert.equal(findFault(each), null)
        assert.equal(invalidCoverageEdges(members), 0)
        assert.ok(holesInsideCoverage(members) <= lakes)
        assert.ok(
          members.every((each) => planarAreaDegrees(each) > 0),
          'none is lost',
        )
      })
    }

    test('cost and size are told before, without a file', async () => {
      const planned = await exportedBy(service, { ...input, detail: 'full', dry_run: true })
      assert.deepEqual([planned.url, planned.bytes], [null, null])
      assert.deepEqual([planned.boundaries, planned.units], [count, Math.ceil(count / 10)])
    })
  })
}

describe('a collection', () => {
  let service: AtlasService
  before(async () => {
    service = await startAtlasService()
  })
  after(() => service.close())

  test('of ids is in their order, each once', async () => {
    const features = await featuresOf(service, { ids: ['iso:LU', 'iso:BE', 'iso:LU'], detail: 'low' })
    assert.deepEqual(
      features.map(({ properties }) => properties.iso),
      ['LU', 'BE'],
    )
  })

  test('of ids is one coverage, as the parts of an area are', async () => {
    // Without Luxembourg, which owns its border rivers together with Germany.
    const ids = ['iso:DE', 'iso:FR', 'iso:BE', 'iso:NL', 'iso:CH', 'iso:AT', 'iso:LI']
    for (const detail of ['low', 'medium']) {
      const features = await featuresOf(service, { ids, detail })
      const members = features.map(({ geometry }) => ringsFromGeoJson(geometry))
      assert.equal(members.length, ids.length)
      for (const each of members) assert.equal(findFault(each), null)
      assert.equal(invalidCoverageEdges(members), 0)
    }
  })

  test('of the whole hierarchy has the subdivisions of every level', async () => {
    const { boundaries } = await exportedBy(service, {
      within: 'iso:US-UT',
      members: 'hierarchy',
      dry_run: true,
    })
    const { boundaries: direct } = await exportedBy(service, { within: 'iso:US-UT', dry_run: true })
    assert.ok(boundaries >= direct && direct === 29)
  })

  for (const [why, input, status, code] of [
    ['neither a parent nor ids', {}, 400, 'invalid_input'],
    ['both a parent and ids', { within: 'iso:LU', ids: ['iso:BE'] }, 400, 'invalid_input'],
    ['a format without collections', { within: 'iso:DE', format: 'wkt' }, 400, 'invalid_input'],
    ['an unknown boundary', { within: 'r999999999999' }, 404, 'not_found'],
    ['nothing to export', { within: 'iso:VA' }, 422, 'empty_area'],
  ] as const) {
    test(`${why} is refused`, async () => {
      const response = await service.rpc(exportCollection, input, { 'x-api-key': service.key })
      assert.deepEqual([response.status, ((await response.json()) as Answer).code], [status, code])
    })
  }
})
