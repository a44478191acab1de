/** The committed atlas: its content, and that every polygon in it meets the service's guarantees. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { mappedKm2, readPublishedAreas } from '../../scripts/atlas/areas.ts'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { type BoundaryId, canonicalId, parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import { atDetail } from '../../src/domain/boundary/simplify-to-detail.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import { areaKm2, planarAreaOfRing } from '../../src/domain/geometry/area.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import { polygonStart, type Rings, vertexCount } from '../../src/domain/geometry/rings.ts'
import { openBundledAtlas, unpackedAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'
import { writeCatalogFile } from '../../src/storage/sql/catalog/catalog-file.ts'
import { casesOf } from '../cases.ts'
import { stream } from '../support/boundary-entries.ts'
import { validityReason } from '../support/geos.ts'

const PACKED = join(import.meta.dirname, '../../data/atlas')
const TABLE = join(import.meta.dirname, '../../../shared/data/iso-osm-wikidata-2020.tsv')

const { source: atlas, close } = await openBundledAtlas(PACKED, PACKED)
after(close)

const file = new DatabaseSync(await unpackedAtlas(PACKED, PACKED), { readOnly: true })
after(() => file.close())
const ids = file.prepare('select id from boundary order by id').all() as { id: BoundaryId }[]
const records = await atlas.records(ids.map(({ id }) => id))
/** Akrotiri and Dhekelia have neither a code of their own nor a parent. */
const UNCODED: readonly { readonly wikidata: string }[] = readYaml(join(PACKED, 'uncoded.yaml'))
const coded = records.filter(({ wikidata }) => !UNCODED.some((territory) => territory.wikidata === wikidata))
const byId = new Map(records.map((record) => [record.id, record]))

async function ringsOf(id: BoundaryId): Promise<Rings> {
  const geometry = await atlas.geometry(id)
  return decodeRings(geometry!.rings)
}

async function country(code: string): Promise<BoundaryRecord> {
  const [record] = await atlas.find({ by: 'iso', code })
  return record
}

async function found(name: string): Promise<readonly BoundaryId[]> {
  const hits = await atlas.search({
    match: { by: 'name', spellings: [foldName(name)] },
    countries: [],
    kind: null,
    adminLevel: null,
    within: null,
    limit: 40,
  })
  return hits.map(({ record }) => record.id)
}

test('it has the tables that this program writes today', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-atlas-'))
  after(() => rm(directory, { recursive: true, force: true }))
  await writeCatalogFile(join(directory, 'new.db'), 'test', stream([]))
  const written = new DatabaseSync(join(directory, 'new.db'), { readOnly: true })
  after(() => written.close())
  const tables = (database: DatabaseSync) =>
    database.prepare("select name, sql from sqlite_master where name not like 'sqlite_%' order by name").all()
  assert.deepEqual(tables(file), tables(written))
})

test('there are 250 countries, more than 4,300 subdivisions and 3,228 counties', () => {
  const countries = records.filter(({ kind }) => kind === 'country')
  const counties = records.filter(({ fips, kind }) => fips !== null && kind !== 'region')
  assert.equal(countries.length, 250)
  assert.equal(counties.length, 3228)
  assert.ok(records.length - countries.length - counties.length > 4300)
})

test('countries are the boundaries without a parent, and territories directly in a country', () => {
  for (const { id, kind, parents } of coded) {
    if (kind === 'country')
      assert.ok(parents.length <= 1 && parents.every((each) => each.kind === 'country'), id)
    else assert.ok(parents.length > 0, id)
  }
})

test('every id can be parsed', () => {
  for (const { id } of records) {
    const reference = parseBoundaryReference(id)
    assert.ok(!('problem' in reference), id)
    assert.equal(canonicalId(reference), id)
  }
})

test('parents run from the country down; each is in the atlas and has a lower level', () => {
  for (const { id, parents, country, adminLevel } of coded) {
    // Mainlands that OpenStreetMap lacks have no level.
    const levels = [
      ...parents.map((parent) => parent.adminLevel!),
      ...(adminLevel === null ? [] : [adminLevel]),
    ]
    assert.deepEqual(
      levels,
      [...new Set(levels)].sort((a, b) => a - b),
      id,
    )
    // The country of a territory's country is another one.
    const own = [...parents, byId.get(id)!].filter((each) => each.kind === 'country').at(-1)!
    assert.equal(byId.get(own.id)?.iso, country, id)
  }
})

