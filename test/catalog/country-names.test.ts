/** Names of countries in 60 languages, from packages that the table of names was not made from: see country-names/. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { FoundByName } from '../../src/domain/catalog/ranking.ts'
import { suiteAreaWorld } from '../support/area-world.ts'

const NAMES = readFileSync(new URL('country-names/names.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('#'))
  .map((row) => {
    const [name, countries, sources] = row.split('\t')
    return { name, countries: countries.split('|'), sources }
  })

const SHARE = 0.97

/** Country and how it is written there. */
type Spellings = readonly (readonly [string, ...string[]])[]

/** Where a pattern finds the name, or the table has it. */
const WRITTEN: Readonly<Record<string, Spellings>> = {
  // https://www.naturalearthdata.com/, as in world-atlas@2.0.2 (public domain).
  'Natural Earth writes them': [
    ['AG', 'Antigua and Barb.'],
    ['BA', 'Bosnia and Herz.'],
    ['CD', 'Dem. Rep. Congo'],
    ['CF', 'Central African Rep.'],
    ['DO', 'Dominican Rep.'],
    ['EH', 'W. Sahara'],
    ['FK', 'Falkland Is.'],
    ['FO', 'Faeroe Is.'],
    ['GQ', 'Eq. Guinea'],
    ['IO', 'Br. Indian Ocean Ter.'],
    ['KP', 'Dem. Rep. Korea'],
    ['MP', 'N. Mariana Is.'],
    ['PF', 'Fr. Polynesia'],
    ['SS', 'S. Sudan'],
    ['TF', 'Fr. S. Antarctic Lands'],
    ['VC', 'St. Vin. and Gren.'],
    ['VI', 'U.S. Virgin Is.'],
    ['WF', 'Wallis and Futuna Is.'],
  ],
  // https://data.worldbank.org/country
  'the World Bank writes them': [
    ['BS', 'Bahamas, The'],
    ['CD', 'Congo, Dem. Rep.'],
    ['CG', 'Congo, Rep.'],
    ['EG', 'Egypt, Arab Rep.'],
    ['FM', 'Micronesia, Fed. Sts.'],
    ['HK', 'Hong Kong SAR, China'],
    ['IR', 'Iran, Islamic Rep.'],
    ['KP', "Korea, Dem. People's Rep."],
    ['KR', 'Korea, Rep.'],
    ['MF', 'St. Martin (French part)'],
    ['PS', 'West Bank and Gaza'],
    ['SO', 'Somalia, Fed. Rep.'],
    ['VE', 'Venezuela, RB'],
    ['VI', 'Virgin Islands (U.S.)'],
    ['YE', 'Yemen, Rep.'],
  ],
  // https://unstats.un.org/unsd/methodology/m49/
  'the United Nations write them': [
    ['BO', 'Bolivia (Plurinational State of)'],
    ['GB', 'United Kingdom of Great Britain and Northern Ireland'],
    ['HK', 'China, Hong Kong Special Administrative Region'],
    ['KR', 'Korea, Republic of', 'Republic of Korea'],
    ['NL', 'Netherlands (Kingdom of the)'],
    ['TZ', 'Tanzania, United Republic of'],
    ['VE', 'Venezuela (Bolivarian Republic of)'],
  ],
  'other languages and times write them': [
    ['CN', '中華人民共和国'],
    ['CZ', 'Czech Republic', 'República Checa'],
    ['GB', 'Zjednoczone Królestwo'],
    ['MM', 'Burma'],
    ['SZ', 'Swaziland'],
    ['US', 'Estados Unidos de América', "Stati Uniti d'America"],
    ['ZA', 'ЮАР'],
    ['AU', '호주'],
    ['AE', '阿联酋'],
    ['GB-WLS', 'Cymru'],
  ],
}

const SEVERAL_NAMES = [
  ['Kosova / Kosovo', 'XK'],
  ['België / Belgique / Belgien', 'BE'],
  ['Schweiz/Suisse/Svizzera/Svizra', 'CH'],
  ['Suomi – Finland', 'FI'],
  ['Canada | Kanada', 'CA'],
  ['Singapore, Singapore', 'SG'],
  ['Germany (Deutschland)', 'DE'],
  ['Maroc المغرب', 'MA'],
  ['Россия Russia', 'RU'],
] as const

describe('the search of the bundled atlas', () => {
  const world = suiteAreaWorld()
  const search = (text: string): Promise<readonly FoundByName[]> =>
    world.catalog.search({ text, countries: [], kind: null, adminLevel: null, near: null, limit: 5 })

  test('finds countries by names of other sources, and none exactly that another source means otherwise', async () => {
    const missed: string[] = []
    const wrong: string[] = []
    for (const { name, countries } of NAMES) {
      const hits = await search(name)
      const [first] = hits
      if (first !== undefined && countries.includes(first.record.iso ?? '')) continue
      const got =
        first === undefined ? 'nothing' : `${first.record.iso} ${first.match} "${first.matchedName}"`
      missed.push(`${name} (${countries.join('|')}): ${got}`)
      // Congo, Korea, Saint Martin: a name that countries share matches each of them alike.
      const isShared = hits.some(
        ({ record, match }) => match === first?.match && countries.includes(record.iso ?? ''),
      )
      const isSure = first?.match === 'exact' || first?.match === 'prefix'
      if (isSure && !isShared && !countries.includes(first.record.country ?? '')) wrong.push(missed.at(-1)!)
    }
    assert.ok(missed.length <= (1 - SHARE) * NAMES.length, missed.join('\n'))
    assert.deepEqual(wrong, [])
  })

  for (const [what, names] of Object.entries(WRITTEN))
    test(`finds countries as ${what}`, async () => {
      for (const [country, ...spellings] of names)
        for (const name of spellings) {
          const [hit] = await search(name)
          assert.deepEqual([hit?.record.iso, hit?.match], [country, 'exact'], name)
        }
    })

  test('finds a country by several of its names, and by nothing less', async () => {
    for (const [text, country] of SEVERAL_NAMES) {
      const [hit] = await search(text)
      assert.deepEqual([hit?.record.iso, hit?.match], [country, 'exact'], text)
    }
    for (const text of ['Belgique / Danmark', 'Suisse - Österreich', 'Россия Deutschland'])
      assert.ok(!(await search(text)).some(({ match }) => match === 'exact'), text)
  })

  test('what a name begins with besides a level word is no prefix of it', async () => {
    for (const text of ['Republik Amerikanische', 'Franse Koninkryk', 'Principado Unidos', 'United Stats'])
      for (const { match, matchedName } of await search(text))
        assert.ok(match === 'words' || match === 'fuzzy', `${text}: ${match} "${matchedName}"`)
  })

  test('codes in small letters come after names, and names of two letters need their accents', async () => {
    const expected = { Nga: 'RU', NGA: 'NG', us: 'US', Mỹ: 'US', my: 'MY' }
    for (const [text, country] of Object.entries(expected))
      assert.equal((await search(text))[0].record.iso, country, text)
  })
})
