/** Which boundary a row gets, on the bundled atlas. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { Place } from '../../src/domain/match/place.ts'
import { seededRandom } from '../support/shapes.ts'
import { atlasMatcher, inShort, place } from './atlas-matcher.ts'

suite('a row', () => {
  const world = atlasMatcher()

  const assertAnswers = async (
    rows: readonly (readonly [cells: Partial<Place>, answer: readonly (string | number)[]])[],
  ): Promise<void> => {
    const match = world.fresh()
    for (const [cells, answer] of rows)
      assert.deepEqual(inShort(await match(place(cells))), answer, JSON.stringify(cells))
  }

  test('is matched by a code or an id in every form, alone or with what agrees', () =>
    assertAnswers([
      [{ name: '06037' }, ['fips:06037', 1, 'code']],
      [{ name: 'fips:06037', country: 'US', parent: 'California' }, ['fips:06037', 1, 'code']],
      [{ name: '6037', country: 'USA' }, ['fips:06037', 1, 'code']],
      [{ name: 'US-TX' }, ['r114690', 1, 'code']],
      [{ name: 'us-tx' }, ['r114690', 1, 'code']],
      [{ name: 'TX', country: '840' }, ['r114690', 1, 'code']],
      [{ name: 'Q1439' }, ['r114690', 1, 'code']],
      [{ name: 'relation/114690' }, ['r114690', 1, 'code']],
      [{ name: 'LUX' }, ['r2171347', 1, 'code']],
      [{ name: '442' }, ['r2171347', 1, 'code']],
    ]))

  test('is not matched by a code or an id that disagrees with another cell', () =>
    assertAnswers([
      [{ name: '06037', country: 'CA' }, ['rejected']],
      [{ name: 'US-TX', level: 'county' }, ['rejected']],
      // One letter more than ME.
      [{ name: 'US-MEX', level: 'state' }, ['rejected']],
      [{ name: 'r114690', parent: 'California', country: 'US' }, ['rejected']],
    ]))

  test('is matched by a name in any language, without case, accents and its level word', () =>
    assertAnswers([
      [{ name: 'ZUERICH', country: 'Switzerland', level: 'Kanton' }, ['r1690227', 1, 'name']],
      [{ name: 'zurich', country: 'ch', level: 'canton' }, ['r1690227', 1, 'name']],
      [
        { name: 'Orange', country: 'US', level: 'county', parent: 'CA' },
        ['fips:06059', 0.9, 'name without its level word'],
      ],
      [{ name: 'Orange County, California' }, ['fips:06059', 1, 'name']],
      [
        { name: 'Ponce', country: 'US', parent: 'Puerto Rico' },
        ['fips:72113', 0.9, 'name without its level word'],
      ],
    ]))

  test('is matched with typing errors in any cell, which lower the score', () =>
    assertAnswers([
      [{ name: 'Los Angles County', country: 'US' }, ['fips:06037', 0.81, 'similar name']],
      [{ name: 'Clrk County', country: 'US', parent: 'Nevada' }, ['fips:32003', 0.76, 'similar name']],
      [{ name: 'Xuba County', country: 'US', parent: 'California' }, ['fips:06115', 0.71, 'similar name']],
      [{ name: 'Fresno Conty, California' }, ['fips:06019', 0.79, 'similar name']],
      [
        { name: 'Washington County', country: 'US', parent: 'Orgon' },
        ['fips:41067', 0.83, 'name; similar parent'],
      ],
      [{ name: 'Bavaria', country: 'Germny' }, ['r2145268', 0.86, 'name; similar country']],
    ]))

  test('is rejected with all candidates if several fit equally well', () =>
    assertAnswers([
      [{ name: 'Suffolk County', country: 'US' }, ['rejected', 'fips:36103', 'fips:25025']],
      [{ name: 'Suffok County', country: 'US' }, ['rejected', 'fips:25025', 'fips:36103']],
      [{ name: 'Baltimore', country: 'US' }, ['rejected', 'fips:24005', 'fips:24510']],
      [{ name: 'Georgia' }, ['rejected', 'r28699', 'r161957']],
    ]))

  test('is matched where a level, a country or a parent tells namesakes apart', () =>
    assertAnswers([
      [{ name: 'Suffolk County', country: 'US', parent: 'MA' }, ['fips:25025', 1, 'name']],
      [
        { name: 'Baltimore', country: 'US', level: 'county' },
        ['fips:24005', 0.9, 'name without its level word'],
      ],
      [{ name: 'Georgia', level: 'country' }, ['r28699', 1, 'name']],
      [{ name: 'Georgia', country: 'United States' }, ['r161957', 1, 'name']],
    ]))

  test('is rejected where a town has the name, unless its unit has the whole name or the row says the level', () =>
    assertAnswers([
      [{ name: 'Springfield', country: 'US' }, ['rejected', 'fips:29077']],
      [{ name: 'Fresno', country: 'US', parent: 'California' }, ['rejected', 'fips:06019']],
      [{ name: 'Frsno', country: 'US', parent: 'California' }, ['rejected', 'fips:06019']],
      [
        { name: 'Fresno', country: 'US', level: 'county' },
        ['fips:06019', 0.9, 'name without its level word'],
      ],
      [{ name: 'Verona', country: 'IT' }, ['iso:IT-VR', 0.9, 'name of a town in it, too']],
      [{ name: 'Verona', country: 'IT', level: 'provincia' }, ['iso:IT-VR', 1, 'name']],
    ]))

  test('is rejected with a sentence if it says nothing that can be understood', async () => {
    const match = world.fresh()
    for (const [cells, reason] of [
      [{}, /^The row is empty\.$/],
      [{ country: 'US', level: 'county' }, /^The row has no name\.$/],
      [{ name: 'Orange County', country: 'Narnia' }, /^No country is called "Narnia"\.$/],
      [{ name: 'Orange County', country: 'Congo' }, /^"Congo" may be any of 2 countries\.$/],
      [{ name: 'Orange County', level: 'xyzzy' }, /^"xyzzy" is no level\. /],
      [{ name: 'Orange County', parent: 'Xyzzyland' }, /^No boundary is called "Xyzzyland", /],
      [{ name: 'x'.repeat(201) }, /^A cell has more than 200 letters\.$/],
      [{ name: 'Xyzzyxyzzy', country: 'US' }, /^No boundary /],
      [{ name: '\u{1F600}' }, /./],
    ] as const) {
      const answer = await match(place(cells))
      assert.ok(!answer.isMatched)
      assert.match(answer.reason, reason)
    }
  })
})

/** The four errors that people make, and the letters that they type instead. */
const withTypingError = (text: string, random: () => number): string => {
  const letters = Array.from(text)
  const at = Math.floor(random() * letters.length)
  const letter = 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)]
  const changed = [
    letters.toSpliced(at, 1),
    letters.toSpliced(at, 0, letter),
    letters.with(at, letter),
    letters.toSpliced(at, 2, ...letters.slice(at, at + 2).reverse()),
  ]
  return changed[Math.floor(random() * changed.length)].join('')
}