test('every ISO code leads to its boundary and begins with the code of its country', async () => {
  for (const { id, iso, country } of records) {
    if (iso === null) continue
    assert.ok(iso === country || iso.startsWith(`${country}-`) || iso === 'FX', id)
    const ofCode = await atlas.find({ by: 'iso', code: iso })
    assert.deepEqual(
      ofCode.map((record) => record.id),
      [id],
    )
  }
})

test('every Wikidata entity leads to one boundary', async () => {
  for (const { id, wikidata } of records) {
    if (wikidata === null) continue
    const [first, ...others] = await atlas.find({ by: 'wikidata', entity: wikidata })
    assert.equal(first.id, id)
    assert.deepEqual(others, [], wikidata)
  }
})

test('a population comes from a table, or is a marked sum of towns with two digits', () => {
  const counted = new Set(['country', 'state', 'district'])
  const cities = new Set(['r175342', 'r175905'])
  for (const { id, kind, population, populationSource, probablePopulation, fips, areaKm2 } of records) {
    if (population === null) assert.equal(populationSource, undefined, id)
    else if (populationSource === undefined)
      assert.ok((counted.has(kind) && fips === null) || cities.has(id), id)
    else assert.equal(population, Number(population.toPrecision(2)), id)
    if (probablePopulation !== undefined) assert.equal(population, null, id)
    // Lines of Natural Earth are too coarse for smaller units.
    if (populationSource === 'towns') assert.ok(fips !== null || areaKm2 >= 1000, id)
  }
  assert.ok(records.filter(({ populationSource }) => populationSource === 'towns').length > 2000)
})

test('sums of towns are published where those of the whole match its own population within a quarter', () => {
  const published = records.filter(({ populationSource }) => populationSource === 'towns')
  const wholes = Map.groupBy(published, ({ parents }) => parents.at(-1)!.id)
  for (const [id, units] of wholes) {
    const whole = byId.get(id)!
    if (whole.population === null || whole.populationSource === 'towns') continue
    const all = records.filter(({ parents, kind }) => parents.at(-1)?.id === id && kind !== 'country')
    const sum = units.reduce((people, { population }) => people + population!, 0)
    const slack = 0.01 // Figures have two digits.
    assert.ok(sum / whole.population < 1.25 + slack, id)
    // A place that shares a city with its neighbours has no figure.
    if (all.length === units.length) assert.ok(sum / whole.population > 0.75 - slack, id)
  }
})

test('no boundary has more people than its parents', () => {
  for (const { id, population, parents } of records) {
    const parent = parents.length === 0 ? null : byId.get(parents.at(-1)!.id)!
    if (population !== null && parent?.population != null && parent.kind !== 'country')
      assert.ok(population <= parent.population, id)
  }
})

test('states of the United States have the figures of the Census Bureau, and a county is smaller than its state', async () => {
  const states = records.filter(
    ({ country, kind, iso }) => country === 'US' && kind !== 'country' && iso !== null,
  )
  assert.equal(
    states.reduce((people, { population }) => people + population!, 0),
    328_239_523,
  )
  const [newYork] = await atlas.find({ by: 'iso', code: 'US-NY' })
  assert.deepEqual([newYork.population, newYork.populationSource], [19_453_561, undefined])
  for (const fips of ['36061', '36047', '36081']) {
    const [part] = await atlas.find({ by: 'fips', code: fips })
    assert.equal(part.population, null, 'the people of New York City are not those of one county')
  }
})

test('an old code and the code of a territory as a subdivision still lead to the place', async () => {
  const lead = async (code: string) => (await atlas.find({ by: 'iso', code })).map(({ iso }) => iso)
  assert.deepEqual(await lead('US-PR'), ['PR'])
  assert.deepEqual(await lead('FR-GF'), ['GF'])
  assert.deepEqual(await lead('PL-MZ'), ['PL-14'])
  assert.deepEqual(await lead('CZ-PR'), ['CZ-10'])
})

const NAMED: readonly (readonly [name: string, id: string])[] = [
  ['Deutschland', 'r51477'],
  ['Germany', 'r51477'],
  ['Германия', 'r51477'],
  ['德国', 'r51477'],
  ['ألمانيا', 'r51477'],
  ['Federal Republic of Germany', 'r51477'],
  ['България', 'r186382'],
  ['日本', 'r382313'],
  ['Bayern', 'r2145268'],
  ['Bavaria', 'r2145268'],
  ['Бавария', 'r2145268'],
  ['England', 'r58447'],
  ['Catalunya', 'r349053'],
  ['Toscana', 'r41977'],
  ['加利福尼亚州', 'r165475'],
  ['Lake', 'fips:17097'],
  ['Lake County', 'fips:17097'],
  ['Orleans Parish', 'fips:22071'],
]

