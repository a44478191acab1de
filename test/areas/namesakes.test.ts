/** Every name that the map gives to several countries or first-level units has a reviewed verdict in `data/areas/namesakes.yaml`. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import { suiteAreaWorld, VOCABULARY } from '../support/area-world.ts'
import { countriesOf, unitsOf } from '../support/atlas-units.ts'

describe('names shared by several places', () => {
  const world = suiteAreaWorld()
  let countries: readonly BoundaryRecord[]
  let units: readonly BoundaryRecord[]
  before(async () => {
    countries = await countriesOf(world.catalog)
    const found = (await Promise.all(countries.map((each) => unitsOf(world.catalog, each)))).flat()
    // What lies in a territory lies in its country, too.
    units = [...new Map(found.map((each) => [each.id, each])).values()].filter(
      ({ kind }) => kind !== 'country',
    )
  })

  test('the whole atlas is checked', () => {
    assert.ok(countries.length > 240, String(countries.length))
    assert.ok(units.length > 6_500, String(units.length))
  })

  test('a name that a country shares with a subdivision is reviewed', () => {
    const ofCountries = byName(countries)
    const shared = [...byName(units)].filter(([name]) => ofCountries.has(name))
    assert.ok(shared.length > 5, String(shared.length))
    assert.deepEqual(
      notReviewed(shared.map(([name, those]) => [name, [...those, ...(ofCountries.get(name) ?? [])]])),
      [],
    )
  })

  test('a name that two first-level units share is reviewed', () => {
    const shared = [...byName(units.filter(isFirstLevel))].filter(([, those]) => those.length > 1)
    assert.ok(shared.length > 60, String(shared.length))
    assert.deepEqual(notReviewed(shared), [])
  })
})

type Named = readonly [name: string, those: readonly BoundaryRecord[]]

/** By its local and its English name. */
const byName = (records: readonly BoundaryRecord[]): ReadonlyMap<string, readonly BoundaryRecord[]> => {
  const those = new Map<string, BoundaryRecord[]>()
  for (const record of records)
    for (const name of new Set([record.name, record.names.en ?? record.name].map(foldName)))
      those.set(name, [...(those.get(name) ?? []), record])
  return those
}

const isFirstLevel = ({ kind, parents }: BoundaryRecord): boolean =>
  kind !== 'country' && parents.at(-1)?.kind === 'country'

const notReviewed = (shared: readonly Named[]): readonly string[] =>
  shared
    .filter(([name]) => !VOCABULARY.verdicts.has(name))
    .map(([name, those]) => `${name}: ${those.map(({ iso, id }) => iso ?? id).join(', ')}`)
    .sort()
