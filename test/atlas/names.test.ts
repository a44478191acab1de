/** The names of the atlas: what the build corrects, and what it refuses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkNames } from '../../scripts/atlas/check-names.ts'
import type { IsoCodes } from '../../scripts/atlas/iso-codes.ts'
import { namesAgree } from '../../scripts/atlas/iso-codes.ts'
import type { NameRules } from '../../scripts/atlas/name-rules.ts'
import { type NameContext, withOwnNames } from '../../scripts/atlas/own-names.ts'
import type { Place } from '../../scripts/atlas/place.ts'
import { atlasCountry } from '../support/atlas-country.ts'

const OFFICIAL: Readonly<Record<string, string>> = {
  'XX-C': 'Kyiv',
  'XX-O': 'Kyiv Oblast',
  'XX-L': 'Lviv',
}

const codes: Pick<IsoCodes, 'officialNames' | 'agrees'> = {
  officialNames: (code) => (OFFICIAL[code] === undefined ? [] : [OFFICIAL[code]]),
  agrees: (code, names) => OFFICIAL[code] !== undefined && namesAgree(names, [OFFICIAL[code]]),
}

const NO_RULES: NameRules = {
  corrected: () => ({}),
  areNamesakes: () => false,
  isCalledOtherwise: () => false,
}

const country = atlasCountry({ name: 'Україна', names: { en: 'Ukraine', de: 'Ukraine' } })

const place = (iso: string, fields: Partial<Place>): Place => ({
  ...country,
  layer: 'subdivisions',
  datasets: ['openstreetmap'],
  names: {},
  iso,
  adminLevel: 4,
  parent: country,
  ...fields,
})

const CITY = place('XX-C', { name: 'Київ', names: { en: 'Kyiv', de: 'Kiew', ar: 'كييف' } })
const OBLAST = place('XX-O', { name: 'Київська область', names: { en: 'Kyiv Oblast', de: 'Oblast Kiew' } })
const others = (...names: readonly string[]): Place['otherNames'] =>
  names.map((name) => ({ name, source: 'a' }))

const LVIV = place('XX-L', { name: 'Львів', names: { en: 'Lviv' }, otherNames: others('Lemberg') })
const SOUND = [country, CITY, OBLAST, LVIV]

const problemsOf = (places: readonly Place[], rules = NO_RULES) => checkNames(places, codes, rules)
const changed = (of: Place, fields: Partial<Place>): readonly Place[] =>
  SOUND.map((one) => (one === of ? { ...one, ...fields } : one))

test('places with their own names pass', () => {
  assert.deepEqual(problemsOf(SOUND), [])
})

const MUTATIONS: readonly (readonly [what: string, places: readonly Place[], problem: RegExp])[] = [
  [
    'two siblings with one name in a language',
    changed(OBLAST, { names: { en: 'Kyiv Oblast', de: 'Kiew' } }),
    /XX-C .* XX-O .* both called "kiew" \(de\)/,
  ],
  ['two siblings with one local name', changed(OBLAST, { name: 'Київ' }), /both called .*\(local\)/],
  [
    'a name that ISO has for a sibling',
    changed(LVIV, { names: { en: 'Kyiv Oblast' } }),
    /XX-L .* has the name of XX-O/,
  ],
  [
    'an alias that is the name of a sibling',
    changed(LVIV, { otherNames: others('Kyiv') }),
    /XX-L .* also called "kyiv", as XX-C/,
  ],
  [
    'a translation that is the name of a sibling',
    changed(LVIV, { names: { en: 'Lviv', sv: 'Kyiv' } }),
    /XX-L .* also called "kyiv"/,
  ],
  [
    'a code whose name is another',
    changed(LVIV, { name: 'Одеса', names: { en: 'Odesa' }, otherNames: [] }),
    /XX-L .*"Lviv" in ISO/,
  ],
  [
    'an English name that is none of its own',
    changed(LVIV, { name: 'Lviv', names: { en: 'Halychyna' } }),
    /"Halychyna" in English/,
  ],
  ...['Lviv²', 'Lviv †', 'Lviv [1]', 'Lviv  Oblast', '<b>Lviv</b>', ' Lviv', 'Lvi?v', 'Curepipe (2)'].map(
    (name) =>
      [
        `debris: ${name}`,
        changed(LVIV, { otherNames: others(name) }),
        new RegExp(`has the name "${RegExp.escape(name)}"`),
      ] as const,
  ),
]

for (const [what, places, problem] of MUTATIONS) {
  test(`refused: ${what}`, () => {
    const problems = problemsOf(places)
    assert.ok(
      problems.some((line) => problem.test(line)),
      problems.join('\n') || 'nothing was found',
    )
  })
}

test('siblings that truly share a name pass when the data says so', () => {
  const rules = { ...NO_RULES, areNamesakes: () => true }
  assert.deepEqual(problemsOf(changed(OBLAST, { names: { en: 'Kyiv Oblast', de: 'Kiew' } }), rules), [])
})

const context = (ofCode: Readonly<Record<string, Readonly<Record<string, string>>>> = {}): NameContext => ({
  codes,
  relations: { names: (iso) => ofCode[iso] ?? {} },
  rulesOf: () => ({ language: 'uk' }) as ReturnType<NameContext['rulesOf']>,
  rules: NO_RULES,
})

const named = (places: readonly Place[], ofCode = {}): ReadonlyMap<string | null, Place> =>
  new Map(withOwnNames(places, context(ofCode)).map((one) => [one.iso, one]))

test('a shared name stays with the place whose code has it, in every script, and the other gets its full one', () => {
  const places = changed(OBLAST, {
    name: 'Київ',
    names: { en: 'Kyiv', de: 'Kiew', ar: 'كييف', uk: 'Київ' },
  })
  const result = named(places, { 'XX-O': { en: 'Kyiv Oblast', uk: 'Київська область' } })
  assert.deepEqual(result.get('XX-C')?.names, CITY.names)
  assert.deepEqual(result.get('XX-O')?.names, { en: 'Kyiv Oblast', uk: 'Київська область' })
  assert.equal(result.get('XX-O')?.name, 'Київська область')
  assert.deepEqual(problemsOf([...result.values()]), [])
})

test('no sibling keeps a shared name that nothing assigns', () => {
  const result = named([
    country,
    CITY,
    { ...OBLAST, names: { ...OBLAST.names, ja: 'キエフ' } },
    { ...LVIV, names: { ...LVIV.names, ja: 'キエフ' } },
  ])
  assert.equal(result.get('XX-O')?.names.ja, undefined)
  assert.equal(result.get('XX-L')?.names.ja, undefined)
})

test('names under a code that was another’s are not trusted', () => {
  const places = changed(OBLAST, { names: { en: 'Kyiv' } })
  assert.equal(named(places, { 'XX-O': { en: 'Crimea' } }).get('XX-O')?.names.en, 'Kyiv Oblast')
})

test('names of the country, of other countries and of siblings are removed from a place’s other names', () => {
  const result = named(
    changed(LVIV, { otherNames: others('Ukraine', 'Kyiv', 'Lemberg'), names: { en: 'Lviv', de: 'Ukraine' } }),
  )
  assert.deepEqual(result.get('XX-L')?.otherNames, others('Lemberg'))
  assert.deepEqual(result.get('XX-L')?.names, { en: 'Lviv' })
})

test('a province with the name of its country keeps its names', () => {
  const places = [
    { ...country, name: 'Lviv', names: { en: 'Lviv', de: 'Lemberg' } },
    { ...LVIV, names: { en: 'Lviv', de: 'Lemberg' } },
  ]
  places[1].parent = places[0]
  assert.deepEqual(named(places).get('XX-L')?.names, { en: 'Lviv', de: 'Lemberg' })
})

test('debris is removed, and a name with lost letters is dropped', () => {
  const result = named(
    changed(LVIV, { names: { en: 'Lviv²' }, otherNames: others('Lviv [oblast]', 'Lvi?v', 'Lemberg †') }),
  )
  assert.deepEqual(result.get('XX-L')?.names, { en: 'Lviv' })
  assert.deepEqual(result.get('XX-L')?.otherNames, others('Lviv', 'Lemberg'))
})
