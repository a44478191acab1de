/** A plan of any planner is valid only if its boundaries match the description. */

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { PlanPart } from '../../src/domain/area/plan.ts'
import { createPlanValidator, type PlanValidator } from '../../src/domain/area/validation/validate-plan.ts'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { SERVICE } from '../../src/util/work-owner.ts'
import { casesOf } from '../cases.ts'
import { suiteAreaWorld, VOCABULARY } from '../support/area-world.ts'
import { countriesOf, recordOf } from '../support/atlas-units.ts'

const RUNS = casesOf('plans that are validated')

interface Said {
  readonly text: string
  readonly id: string
  readonly except?: readonly Said[]
}

describe('the validator of plans', () => {
  const world = suiteAreaWorld()
  let validate: PlanValidator
  before(async () => {
    validate = createPlanValidator({
      catalogFor: () => world.catalog,
      gazetteer: world.gazetteer,
      vocabulary: VOCABULARY,
      yieldToEventLoop: async () => {},
    })
  })

  const partOf = async ({ text, id, except = [] }: Said): Promise<PlanPart> => {
    const boundary = await recordOf(world.catalog, id)
    assert.ok(boundary !== null, id)
    return { text, boundary, reason: 'It is said so.', except: await Promise.all(except.map(partOf)) }
  }

  /** The phrases that make the plan invalid. */
  const breaches = async (
    text: string,
    said: readonly Said[],
    country: string | null = null,
  ): Promise<readonly string[]> => {
    const parts = await Promise.all(said.map(partOf))
    return (await validate({ text, country, seed: null }, { parts, notes: [] }, SERVICE)).map(
      (each) => each.text,
    )
  }

  const holds = (text: string, said: readonly Said[], country: string | null = null): void => {
    test(`holds: ${text}`, async () => {
      assert.deepEqual(await breaches(text, said, country), [])
    })
  }

  const isBroken = (
    why: string,
    text: string,
    said: readonly Said[],
    phrases: readonly string[],
    country: string | null = null,
  ): void => {
    test(`${why}: ${text}`, async () => {
      assert.deepEqual(await breaches(text, said, country), phrases)
    })
  }

  holds('Luxembourg', [{ text: 'Luxembourg', id: 'iso:LU' }])
  holds('France and Germany', [
    { text: 'France', id: 'iso:FR' },
    { text: 'Germany', id: 'iso:DE' },
  ])
  holds('France except Brittany', [
    { text: 'France', id: 'iso:FR', except: [{ text: 'Brittany', id: 'iso:FR-BRE' }] },
  ])
  holds('France except Brittany, but including Finistère', [
    {
      text: 'France',
      id: 'iso:FR',
      except: [{ text: 'Brittany', id: 'iso:FR-BRE', except: [{ text: 'Finistère', id: 'iso:FR-29' }] }],
    },
  ])
  holds('Cook County, Illinois', [{ text: 'Cook County', id: 'fips:17031' }])
  holds('TX and OK', [
    { text: 'TX', id: 'iso:US-TX' },
    { text: 'OK', id: 'iso:US-OK' },
  ])
  holds('The Territory means the State of Texas.', [{ text: 'the State of Texas', id: 'iso:US-TX' }], 'US')

  isBroken('words of another place', 'Luxembourg', [{ text: 'Luxembourg', id: 'iso:RU' }], ['Luxembourg'])
  isBroken(
    'words of another part',
    'France and Germany',
    [
      { text: 'France', id: 'iso:DE' },
      { text: 'Germany', id: 'iso:FR' },
    ],
    ['France', 'Germany'],
  )
  isBroken(
    'words of another level',
    'the State of Georgia',
    [{ text: 'the State of Georgia', id: 'iso:GE' }],
    ['the State of Georgia'],
  )
  isBroken(
    'a quote without its level',
    'the State of Georgia',
    [{ text: 'Georgia', id: 'iso:GE' }],
    ['Georgia'],
  )
  isBroken(
    'a country among states',
    'Georgia, Alabama and Florida',
    [
      { text: 'Georgia', id: 'iso:GE' },
      { text: 'Alabama', id: 'iso:US-AL' },
      { text: 'Florida', id: 'iso:US-FL' },
    ],
    ['Georgia'],
  )
  isBroken(
    'both of two of which one is meant',
    'Spain or Portugal, not both',
    [
      { text: 'Spain', id: 'iso:ES' },
      { text: 'Portugal', id: 'iso:PT' },
    ],
    ['not both'],
  )
  isBroken('a name unused', 'France and Germany', [{ text: 'France', id: 'iso:FR' }], ['Germany'])
  isBroken(
    'a name unused that no place has',
    'France and Blefuscu',
    [{ text: 'France', id: 'iso:FR' }],
    ['Blefuscu'],
  )
  for (const [longer, shorter, id] of [
    ['American Samoa', 'Samoa', 'iso:AS'],
    ['South Sudan', 'Sudan', 'iso:SS'],
    ['Papua New Guinea', 'Guinea', 'iso:PG'],
  ])
    for (const text of [`${longer} and ${shorter}`, `${shorter} and ${longer}`])
      isBroken('a name unused whose words another name has', text, [{ text: longer, id }], [shorter])
  isBroken('an exception unused', 'France except Brittany', [{ text: 'France', id: 'iso:FR' }], ['Brittany'])
  isBroken(
    'what is left out is in',
    'France except Brittany',
    [
      { text: 'France', id: 'iso:FR' },
      { text: 'Brittany', id: 'iso:FR-BRE' },
    ],
    ['Brittany'],
  )
  isBroken(
    'what is in is left out',
    'Spain and Portugal',
    [{ text: 'Spain', id: 'iso:ES', except: [{ text: 'Portugal', id: 'iso:PT' }] }],
    ['Portugal'],
  )
  isBroken(
    'an exception elsewhere',
    'Texas except Bavaria',
    [{ text: 'Texas', id: 'iso:US-TX', except: [{ text: 'Bavaria', id: 'iso:DE-BY' }] }],
    ['Bavaria'],
  )
  isBroken(
    'a place outside of the country given',
    'Georgia',
    [{ text: 'Georgia', id: 'iso:GE' }],
    ['Georgia'],
    'US',
  )
  isBroken(
    'what a place lies in as a part of its own',
    'Cook County, Illinois',
    [
      { text: 'Cook County', id: 'fips:17031' },
      { text: 'Illinois', id: 'iso:US-IL' },
    ],
    ['Cook County'],
  )

  describe('of a list of countries', () => {
    let countries: readonly BoundaryRecord[]
    before(async () => {
      // A territory that is missing in a plan may be included through its country.
      countries = (await countriesOf(world.catalog)).filter(({ parents }) => parents.length === 0)
    })

    const englishName = ({ name, names }: BoundaryRecord): string => names.en ?? name

    const listed = (records: readonly BoundaryRecord[]): string =>
      records
        .map(englishName)
        .map((name, at) => (at === 0 ? name : `${at === records.length - 1 ? ' and ' : ', '}${name}`))
        .join('')

    const breachesOf = async (
      text: string,
      named: readonly BoundaryRecord[],
      drawn: readonly BoundaryRecord[],
    ): Promise<readonly string[]> => {
      const parts = drawn.map((boundary, at) => ({
        text: englishName(named[at]),
        boundary,
        reason: 'It is said so.',
        except: [],
      }))
      return (await validate({ text, country: null, seed: null }, { parts, notes: [] }, SERVICE)).map(
        (each) => each.text,
      )
    }

    /** ISO codes, and the positions of two of them. */
    const lists = () =>
      fc
        .uniqueArray(fc.constantFrom(...countries.map(({ iso }) => iso)), { minLength: 2, maxLength: 5 })
        .chain((codes) =>
          fc.tuple(
            fc.constant(codes),
            fc.nat(codes.length - 1),
            fc.integer({ min: 1, max: codes.length - 1 }),
          ),
        )

    const recordsOf = (codes: readonly (string | null)[]): readonly BoundaryRecord[] =>
      codes.flatMap((code) => countries.filter(({ iso }) => iso === code))

    test('the right plan is valid', () =>
      fc.assert(
        fc.asyncProperty(lists(), async ([codes]) => {
          const records = recordsOf(codes)
          assert.deepEqual(await breachesOf(listed(records), records, records), [])
        }),
        { numRuns: RUNS },
      ))

    test('a plan without one of them is never valid', () =>
      fc.assert(
        fc.asyncProperty(lists(), async ([codes, dropped]) => {
          const records = recordsOf(codes)
          const left = records.filter((_, at) => at !== dropped)
          const broken = await breachesOf(listed(records), left, left)
          assert.ok(broken.length > 0, listed(records))
          for (const text of broken) assert.ok(englishName(records[dropped]).includes(text), text)
        }),
        { numRuns: RUNS },
      ))

    test('a plan with two of them swapped is never valid', () =>
      fc.assert(
        fc.asyncProperty(lists(), async ([codes, one, step]) => {
          const records = recordsOf(codes)
          const other = (one + step) % records.length
          const drawn = records.with(one, records[other]).with(other, records[one])
          const broken = await breachesOf(listed(records), records, drawn)
          assert.ok(broken.length > 0, listed(records))
        }),
        { numRuns: RUNS },
      ))
  })
})