for (const [name, id] of NAMED) {
  test(`${name} finds ${id}`, async () => {
    assert.ok((await found(name)).includes(id as BoundaryId))
  })
}

test('county equivalents have the kind of their function', () => {
  const kindOf = (fips: string) => byId.get(`fips:${fips}` as BoundaryId)?.kind
  assert.equal(kindOf('17031'), 'county', 'Cook County')
  assert.equal(kindOf('22071'), 'county', 'Orleans Parish')
  assert.equal(kindOf('02185'), 'county', 'North Slope Borough')
  assert.equal(kindOf('24510'), 'city', 'Baltimore, an independent city')
  assert.equal(kindOf('72113'), 'municipality', 'Ponce Municipio')
})

test('a city that is a state is found as a city, too', () => {
  assert.deepEqual(byId.get('r62422' as BoundaryId)?.alsoKinds, ['city'], 'Berlin')
})

/** Countries that cross the antimeridian or lie around the pole. */
const BOXES: readonly (readonly [code: string, box: readonly [number, number, number, number]])[] = [
  ['RU', [19.6, 41.2, -169, 81.9]],
  // With Guam and American Samoa, as the country's relation has them.
  ['US', [144.6, -14.5, -64.6, 71.4]],
  ['AQ', [-180, -90, 180, -60.5]],
  ['NZ', [165.9, -52.6, -176.2, -29.2]],
  ['FJ', [176.9, -21, -178.2, -12.5]],
  ['KI', [169.5, -11.4, -150.2, 4.7]],
]

for (const [code, box] of BOXES) {
  test(`${code} has its box [west, south, east, north] across ±180`, async () => {
    const { bbox } = await country(code)
    for (const [side, degrees] of box.entries()) assert.ok(Math.abs(bbox[side] - degrees) < 0.1, String(bbox))
  })
}

const PERCENT = 1 / 100
const published = readPublishedAreas(join(PACKED, 'areas.yaml'))

for (const area of published) {
  const { country: code, island, km2, of, source, within = 1 } = area
  test(`${island ?? code} has ${km2} km² (${of}; ${source}) within ${within} %`, async () => {
    const mapped = mappedKm2(area, await ringsOf((await country(code)).id))
    assert.ok(Math.abs(mapped / km2 - 1) < within * PERCENT, `${mapped} km²`)
  })
}

/** The Directory of Wetlands in Oceania has 18,272 km² for all of Fiji. */
const FIJI_KM2 = 18_272

test('Fiji is larger than published on Viti Levu, Vanua Levu and Kadavu, and not on its other islands together', async () => {
  const rings = await ringsOf((await country('FJ')).id)
  const islands = published.filter((area) => area.country === 'FJ' && area.island !== undefined)
  const others = islands.reduce((rest, area) => rest - mappedKm2(area, rings), areaKm2(rings))
  const publishedOthers = islands.reduce((rest, { km2 }) => rest - km2, FIJI_KM2)
  assert.ok(Math.abs(others / publishedOthers - 1) < 0.02, String(others))
})

const ISLANDS: readonly (readonly [code: string, island: string, lon: number, lat: number])[] = [
  ['FJ', 'Viti Levu', 178, -17.8],
  ['FJ', 'Vanua Levu west of 180°', 179.2, -16.56],
  ['FJ', 'Taveuni west of 180°', 179.95, -16.95],
  ['FJ', 'Matei, Taveuni east of 180°', -179.87, -16.7],
  ['FJ', 'Nabukelevu, Kadavu', 177.98, -19.11],
  ['FJ', 'Rotuma', 177.07, -12.505],
  ['FJ', 'Lakeba, Lau', -178.8, -18.22],
  ['KI', 'Banaba', 169.535, -0.86],
  ['KI', 'Bonriki, South Tarawa', 173.147, 1.381],
  ['KI', 'Arorae, Gilbert Islands', 176.819, -2.629],
  ['KI', 'London, Kiritimati', -157.475, 1.987],
  ['KI', 'Teraina, Line Islands', -160.395, 4.69],
  ['KI', 'Malden, Line Islands', -154.93, -4.035],
  ['KI', 'Enderbury, Phoenix Islands', -171.085, -3.135],
  ['KI', 'Nikumaroro, Phoenix Islands', -174.54, -4.66],
]

