/** Which units a list of subdivisions has, and its notes. Made-up lands, an import above an atlas. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoundaryEntry, CountryFacts } from '../../src/domain/catalog/ports.ts'
import type { CoverageFacts } from '../../src/domain/catalog/subdivision-coverage.ts'
import { type BoundaryInput, boundary } from '../support/boundary-entries.ts'
import { testCatalog } from '../support/test-catalog.ts'

const LAND: BoundaryInput = {
  id: 'r1',
  name: 'Land',
  kind: 'country',
  adminLevel: 2,
  country: 'LI',
  iso: 'LI',
  bbox: [0, 0, 10, 10],
  areaKm2: 100,
}

type Unit = readonly [id: string, adminLevel: number, areaKm2: number, parents?: readonly BoundaryEntry[]]

/** The land with units side by side; each lies in the land and in the parents that are given. */
const landOf = (units: readonly Unit[], input: Partial<BoundaryInput> = {}): readonly BoundaryEntry[] => {
  const land = boundary({ ...LAND, ...input })
  return [land, ...units.map((unit, at) => unitOf(land, unit, at, input))]
}

const unitOf = (
  land: BoundaryEntry,
  [id, adminLevel, areaKm2, parents = []]: Unit,
  at: number,
  input: Partial<BoundaryInput> = {},
): BoundaryEntry =>
  boundary({
    ...input,
    id,
    name: id,
    iso: null,
    kind: 'region',
    adminLevel,
    country: 'LI',
    areaKm2,
    bbox: [at, 0, at + 1, 1],
    parents: [land, ...parents],
  })

const KNOWN: CoverageFacts = { units: 2, codes: 2, missing: [], reform: null, misdrawn: [] }
const factsOf = (
  coverage: CoverageFacts | null,
  withoutGovernment: readonly number[] = [],
): CountryFacts => ({
  levelsWithoutGovernment: () => withoutGovernment,
  atlasCoverage: (code) => (code === 'LI' ? coverage : null),
})

const childrenOf = async (
  world: Parameters<typeof testCatalog>[0],
  adminLevel: number | null = null,
): Promise<readonly [number | null, readonly string[], readonly string[]]> => {
  const opened = await testCatalog(world)
  try {
    const answer = await opened.catalog.find({ by: 'iso', code: 'LI' })
    assert.ok(answer.found)
    const { adminLevel: level, children, notes } = await opened.catalog.children(answer.record, adminLevel)
    return [level, children.map(({ id }) => id), notes]
  } finally {
    await opened.close()
  }
}

test('a level that covers half of the boundary is the list, whatever lies outside of it', async () => {
  const imported = landOf([
    ['r10', 4, 30],
    ['r11', 4, 20],
    ['r20', 6, 50],
  ])
  assert.deepEqual(await childrenOf({ imported }), [4, ['r10', 'r11'], []])
})

test('a level that covers less than half is completed by deeper units outside of it, with a note', async () => {
  const land = boundary(LAND)
  const island = unitOf(land, ['r10', 4, 4], 0)
  const imported = [
    land,
    island,
    unitOf(land, ['r20', 6, 4, [island]], 0),
    unitOf(land, ['r21', 6, 50], 2),
    unitOf(land, ['r22', 6, 45], 3),
  ]
  assert.deepEqual(await childrenOf({ imported }), [
    6,
    ['r10', 'r21', 'r22'],
    ['Level 4 covers only 4 % of this boundary: the list has its 1 unit and the 2 of level 6 outside it.'],
  ])
  assert.deepEqual(await childrenOf({ imported }, 4), [4, ['r10'], []], 'one level where one is asked for')
  assert.deepEqual(await childrenOf({ imported }, 6), [6, ['r20', 'r21', 'r22'], []])
})

test('three levels are combined where two do not cover half', async () => {
  const imported = landOf([
    ['r10', 4, 0.4],
    ['r20', 6, 30],
    ['r30', 8, 60],
    ['r31', 8, 9],
  ])
  assert.deepEqual(await childrenOf({ imported }), [
    8,
    ['r10', 'r20', 'r30', 'r31'],
    [
      'Level 4 covers less than 1 % of this boundary: the list has its 1 unit, the 1 of level 6 and the 2 of level 8 outside it.',
    ],
  ])
})

test('where all levels together cover less than half, as around islands in a wide sea, the next level stands alone', async () => {
  const imported = landOf([
    ['r10', 4, 3],
    ['r11', 4, 4],
    ['r20', 8, 2],
  ])
  assert.deepEqual(await childrenOf({ imported }), [4, ['r10', 'r11'], []])
})

test('levels without a government are skipped with a note, but listed where there are no others, and on request', async () => {
  const units: readonly Unit[] = [
    ['r10', 4, 100],
    ['r20', 5, 60],
    ['r21', 5, 40],
    ['r30', 6, 60],
    ['r31', 6, 40],
  ]
  const facts = factsOf(null, [4, 5])
  assert.deepEqual(await childrenOf({ imported: landOf(units), facts }), [
    6,
    ['r30', 'r31'],
    [
      'The list skips level 4 and level 5, which have no government of their own; set admin_level to list them.',
    ],
  ])
  assert.deepEqual(await childrenOf({ imported: landOf(units), facts }, 5), [5, ['r20', 'r21'], []])
  const withNothingElse = landOf(units.slice(1, 3))
  assert.deepEqual(await childrenOf({ imported: withNothingElse, facts }), [5, ['r20', 'r21'], []])
})

