/** Codes as people write them: those in force, those that ISO 3166-2 retired, and texts in the form of other systems' codes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Kind } from '../../src/domain/boundary/kind.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import { findBoundary } from '../../src/ops/boundaries/find-boundary.ts'
import { suiteAreaWorld } from '../support/area-world.ts'
import { NAME_WORDS } from '../support/name-words.ts'

const rowsOf = (path: string): readonly (readonly string[])[] =>
  readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => row.split('\t'))

describe('a code is a code', () => {
  const world = suiteAreaWorld()

  const answer = async (text: string, kind: Kind | null = null) => {
    const question = { text, countries: [], kind, adminLevel: null, near: null, limit: 10 }
    const found = await world.catalog.search(question)
    return {
      found: found.map(({ record, match }) => ({ id: record.id, iso: record.iso, name: record.name, match })),
      hint: await world.catalog.hint({ ...question, isLive: false, reader: 'caller' }, found),
    }
  }
  const shown = async (text: string): Promise<readonly string[]> =>
    (await answer(text)).found.map(({ iso, match }) => `${iso} ${match}`)
  const told = async (text: string): Promise<string> => {
    const { found, hint } = await answer(text)
    assert.deepEqual(found, [], text)
    return hint ?? ''
  }

  test('of a code that ISO has retired the boundary is found, or the answer says what became of it', async () => {
    const silent: string[] = []
    for (const [code] of rowsOf('codes/not-in-force.tsv')) {
      const { found, hint } = await answer(code)
      const exact = found.filter(({ match }) => match === 'exact')
      const retired = NAME_WORDS.codes.of(code)?.retired
      const told = [...(retired?.codes ?? []), ...(retired?.remark?.match(/\b[A-Z]{2}-\w+/g) ?? [])]
      const successors = await Promise.all(told.map((iso) => world.catalog.find({ by: 'iso', code: iso })))
      const isFound =
        exact.length > 0 &&
        exact.every(
          ({ id, iso }) =>
            iso === code ||
            // Taiwan is CN-TW, and a country here.
            told.includes(`${code.slice(0, 2)}-${iso}`) ||
            successors.some((each) => each.found && each.record.id === id),
        )
      const isTold =
        exact.length === 0 &&
        /^\S+ was the ISO 3166-2 code of .+ until \d{4}-\d\d-\d\d\. .*iso:/.test(hint ?? '')
      if (!isFound && !isTold)
        silent.push(`${code}: ${found.map(({ iso, name }) => `${iso} ${name}`)} ${hint}`)
    }
    assert.deepEqual(silent, [])
  })

  test('a code whose unit was absorbed by a larger one does not find that one exactly', async () => {
    for (const code of ['GB-ANT', 'MU-CU', 'IS-0']) {
      const { found, hint } = await answer(code)
      assert.deepEqual(
        found.map(({ match }) => match),
        ['words'],
        code,
      )
      assert.match(hint ?? '', /became part of/, code)
    }
  })

  test('a code in force without a boundary is named, and no other place is taken for it', async () => {
    assert.match(
      await told('GH-AF'),
      /^Ahafo \(GH-AF\) is not in this catalog; its land is in Brong-Ahafo \(iso:GH-BA\)\. The operator/,
    )
    for (const text of ['gh-af', 'GH AF', 'gh af', 'GH_AF', 'GH–AF']) assert.match(await told(text), /Ahafo/)
  })

  test('a code that ISO never had is no name', async () => {
    assert.match(await told('US-ZZ'), /United States \(US\) has no code US-ZZ/)
    assert.match(await told('ZZ-US'), /ZZ is not the code of any country/)
  })

  test('odd spaces and dashes change nothing', async () => {
    for (const text of [
      'US-CA',
      'us-ca',
      'US CA',
      'US_CA',
      'US - CA',
      'US‑CA',
      'US–CA',
      'US−CA',
      'US CA',
      'USA-CA',
    ])
      assert.deepEqual(await shown(text), ['US-CA exact'], text)
    assert.deepEqual(await shown('DE‑BY'), ['DE-BY exact'])
    for (const text of ['FR 75', 'FR-75', 'fr 75']) assert.deepEqual((await shown(text)).slice(1), [], text)
  })

  test('a code in brackets or after the name of its system is the code', async () => {
    for (const text of ['(US-CA)', '“US-CA”', 'US-CA.', 'ISO 3166-2:US-CA', 'ISO US-CA', 'iso:us-ca'])
      assert.deepEqual(await shown(text), ['US-CA exact'], text)
    for (const text of ['(GH-AF)', 'ISO 3166-2: GH-AF', 'iso:GH-AF'])
      assert.match(await told(text), /Ahafo/, text)
    assert.equal((await answer('FIPS 06037')).found[0].name, 'Los Angeles County')
  })

  test('a boundary that only a filter leaves out is not called missing', async () => {
    const { found, hint } = await answer('US-CA', 'city')
    assert.deepEqual(found, [])
    assert.equal(hint, 'The filters of this search leave out US-CA.')
  })

  test('letters that are no code stay a name', async () => {
    assert.equal((await answer('LA PAZ')).found[0].name, 'La Paz')
    assert.notDeepEqual((await answer('Al Ain')).hint, null)
  })

  test('a postcode finds no other place, and the answer says how to get postal areas', async () => {
    for (const text of [
      '90210',
      'SW1A 1AA',
      'sw1a1aa',
      '1012 AB',
      'K1A 0B1',
      '80331',
      'D-80331',
      '123 45',
      '01-234',
      '〒100-0001',
    ])
      assert.match(await told(text), /postcode.*boundary=postal_code/, text)
  })

  test('a postcode beside a name is told apart from it', async () => {
    assert.match(
      await told('10115 Berlin'),
      /^10115 has the form of a five-digit postcode, .*search for "Berlin"/,
    )
    assert.match(
      await told('London, SW1A 1AA'),
      /^SW1A 1AA has the form of a British postcode\. .*search for "London"/,
    )
    assert.match(await told('1012 AB Amsterdam'), /^1012 AB has the form of a Dutch postcode/)
  })

  test('a merged unit that the catalog still has is said to be a former one', async () => {
    const { found, hint } = await answer('LV-001')
    assert.deepEqual(
      found.map(({ iso }) => iso),
      ['LV-001'],
    )
    assert.match(hint ?? '', /until 2021-11-25\. .*iso:LV-073.* This catalog still has the former unit\./)
  })

  test('letters that are only reserved for a country make a code only where ISO 3166-2 has it', async () => {
    assert.doesNotMatch((await answer('EL-TOR')).hint ?? '', /has the form of/)
    assert.deepEqual(await shown('UK-ENG'), ['GB-ENG exact'])
  })

  test('a NUTS code of three letters is told, and a country code is not taken for one', async () => {
    assert.match(await told('UKC'), /NUTS/)
    assert.equal((await shown('FRA'))[0], 'FR exact')
  })

  test('a county code that is a postcode as well gives both readings', async () => {
    const { found, hint } = await answer('10001')
    assert.deepEqual(
      found.map(({ name, match }) => [name, match]),
      [['Kent County', 'exact']],
    )
    assert.match(hint ?? '', /^10001 also has the form of a five-digit postcode/)
  })

  test('a joined code may be of another system, so nothing is exact', async () => {
    const { found, hint } = await answer('FR10')
    assert.deepEqual(
      found.map(({ iso, match }) => [iso, match]),
      [['FR-10', 'words']],
    )
    assert.match(hint ?? '', /NUTS/)
    for (const text of ['DE212', 'ITC4C', 'DEU.2.1_1', 'US.ZZ'])
      assert.match(await told(text), /has the form of/, text)
  })

  test('a unit that no longer exists is named with what it became', async () => {
    for (const [name, successors] of [
      ['Viken', ['NO-31', 'NO-32', 'NO-33']],
      ['Midi-Pyrénées', ['FR-OCC']],
      ['Picardie', ['FR-HDF']],
      ['Picardie, France', ['FR-HDF']],
      ['Alsace', ['FR-GES', 'FR-6AE']],
      ['Yugoslavia', ['RS', 'HR']],
    ] as const) {
      const { hint } = await answer(name)
      for (const code of successors) assert.ok(hint?.includes(code), `${name}: ${hint}`)
    }
  })

  test('a town that a former unit was named after is still told', async () => {
    const { hint } = await answer('Reykjavík')
    assert.match(hint ?? '', /^Reykjavík is .*no polygon for it\..* IS-0 was .*iso:IS-1.* The operator/)
    assert.doesNotMatch((await answer('Strumica')).hint ?? '', /MK-73/)
  })

  test('the refusal of a retired code names its successors, in an id and in a description', async () => {
    await assert.rejects(findBoundary(world.catalog, { by: 'iso', code: 'NP-1' }), (error) => {
      assert.match(String(error), /iso:NP-P2.*iso:NP-P3/)
      return true
    })
    for (const [text, reason] of [
      ['Viken and Vestland', /^NO-30 was .*iso:NO-31/],
      ['NO-30', /^NO-30 was .*iso:NO-31/],
      ['FR-D and FR-IDF', /^FR-D was .*iso:FR-BFC/],
      ['GH-AF', /^GH-AF is .*Ahafo/],
      ['90210', /postcode/],
    ] as const) {
      const planned = await world.planner.plan({ text, country: null, seed: null })
      assert.ok(!planned.ok, text)
      assert.match(planned.unmapped[0].reason, reason)
    }
  })

  test('every retired code is found by code and by name, and its successors are codes that ISO 3166 has or had', () => {
    for (const [code, names, on, , became] of rowsOf('../../data/names/retired-codes.tsv')) {
      assert.match(on, /^\d{4}-\d\d-\d\d$/, code)
      assert.match(became, /^[=<>]/, code)
      assert.ok(NAME_WORDS.codes.of(code)?.retired, code)
      for (const name of names.split('|'))
        assert.ok(
          NAME_WORDS.codes.named(foldName(name)).some((known) => known.code === code),
          `${code} ${name}`,
        )
      for (const successor of became.slice(1).split(' '))
        assert.ok(successor.length === 2 || NAME_WORDS.codes.of(successor) !== null, `${code} ${successor}`)
    }
  })

  test('a former country is told by each of its codes, and nothing that begins with them is found', async () => {
    for (const [text, name] of [
      ['YU', 'Yugoslavia'],
      ['890', 'Yugoslavia'],
      ['ZR', 'Zaire'],
    ])
      assert.match(await told(text), new RegExp(`was the ISO 3166 code of ${name}`))
    assert.match((await answer('SUN')).hint ?? '', /Union of Soviet Socialist Republics/)
  })

  test('the code of a former country is told beside subdivisions that have its letters', async () => {
    const { found, hint } = await answer('AN')
    assert.ok(found.some(({ iso }) => iso === 'ES-AN'))
    assert.match(
      String(hint),
      /^AN was the ISO 3166 code of Netherlands Antilles until 2010-12-15\..* iso:CW /,
    )
    assert.match(String((await answer('YU')).hint), /^YU was .* iso:XK \(Kosovo\)\.$/)
    assert.match(await told('LU-L'), /^LU-L was .* iso:LU-ES /)
  })
})