for (const [code, island, lon, lat] of ISLANDS) {
  test(`${island} is land of ${code}`, async () => {
    const { id } = await country(code)
    assert.notEqual(locate(await ringsOf(id), toUnits(lon), toUnits(lat)), OUTSIDE)
  })
}

const LAGOONS: readonly (readonly [lagoon: string, lon: number, lat: number])[] = [
  ['Kiritimati', -157.45, 1.93],
  ['Onotoa', 175.54, -1.85],
  ['Tarawa', 173.03, 1.42],
]

for (const [lagoon, lon, lat] of LAGOONS) {
  test(`the lagoon of ${lagoon} is not land of Kiribati`, async () => {
    const { id } = await country('KI')
    assert.equal(locate(await ringsOf(id), toUnits(lon), toUnits(lat)), OUTSIDE)
  })
}

test('the inside point of every boundary lies in its parents', async () => {
  const rings = new Map<BoundaryId, Rings>()
  for (const { id, parents, centroid } of records) {
    for (const parent of parents) {
      const shape = rings.get(parent.id) ?? (await ringsOf(parent.id))
      rings.set(parent.id, shape)
      assert.notEqual(
        locate(shape, toUnits(centroid[0]), toUnits(centroid[1])),
        OUTSIDE,
        `${id} in ${parent.id}`,
      )
    }
  }
})

const DETAILS = [
  ['low', 4, 1_000],
  ['medium', 5, 5_000],
  ['high', 6, 25_000],
  ['full', 7, Number.POSITIVE_INFINITY],
] as const

test('every polygon is valid, rightly wound and within its budget at every detail', async () => {
  const every = Math.ceil(records.length / casesOf('polygons of the atlas'))
  for (const { id } of records.filter((_, index) => index % every === 0)) {
    const stored = await ringsOf(id)
    let judged: Rings | null = null
    for (const [detail, precision, budget] of DETAILS.toReversed()) {
      const rings = atDetail(stored, null, detail, precision)
      assert.ok(vertexCount(rings) <= 1.1 * budget, `${id} at ${detail}`)
      if (vertexCount(stored) > budget) assert.ok(vertexCount(rings) >= 0.9 * budget, `${id} at ${detail}`)
      // Most have so few vertices that every detail shows the same.
      if (judged !== null && sameShape(rings, judged)) continue
      assert.equal(validityReason(rings), 'Valid Geometry', `${id} at ${detail}`)
      assertWinding(rings, id)
      judged = rings
    }
  }
})

const sameShape = (a: Rings, b: Rings): boolean =>
  a.coords.length === b.coords.length &&
  a.coords.every((value, index) => value === b.coords[index]) &&
  a.ringEnds.length === b.ringEnds.length

/** RFC 7946 §3.1.6: exteriors counter-clockwise, holes clockwise. */
function assertWinding(rings: Rings, id: string): void {
  for (let polygon = 0; polygon < rings.polygonEnds.length; polygon++) {
    const exterior = polygonStart(rings, polygon)
    for (let ring = exterior; ring < rings.polygonEnds[polygon]; ring++) {
      assert.equal(planarAreaOfRing(rings, ring) > 0, ring === exterior, `${id}, ring ${ring}`)
    }
  }
}

/** Relations that the table of 2020 lists under no code: most are of later years or of places without a code. */
const RELATIONS_NOT_IN_TABLE = 25

test('relation ids are those of an independent table', {
  skip: existsSync(TABLE) ? false : `${TABLE} is absent`,
}, () => {
  const rows = readFileSync(TABLE, 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
  const ofRelation = Map.groupBy(rows, ([, relation]) => relation)
  let unknown = 0
  for (const { id, iso, wikidata } of records) {
    if (!id.startsWith('r')) continue
    const known = ofRelation.get(id.slice(1))
    if (known === undefined) unknown++
    else
      assert.ok(
        known.some(([code, , entity]) => code === iso || entity === wikidata),
        `${id} ${iso} ${wikidata}`,
      )
  }
  assert.ok(unknown <= RELATIONS_NOT_IN_TABLE, `${unknown} relations are not in the table`)
})