const territoryOf = (land: BoundaryEntry, code: string, adminLevel: number, name = code): BoundaryEntry =>
  boundary({
    id: `iso:${code}`,
    name,
    iso: code,
    kind: 'country',
    adminLevel,
    country: code,
    areaKm2: 1,
    parents: [land],
  })

test('territories are left out beside units, and up to ten are named; a requested level includes them', async () => {
  const land = boundary(LAND)
  const codes = Array.from({ length: 12 }, (_, at) => `A${String.fromCharCode(65 + at)}`)
  const imported = [
    land,
    ...codes.map((code) => territoryOf(land, code, 4)),
    unitOf(land, ['r10', 4, 50], 0),
    unitOf(land, ['r11', 4, 40], 1),
  ]
  const [level, children, [note]] = await childrenOf({ imported })
  assert.deepEqual([level, children], [4, ['r10', 'r11']])
  assert.match(
    note,
    /^The list leaves out 12 territories: AA \(iso:AA\), .*, AJ \(iso:AJ\) and 2 more\. Each is a/,
  )
  assert.equal((await childrenOf({ imported }, 4))[1].length, 14)
})

test('where territories cover all land, they are the list', async () => {
  const land = boundary(LAND)
  const [one, two] = [territoryOf(land, 'AA', 3), territoryOf(land, 'AB', 3)]
  const imported = [land, one, two, unitOf(land, ['r10', 4, 0.5, [one]], 0)]
  assert.deepEqual(await childrenOf({ imported }), [3, ['iso:AA', 'iso:AB'], []])
})

test('a mainland is in no list of its country, even where it contains all units', async () => {
  const land = boundary(LAND)
  const mainland = boundary({
    id: 'r9',
    name: 'Mainland',
    iso: 'FX',
    kind: 'region',
    adminLevel: 3,
    country: 'LI',
    areaKm2: 90,
    parents: [land],
  })
  const imported = [land, mainland, unitOf(land, ['r10', 4, 90, [mainland]], 0)]
  assert.deepEqual((await childrenOf({ imported }))[1], ['r10'])
})

test('an empty list says why: there are other levels, or nothing is known', async () => {
  const imported = landOf([['r10', 4, 90]])
  assert.deepEqual(await childrenOf({ imported }, 6), [
    null,
    [],
    ['Nothing of level 6 is known here. There is level 4.'],
  ])
  assert.deepEqual(await childrenOf({ imported: landOf([]) }), [
    null,
    [],
    ['No subdivisions of this boundary are known.'],
  ])
})

const HALVES: readonly Unit[] = [
  ['iso:LI-01', 4, 50],
  ['iso:LI-02', 4, 50],
]
const REFORM = {
  since: 2013,
  shown: 'the 2 provinces of Land',
  now: '3 counties replaced them',
  sources: ['https://example.org'],
}

test('an outdated list of the atlas says since when, and what replaced it', async () => {
  const atlas = atlasOf(HALVES)
  const facts = factsOf({ ...KNOWN, reform: REFORM })
  const [, children, notes] = await childrenOf({ atlas, facts })
  assert.equal(children.length, 2)
  assert.deepEqual(notes, [
    'The atlas shows the 2 provinces of Land from before 2013: 3 counties replaced them. An imported OpenStreetMap extract has the current ones.',
  ])
  assert.deepEqual((await childrenOf({ atlas, facts }, 4))[2], notes, 'also when its level is asked for')
})

test('a list of the atlas with missing units names up to ten and counts the rest', async () => {
  const missing = Array.from({ length: 12 }, (_, at) => ({ code: `LI-${at + 10}`, name: `Unit ${at}` }))
  const facts = factsOf({ ...KNOWN, codes: 14, missing })
  const [, , [note]] = await childrenOf({ atlas: atlasOf(HALVES), facts })
  assert.match(note, /^12 of 14 units of ISO 3166-2 at this level are not in the atlas: Unit 0 \(LI-10\), /)
  assert.match(note, /Unit 9 \(LI-19\) and 2 more\.$/)
})

test('a complete list of the atlas has no notes, and an empty one says how many units there should be', async () => {
  assert.deepEqual((await childrenOf({ atlas: atlasOf(HALVES), facts: factsOf(KNOWN) }))[2], [])
  const none = { units: 0, codes: 12, missing: [], reform: null, misdrawn: [] }
  assert.deepEqual((await childrenOf({ atlas: atlasOf([]), facts: factsOf(none) }))[2], [
    'The atlas has no subdivisions here; ISO 3166-2 lists 12. An imported OpenStreetMap extract has the current ones.',
  ])
  assert.deepEqual((await childrenOf({ atlas: atlasOf([]), facts: factsOf({ ...none, codes: 0 }) }))[2], [
    'The atlas has no subdivisions here, and ISO 3166-2 lists none.',
  ])
})

test('where an import covers the country, the notes do not mention the atlas', async () => {
  const imported = landOf([['r10', 6, 90]], { supersedes: ['iso:LI'] })
  const facts = factsOf({ ...KNOWN, reform: REFORM })
  assert.deepEqual(await childrenOf({ atlas: atlasOf(HALVES), imported, coveredCountries: ['LI'], facts }), [
    6,
    ['r10'],
    [],
  ])
})

/** The land as the atlas has it. */
function atlasOf(units: readonly Unit[]): readonly BoundaryEntry[] {
  const land = boundary({ ...LAND, id: 'iso:LI', origin: 'atlas' })
  return [land, ...units.map((unit, at) => unitOf(land, unit, at, { origin: 'atlas' }))]
}