suite('rows of the atlas', () => {
  const world = atlasMatcher()
  const ROWS = 200

  /** Rows that say more or less of a boundary, with the boundary. */
  const rowsOf = (seed: number): readonly (readonly [Place, BoundaryRecord])[] => {
    const { records } = world
    const random = seededRandom(seed)
    return Array.from({ length: ROWS }, () => {
      const record = records[Math.floor(random() * records.length)]
      const parent = record.parents.at(-1)
      const says = (): boolean => random() < 0.5
      return [
        place({
          name: says() ? record.name : (record.names.en ?? record.name),
          country: says() ? (record.country ?? '') : '',
          level: says() ? record.kind : '',
          parent: says() ? (parent?.name ?? '') : '',
        }),
        record,
      ] as const
    })
  }

  test('never get another place than the one of their whole name', async () => {
    const match = world.fresh()
    let matched = 0
    for (const [row, record] of rowsOf(1)) {
      const answer = await match(row)
      if (!answer.isMatched) continue
      matched++
      // Two levels may have one name and one land.
      assert.ok(
        answer.record.id === record.id || Math.abs(answer.record.areaKm2 / record.areaKm2 - 1) < 0.01,
        `${JSON.stringify(row)}: ${answer.record.id}, not ${record.id}`,
      )
    }
    assert.ok(matched > 0.75 * ROWS, `${matched} matched`)
  })

  test('never get another place by a typing error, unless it makes the name of that place', async () => {
    const match = world.fresh()
    const random = seededRandom(2)
    let matched = 0
    for (const [row, record] of rowsOf(2)) {
      const misspelt = { ...row, name: withTypingError(row.name, random) }
      const answer = await match(misspelt)
      if (!answer.isMatched) continue
      matched++
      assert.ok(
        answer.record.id === record.id ||
          !answer.isMisspelt ||
          Math.abs(answer.record.areaKm2 / record.areaKm2 - 1) < 0.01,
        `${JSON.stringify(misspelt)}: ${answer.record.id}, not ${record.id}`,
      )
    }
    assert.ok(matched > 0.5 * ROWS, `${matched} matched`)
  })

  test('get the answer of the row alone, in any order', async () => {
    const rows = rowsOf(3).map(([row]) => row)
    const [forwards, backwards] = [world.fresh(), world.fresh()]
    const answers = []
    for (const row of rows) answers.push(inShort(await forwards(row)))
    for (const [at, row] of [...rows.entries()].reverse())
      assert.deepEqual(inShort(await backwards(row)), answers[at])
    for (const [at, row] of rows.entries())
      if (at % 10 === 0) assert.deepEqual(inShort(await world.fresh()(row)), answers[at])
  })
})
