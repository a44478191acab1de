import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { below, boundaryOf, country, part, saying } from '../../../test/support/made-up-boundaries.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { KINDS } from '../boundary/kind.ts'
import type { PlanPart } from './plan.ts'
import { MAX_SUMMARY_LENGTH, partsInWords, withArea } from './summary.ts'

const summaryOf = (parts: readonly PlanPart[], text = 'as agreed', km2 = 1_234.5): string =>
  withArea(partsInWords({ plan: { parts }, text, nameOfParent: ({ name }) => name }), km2)

const US = country('United States', 'US')
const [OHIO, KENTUCKY, WEST_VIRGINIA] = ['Ohio', 'Kentucky', 'West Virginia'].map((name) =>
  below(US, 'state', name),
)
const counties = (state: BoundaryRecord, count: number) =>
  Array.from({ length: count }, (_, i) => below(state, 'county', `${state.name} ${i} County`))
const GERMANY = country('Deutschland', 'DE', { english: 'Germany' })
const BAVARIA = below(GERMANY, 'state', 'Bayern', { english: 'Bavaria' })
const FRANCE = country('France', 'FR')
const BRITTANY = below(FRANCE, 'region', 'Bretagne', { english: 'Brittany' })
const FINISTERE = below(BRITTANY, 'county', 'Finistère')
const NETHERLANDS = country('Nederland', 'NL', { english: 'Netherlands' })
const MONACO = country('Monaco', 'MC')

const EXAMPLES: readonly (readonly [
  what: string,
  summary: string,
  parts: readonly PlanPart[],
  text?: string,
])[] = [
  ['a country', 'France', [part(FRANCE)]],
  ['countries', '2 countries: France and Monaco', [part(FRANCE), part(MONACO)]],
  [
    'territories, which are no countries',
    '2 territories: Réunion and Mayotte',
    [
      part(below(FRANCE, 'country', 'Réunion', { country: 'RE' })),
      part(below(FRANCE, 'country', 'Mayotte', { country: 'YT' })),
    ],
  ],
  ['a state, in English', 'Bavaria (state of Germany)', [part(BAVARIA)]],
  ['a county whose name says so', 'Lake County (Ohio)', [part(below(OHIO, 'county', 'Lake County'))]],
  [
    'the country in the middle of a sentence',
    '2 provinces of the Netherlands: Utrecht and Zeeland',
    [part(below(NETHERLANDS, 'province', 'Utrecht')), part(below(NETHERLANDS, 'province', 'Zeeland'))],
  ],
  [
    'what is cut out, after everything that is in',
    '3 US states: Ohio, Kentucky and West Virginia, minus 2 counties of Kentucky (Lake and Lee)',
    [
      part(OHIO),
      part(
        KENTUCKY,
        part(below(KENTUCKY, 'county', 'Lake County')),
        part(below(KENTUCKY, 'county', 'Lee County')),
      ),
      part(WEST_VIRGINIA),
    ],
  ],
  [
    'what comes back in',
    'France, minus Brittany (region of France), but with Finistère (county of Brittany) back in',
    [part(FRANCE, part(BRITTANY, part(FINISTERE)))],
  ],
  [
    'an exception that comes back by a part of its own stays with what it is cut out of',
    'France, minus Brittany (region of France); plus Finistère (county of Brittany)',
    [part(FRANCE, part(BRITTANY)), part(FINISTERE)],
  ],
  ['many of one state', '58 counties of Ohio', counties(OHIO, 58).map((each) => part(each))],
  [
    'many of several states',
    '58 US counties in 2 states',
    [...counties(OHIO, 28), ...counties(KENTUCKY, 30)].map((each) => part(each)),
  ],
  [
    'few beside many',
    'France and 40 counties of Ohio',
    [part(FRANCE), ...counties(OHIO, 40).map((each) => part(each))],
  ],
  [
    'two of one name',
    '2 US counties: Lake in Ohio and Lake in Kentucky',
    [part(below(OHIO, 'county', 'Lake County')), part(below(KENTUCKY, 'county', 'Lake County'))],
  ],
  [
    'cities are in a country, not of it',
    '2 cities in Germany: Ulm and Trier',
    [part(below(GERMANY, 'city', 'Ulm')), part(below(GERMANY, 'city', 'Trier'))],
  ],
  [
    'a group that is the whole description',
    'Alps (2 countries: France and Germany)',
    [saying('the Alps', FRANCE), saying('the Alps', GERMANY)],
    'The Alps.',
  ],
  [
    'a group of which the description may take only some',
    '2 countries ("Alps"): France and Germany',
    [saying('the Alps', FRANCE), saying('the Alps', GERMANY)],
    'the Alps without Monaco',
  ],
  [
    'a large group',
    'EU (27 countries)',
    Array.from({ length: 27 }, (_, i) => saying('the EU', country(`Land ${i}`, `c${i}`))),
    'the EU',
  ],
  [
    'what is left out of a group is no group of that name',
    'United States, minus 2 US states (Ohio and Kentucky)',
    [saying('most of it', US, saying('most of it', OHIO), saying('most of it', KENTUCKY))],
  ],
]

describe('the summary of an area tells', () => {
  for (const [what, expected, parts, text] of EXAMPLES)
    test(what, () => assert.equal(summaryOf(parts, text), `${expected}; 1,235 km².`))

  test('small areas with three digits', () => {
    assert.equal(withArea('Monaco', 2.0451), 'Monaco; 2.05 km².')
    assert.equal(withArea('Islet', 0.000_123_45), 'Islet; 0.000123 km².')
    assert.equal(withArea('Canada', 9_012_345.4), 'Canada; 9,012,345 km².')
  })

  test('names on one line, whatever they hold', () => {
    const hostile = country('a\n\u001b[2Jb\u202ec', 'XX')
    assert.equal(summaryOf([part(hostile)]), 'a [2Jb c; 1,235 km².')
  })
})

