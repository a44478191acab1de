/** Lists of subdivisions as a reader who knows the country expects them: on the bundled atlas, and after an import. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createCatalog } from '../../src/domain/catalog/catalog.ts'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { bundledDisputes } from '../../src/sources/atlas/bundled-disputes.ts'
import { readCountryFacts } from '../../src/sources/country-facts.ts'
import { openLexicon } from '../../src/sources/names/bundled-lexicon.ts'
import { countriesOf, recordOf } from '../support/atlas-units.ts'
import { openImportWorld } from '../support/import-world.ts'

const DATA = fileURLToPath(new URL('../../data', import.meta.url))
const LUXEMBOURG = fileURLToPath(new URL('../../../shared/data/osm/luxembourg-2018.osm.pbf', import.meta.url))

const world = await openImportWorld()
const atlas = await openBundledAtlas(`${DATA}/atlas`, world.directory)
after(async () => {
  await atlas.close()
  await world.close()
})
const facts = readCountryFacts(DATA)
const disputes = createDisputes(bundledDisputes(`${DATA}/atlas`))
const lexicon = openLexicon(DATA, world.directory)
const bundled = createCatalog({ sources: [atlas.source], polygonBytes: 1e6, facts, disputes, lexicon })

const listOf = async (id: string, adminLevel: number | null = null, catalog = bundled) => {
  const record = await recordOf(catalog, id)
  if (record === null) throw new Error(`There is no ${id}.`)
  const { children, ...answer } = await catalog.children(record, adminLevel)
  const levels = Object.groupBy(children, (child) => String(child.adminLevel))
  return {
    ...answer,
    names: children.map(({ name }) => name),
    counts: Object.fromEntries(Object.entries(levels).map(([level, units]) => [level, units?.length])),
  }
}

/** By level: how many units a reader expects. */
const EXPECTED: readonly (readonly [id: string, level: number, counts: Readonly<Record<string, number>>])[] =
  [
    ['iso:PT', 6, { 4: 2, 6: 18 }],
    ['iso:RS', 6, { 4: 1, 6: 18 }],
    // Counties and Budapest: cities with county rights lie in their counties.
    ['iso:HU', 6, { 6: 20 }],
    ['iso:DE', 4, { 4: 16 }],
    ['iso:AT', 4, { 4: 9 }],
    ['iso:BE', 4, { 4: 3 }],
    ['iso:CH', 4, { 4: 26 }],
    ['iso:ES', 4, { 4: 19 }],
    ['iso:FR', 4, { 4: 18 }],
    ['iso:GB', 4, { 4: 4 }],
    ['iso:IT', 4, { 4: 20 }],
    ['iso:NL', 4, { 4: 12 }],
    // States and the District of Columbia.
    ['iso:US', 4, { 4: 51 }],
    ['iso:NO', 4, { 4: 16 }],
    // States, the two mainland territories, and Jervis Bay.
    ['iso:AU', 4, { 4: 9 }],
    ['iso:CN', 4, { 4: 31 }],
    ['iso:IE', 6, { 6: 26 }],
    ['iso:DO', 4, { 4: 32 }],
    ['iso:GN', 4, { 4: 8 }],
    // Nine districts, Rodrigues and Agalega.
    ['iso:MU', 5, { 5: 11 }],
    ['iso:PK', 4, { 4: 7 }],
    ['iso:US-CA', 6, { 6: 58 }],
  ]

for (const [id, level, counts] of EXPECTED) {
  test(`${id} has the subdivisions that a reader expects`, async () => {
    const list = await listOf(id)
    assert.deepEqual([list.adminLevel, list.counts], [level, counts])
  })
}

test('Portugal is its districts and autonomous regions, Serbia its districts, Belgrade and Vojvodina', async () => {
  const portugal = await listOf('iso:PT')
  for (const name of ['Lisboa', 'Região Autónoma da Madeira', 'Região Autónoma dos Açores'])
    assert.ok(portugal.names.includes(name), name)
  assert.match(portugal.notes[0], /^Level 4 covers only \d+ % of this boundary: the list has its 2 units and/)
  const serbia = await listOf('iso:RS')
  for (const name of ['Belgrade', 'Vojvodina', 'Nišava']) assert.ok(serbia.names.includes(name), name)
  assert.deepEqual((await listOf('iso:PT', 4)).counts, { 4: 2 })
})