const COUNTRIES = ['US', 'GB', 'DE', 'NL', 'ZZ'].map((code) => country(`Land${code}`, code))
const KIND_NOUNS =
  'countr(?:y|ies)|states?|regions?|provinces?|count(?:y|ies)|districts?|municipalit(?:y|ies)|cit(?:y|ies)|boroughs?|wards?|neighbourhoods?|postal code areas?'
const COUNTED = new RegExp(`(?<! in )\\b(\\d+) (?:US |UK )?(?:${KIND_NOUNS})\\b`, 'g')

/** Boundaries of all kinds with names of their own, which have no digits. */
const arbitraryMembers = (maxLength: number): fc.Arbitrary<readonly BoundaryRecord[]> =>
  fc
    .array(fc.record({ kind: fc.constantFrom(...KINDS), home: fc.constantFrom(...COUNTRIES) }), {
      minLength: 1,
      maxLength,
    })
    .map((chosen) =>
      chosen.map(({ kind, home }, i) => {
        const name = `Q${[...`${i}`].map((digit) => 'abcdefghij'[Number(digit)]).join('')}z`
        return kind === 'country' ? country(name, `x${i}`) : below(home, kind, name)
      }),
    )

const groupKey = ({ kind, country }: BoundaryRecord): string =>
  kind === 'country' ? kind : `${kind} ${country}`

const countedIn = (summary: string): number =>
  Array.from(summary.matchAll(COUNTED), ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0)

describe('whatever the plan', () => {
  test('up to eight boundaries are all named once, and the counts before the lists add up', () => {
    fc.assert(
      fc.property(arbitraryMembers(8), (members) => {
        const summary = summaryOf(members.map((each) => part(each)))
        for (const { name } of members) assert.equal(summary.split(name).length, 2, `${name}: ${summary}`)
        const lone = [...Map.groupBy(members, groupKey).values()].filter(({ length }) => length === 1)
        assert.equal(countedIn(summary) + lone.length, members.length, summary)
      }),
    )
  })

  test('of more boundaries each is named or counted', () => {
    fc.assert(
      fc.property(arbitraryMembers(60), (members) => {
        const summary = summaryOf(members.map((each) => part(each)))
        const lone = [...Map.groupBy(members, groupKey).values()].filter(
          (group) => group.length === 1 && summary.includes(group[0].name),
        )
        assert.equal(countedIn(summary) + lone.length, members.length, summary)
      }),
    )
  })

  test('exceptions of a small plan are named, at every depth that is shown', () => {
    fc.assert(
      fc.property(arbitraryMembers(4), arbitraryMembers(4), arbitraryMembers(3), (parts, cut, back) => {
        const [inner, outer] = [back, cut].map((members, depth) =>
          members.map((each) => below(each, 'ward', `${'XY'[depth]}${each.name}`)),
        )
        const plan = parts.map((each) =>
          part(each, ...outer.map((one) => part(one, ...inner.map((two) => part(two))))),
        )
        const summary = summaryOf(plan)
        for (const { name } of [...parts, ...outer, ...inner])
          assert.ok(summary.includes(name), `${name}: ${summary}`)
        assert.match(summary, /, minus .*but with .* back in/)
      }),
    )
  })

  test('what is too long to be listed by kind is counted', () => {
    const parts = KINDS.filter((kind) => kind !== 'country').flatMap((kind) => {
      const home = below(US, 'state', `${kind} ${'x'.repeat(60)}`)
      return ['a', 'b'].map((name) =>
        part(below(home, kind, name), part(below(home, 'ward', `${name} ward`))),
      )
    })
    assert.equal(summaryOf(parts), '22 boundaries, with 22 exceptions; 1,235 km².')
    const nested = part(
      FRANCE,
      ...counties(OHIO, 60).map((each) => part(each, part(below(each, 'city', `In ${each.name}`)))),
    )
    assert.equal(summaryOf([nested]), 'France, with 120 exceptions; 1,235 km².')
  })

  test('it is one line of bounded length that ends with the size', () => {
    const anyPart = (depth: number): fc.Arbitrary<PlanPart> =>
      fc.record({
        text: fc.string({ unit: 'binary', maxLength: 300 }),
        boundary: fc
          .record({
            id: fc.string({ maxLength: 3 }),
            name: fc.string({ unit: 'binary', maxLength: 200 }),
            kind: fc.constantFrom(...KINDS),
            home: fc.constantFrom(null, ...COUNTRIES),
          })
          .map(({ home, ...fields }) =>
            boundaryOf({ ...fields, country: home?.country ?? null, parents: home === null ? [] : [home] }),
          ),
        reason: fc.constant(''),
        except:
          depth === 0 ? fc.constant([]) : fc.array(anyPart(depth - 1), { maxLength: depth > 6 ? 2 : 1 }),
      })
    fc.assert(
      fc.property(
        fc.array(anyPart(8), { minLength: 1, maxLength: 80, size: 'max' }),
        fc.double({ min: 1e-6, max: 510_065_622, noNaN: true }),
        (parts, km2) => {
          const summary = summaryOf(parts, parts[0].text, km2)
          assert.ok(summary.length <= MAX_SUMMARY_LENGTH, `${summary.length}`)
          assert.match(summary, /^[^\p{Cc}\u2028\u2029]+; [\d.,]+ km²\.$/u)
        },
      ),
      { numRuns: casesOf('summaries of areas') },
    )
  })
})