test('the statistical regions of Hungary and Czechia would not be listed if an import brought them', () => {
  assert.deepEqual(facts.levelsWithoutGovernment('HU'), [4, 5])
  assert.deepEqual(facts.levelsWithoutGovernment('CZ'), [4])
  assert.deepEqual(facts.levelsWithoutGovernment('DE'), [])
})

test('regions and provinces without a government are skipped, with a note', async () => {
  for (const [id, level] of [
    ['iso:IE', 5],
    ['iso:DO', 3],
    ['iso:UG', 3],
  ] as const) {
    const list = await listOf(id)
    const note = `The list skips level ${level}, which has no government of its own; set admin_level to list it.`
    assert.equal(list.notes[0], note, id)
    assert.ok((await listOf(id, level)).names.length >= 4, id)
  }
})

test('territories are left out of a list of other units, with a note', async () => {
  const { notes } = await listOf('iso:US')
  assert.deepEqual(notes, [
    'The list leaves out 6 territories: American Samoa (r2177187), Guam (r306001), Northern Mariana Islands (r306004), Puerto Rico (r4422604), U.S. Outlying Islands (r2185386) and U.S. Virgin Islands (r286898). Each is a boundary of its own.',
  ])
  for (const [id, count] of [
    ['iso:FR', 7],
    ['iso:CN', 2],
    ['iso:NO', 2],
    ['iso:AU', 4],
  ] as const)
    assert.match((await listOf(id)).notes[0], new RegExp(`^The list leaves out ${count} territories: `), id)
  for (const id of ['iso:NL', 'iso:FI'])
    assert.match(
      (await listOf(id)).notes[0],
      /^The list leaves out 1 territory: .* It is a boundary of its own\.$/,
    )
  assert.equal((await listOf('iso:US', 4)).names.length, 57, 'a level that is asked for is whole')
})

test('of all countries, only Iraq, Portugal and Serbia combine levels', async () => {
  const mixed: (string | null)[] = []
  for (const country of await countriesOf(bundled)) {
    const { children } = await bundled.children(country, null)
    if (new Set(children.map(({ adminLevel }) => adminLevel)).size > 1) mixed.push(country.iso)
  }
  assert.deepEqual(mixed, ['IQ', 'PT', 'RS'])
})

test('no unit of a list lies in another', async () => {
  for (const [id] of EXPECTED) {
    const record = await recordOf(bundled, id)
    const { children } = await bundled.children(record!, null)
    const ids = new Set(children.map((child) => child.id))
    const records = await bundled.records([...ids])
    const nested = [...records.values()].filter(({ parents }) => parents.some((parent) => ids.has(parent.id)))
    assert.deepEqual(nested, [], id)
  }
})

test('lists of the atlas note what is outdated, missing, or not there at all', async () => {
  assert.match((await listOf('iso:KE')).notes[0], /8 provinces of Kenya from before 2013: 47 counties/)
  assert.match((await listOf('iso:GB-NIR')).notes[0], /26 districts of Northern Ireland from before 2015/)
  assert.deepEqual((await listOf('iso:DE')).notes, [])
  assert.deepEqual((await listOf('iso:BA')).notes, [
    'The atlas draws the Brčko District with 139 km² instead of 493.',
  ])
  assert.match((await listOf('iso:MD')).notes.join(), /draws Bender with 1,032 km² instead of 97/)
  assert.match((await listOf('iso:VA')).notes[0], /^The atlas has no subdivisions here, and ISO 3166-2/)
})

test('Luxembourg has no subdivisions in the atlas, with a note; an import brings its cantons, and no notes', {
  skip: existsSync(LUXEMBOURG) ? false : `${LUXEMBOURG} is not here`,
}, async () => {
  const before = await listOf('iso:LU')
  assert.deepEqual([before.adminLevel, before.names], [null, []])
  assert.match(
    before.notes[0],
    /^The atlas has no subdivisions here; ISO 3166-2 lists 12\. An imported OpenStreetMap extract has the current ones\.$/,
  )
  await world.importFile(LUXEMBOURG, [atlas.source])
  const catalog = createCatalog({
    sources: [world.store, atlas.source],
    polygonBytes: 1e6,
    facts,
    disputes,
    lexicon,
  })
  const imported = await listOf('iso:LU', null, catalog)
  assert.deepEqual([imported.adminLevel, imported.notes], [6, []])
  assert.equal(imported.names.filter((name) => name.startsWith('Canton ')).length, 12)
  assert.match((await listOf('iso:KE', null, catalog)).notes[0], /Kenya/, 'other countries keep theirs')
})
