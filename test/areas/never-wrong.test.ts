/**
 * The guarantee of the rules: a description becomes the land that it says, or is refused with the words that leave it open. Never
 * other land without a warning.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listParts } from '../../src/domain/area/plan.ts'
import type { Planned } from '../../src/domain/area/ports.ts'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { casesOf } from '../cases.ts'
import { suiteAreaWorld, VOCABULARY } from '../support/area-world.ts'
import { recordOf } from '../support/atlas-units.ts'
import { loadPlaces, type State } from './clauses/places.ts'

const world = suiteAreaWorld()

const plan = (text: string, country: string | null = null): Promise<Planned> =>
  world.planner.plan({ text, country, seed: null })

/** "US-NY −36005": codes, those that are left out with a minus; "refused: …" with the phrases. */
const landOf = async (text: string, country: string | null = null): Promise<string> => {
  const planned = await plan(text, country)
  if (!planned.ok) return `refused: ${planned.unmapped.map((each) => each.text).join(' | ')}`
  return listParts(planned.plan)
    .map(({ role, boundary }) => `${role === 'include' ? '' : '−'}${codeOf(boundary)}`)
    .sort()
    .join(' ')
}

const codeOf = ({ iso, fips, id }: BoundaryRecord): string => iso ?? fips ?? id

const sorted = (...codes: readonly string[]): string => [...codes].sort().join(' ')

const isExactly = (text: string, codes: readonly string[], country: string | null = null): void => {
  test(`${text}${country === null ? '' : ` (${country})`}: ${codes.join(', ')}`, async () => {
    assert.equal(await landOf(text, country), sorted(...codes))
  })
}

const isRefusedFor = (text: string, phrase: string): void => {
  test(`${text}: refused for "${phrase}"`, async () => {
    const land = await landOf(text)
    assert.ok(land.startsWith('refused: ') && land.includes(phrase), land)
  })
}

/** Either is right; anything else is wrong. */
const isAtMost = (text: string, codes: readonly string[], country: string | null = null): void => {
  test(`${text}${country === null ? '' : ` (${country})`}: ${codes.join(', ')} or refused`, async () => {
    const land = await landOf(text, country)
    assert.ok(land === sorted(...codes) || land.startsWith('refused: '), land)
  })
}

/** The 48 states and the District of Columbia. */
const CONTIGUOUS =
  'AL AR AZ CA CO CT DC DE FL GA IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'
    .split(' ')
    .map((code) => `US-${code}`)

describe('a level word is never overridden', () => {
  test('"the States of A, B and C" are states where B has a county of the name of A', async () => {
    const { states } = await loadPlaces(world.catalog)
    const hasCounty = (holder: State, { name }: State): boolean =>
      holder.counties.some(({ base }) => base === name)
    const pairs = states.flatMap((one) =>
      states.filter((other) => other !== one && hasCounty(other, one)).map((other) => [one, other] as const),
    )
    assert.ok(pairs.length > 50, String(pairs.length))
    const wrong: string[] = []
    for (const [one, other] of pairs) {
      const third = states.find((each) => each !== one && each !== other && !hasCounty(each, one))
      assert.ok(third !== undefined)
      for (const list of [
        [one, other, third],
        [other, third, one],
      ]) {
        const text = `the States of ${list[0].name}, ${list[1].name} and ${list[2].name}`
        const land = await landOf(text)
        if (land !== sorted(...list.map(({ code }) => `US-${code}`))) wrong.push(`${text}: ${land}`)
      }
    }
    assert.deepEqual(wrong, [])
  })
  test('"A County (B)" is the county A of the state B, where A is also a state, and elsewhere', async () => {
    const { states } = await loadPlaces(world.catalog)
    const stateNames = new Set(states.map(({ name }) => name))
    const counties = states
      .flatMap((state) => state.counties.map((county) => ({ state, county })))
      .filter(({ county }, index) => stateNames.has(county.base) || index % 25 === 0)
    assert.ok(counties.length > 150, String(counties.length))
    const wrong: string[] = []
    for (const { state, county } of counties) {
      const text = `${county.full} (${state.name})`
      const planned = await plan(text)
      const ids = planned.ok ? listParts(planned.plan).map(({ boundary }) => boundary.id) : ['refused']
      if (ids.join(' ') !== county.id) wrong.push(`${text}: ${ids.join(' ')}`)
    }
    assert.deepEqual(wrong, [])
  })
  isExactly('the State of Georgia', ['US-GA'])
  isExactly('the country of Georgia', ['GE'])
  isExactly('the State of Washington', ['US-WA'])
  isRefusedFor('Exclusive right to sell in the following counties: Ohio; Delaware (the "Territory").', 'Ohio')
  isExactly('the Province of Luxembourg', ['BE-WLX'])
})

describe('a restriction is never lost', () => {
  isExactly('Germany, but only Bavaria and Hesse', ['DE-BY', 'DE-HE'])
  isExactly('France, limited to Brittany', ['FR-BRE'])
  isExactly('Switzerland, namely the cantons of Vaud and Geneva', ['CH-VD', 'CH-GE'])
  isExactly('in the UAE, the Emirates of Dubai and Abu Dhabi only', ['AE-DU', 'AE-AZ'])
  isExactly('the following counties of New York: Kings and Queens', ['36047', '36081'])
  isRefusedFor('France, but only the coast', 'the coast')
})

describe('a negated limit cuts nothing', () => {
  test('"Germany, not excluding Bavaria", with any negation and any word of limits, is refused', async () => {
    const { negations, behind_negations, negated, negated_limits } = VOCABULARY.phraseWords
    const limits = negations.flatMap((negation, row) =>
      negated.map((word, at) => {
        const between =
          (row + at) % 3 === 0 ? `${behind_negations[(row * 7 + at) % behind_negations.length]} ` : ''
        return `${negation} ${between}${word}`
      }),
    )
    const wrong: string[] = []
    const every = Math.floor(limits.length / casesOf('negated limits'))
    for (const limit of [...limits.filter((_, index) => index % every === 0), ...negated_limits])
      for (const text of [`Germany, ${limit} Bavaria`, `Germany, Bavaria ${limit}`]) {
        const land = await landOf(text)
        if (!land.startsWith('refused: ')) wrong.push(`${text}: ${land}`)
      }
    assert.deepEqual(wrong, [])
  })
  for (const words of [
    'including but not limited to',
    'including, but not limited to,',
    'including, without limitation,',
    'which includes but is not limited to',
    'einschließlich, aber nicht beschränkt auf',
    "y compris, mais sans s'y limiter,",
    'incluyendo, pero sin limitarse a,',
  ])
    isExactly(`Germany, ${words} Bavaria`, ['DE', 'DE-BY'])
  isRefusedFor('Germany, not only Bavaria', 'not only')
  isRefusedFor('Germany, not without Bavaria', 'not without')
  isExactly('Poland, with the sole exception of Masovian Voivodeship', ['PL', '−PL-14'])
  isRefusedFor('Germany, Bavaria not excluded', 'not excluded')
  isExactly('Germany, not including Bavaria', ['DE', '−DE-BY'])
  isExactly('Germany, but not Bavaria', ['DE', '−DE-BY'])
})

describe('an exception inside an exception is back in', () => {
  isExactly('Canada, excluding the Atlantic provinces other than Nova Scotia', [
    'CA',
    '−CA-NB',
    '−CA-NL',
    '−CA-PE',
  ])
  test('the EU, excluding the Nordic countries except Sweden: Sweden is in', async () => {
    const land = (await landOf('the EU, excluding the Nordic countries except Sweden')).split(' ')
    assert.ok(land.includes('SE') && !land.includes('DK') && !land.includes('FI'), land.join(' '))
  })
  test('the EU without Baltic states (Latvia excepted): Latvia is in', async () => {
    const land = (await landOf('the EU without Baltic states (Latvia excepted)')).split(' ')
    assert.ok(land.includes('LV') && !land.includes('EE') && !land.includes('LT'), land.join(' '))
  })
  isRefusedFor('the United States other than New England, save Maine', 'Maine')
  isExactly('Germany, except Bavaria, except Hesse', ['DE', '−DE-BY', '−DE-HE'])
})

describe('what has an exception of its own is a part', () => {
  isAtMost('Norway excl. Svalbard + Spain excl. Canary Islands', ['NO', '−NO-21', 'ES', '−ES-CN'])
  isAtMost('France excl. Brittany and Spain excl. Catalonia', ['FR', '−FR-BRE', 'ES', '−ES-CT'])
  isExactly('France excl. Brittany, Spain excl. Catalonia', ['FR', '−FR-BRE', 'ES', '−ES-CT'])
})

describe('all units of a level are no exception', () => {
  isRefusedFor('California except all of its counties', 'all of its counties')
  isRefusedFor('Canada excluding the territories other than Yukon', 'the territories')
  isRefusedFor('Australia, excluding the states other than Victoria', 'the states')
  isExactly('Florida, excluding all counties other than Duval and Clay', ['12031', '12019'])
})

describe('the order of a list says nothing', () => {
  const names = ['Georgia', 'Florida', 'Alabama']
  for (const list of [names, names.toReversed(), names.slice(0, 2), names.slice(0, 2).toReversed()])
    for (const joined of [list.join(' and '), list.join('; '), `- ${list.join('\n- ')}`])
      isExactly(
        joined,
        list.map((name) => ({ Georgia: 'US-GA', Florida: 'US-FL', Alabama: 'US-AL' })[name]!),
      )
})

describe('a plural, an abbreviation or a slip is not another place', () => {
  isRefusedFor('both Samoas and Tonga', 'Samoas')
  isRefusedFor('Its islands', 'islands')
  isRefusedFor('Grünlandia', 'Grünlandia')
  isRefusedFor('Gulf states (Texas, Louisiana)', 'Gulf states')
  isExactly('New England minus Conn. and Maine', ['US-MA', 'US-NH', 'US-RI', 'US-VT'])
  for (const text of [
    'All of the States of Florida, Arizona and Nebraska',
    'ALL OF THE STATES OF FLORIDA, ARIZONA AND NEBRASKA',
  ])
    isExactly(text, ['US-FL', 'US-AZ', 'US-NE'])
  test('toda Centroamérica menos Belice: without the country, and not its district alone', async () => {
    const land = (await landOf('toda Centroamérica menos Belice')).split(' ')
    assert.ok(!land.includes('BZ') && !land.includes('−BZ-BZ') && land.includes('PA'), land.join(' '))
  })
})

describe('what the words around a list say holds for all of it', () => {
  isRefusedFor('die drei deutschen Bundesländer Bayern, Tirol und Sachsen', 'Tirol')
  isRefusedFor('the Swiss cantons of Uri, Zug and Tyrol', 'Tyrol')
  isExactly('die deutschen Bundesländer Bayern, Hessen und Sachsen', ['DE-BY', 'DE-HE', 'DE-SN'])
  isRefusedFor('Kings County, Washington and Kings County, New York', 'Washington')
  isRefusedFor('New England plus New York, minus Suffolk County', 'Suffolk County')
  isExactly('Texas; Oklahoma except Washington County', ['US-TX', 'US-OK', '−40147'])
  isExactly('アメリカ合衆国（アラスカ州及びハワイ州を除く）、カナダ（ケベック州を除く）及びメキシコ', [
    'US',
    '−US-AK',
    '−US-HI',
    'CA',
    '−CA-QC',
    'MX',
  ])
  isAtMost('Finland and Portugal (with the Azores but without Madeira)', ['FI', 'PT', 'PT-20', '−PT-30'])
  isRefusedFor('Territory: as set out in Schedule 3. Governing law: Ireland.', 'Schedule 3')
})

describe('marks in front of lines', () => {
  isExactly('✓ Ohio\n✓ Texas', ['US-OH', 'US-TX'])
  isExactly('+ Ohio\n+ Texas', ['US-OH', 'US-TX'])
  isRefusedFor('✗ Ohio\n✓ Texas', '✗ Ohio')
  isRefusedFor('- Ohio\n+ Texas', '- Ohio')
  isRefusedFor('[x] Ohio\n[ ] Texas', '[ ] Texas')
  isRefusedFor('Ohio ❌, Texas ✅', 'Ohio ❌')
})

describe('words before the first place are told', () => {
  for (const [text, codes, words] of [
    ['Cheeses were tasted in Lombardy', ['IT-25'], 'Cheeses were tasted in'],
    ['We can hire in the following US states only: Ohio, Texas', ['US-OH', 'US-TX'], 'We can hire in'],
    ['Embargoed destinations: Cuba, Iran', ['CU', 'IR'], 'Embargoed destinations:'],
  ] as const) {
    isExactly(text, codes)
    test(`${text}: the note has "${words}"`, async () => {
      const planned = await plan(text)
      assert.ok(planned.ok && planned.plan.notes.some((note) => note.includes(`"${words}"`)))
    })
  }
  isExactly('Cases were reported from Lombardy', ['IT-25'])
  isRefusedFor('We cannot hire in Ohio', 'hire')
  isRefusedFor('Until 2030 Licensee may sell in Ohio.', '2030')
  isRefusedFor('the office is in munich in Germany', 'munich')
  isExactly('our territory is bavaria in Germany', ['DE-BY'])
  isExactly("the territory shall comprise Provence-Alpes-Côte d'Azur in France.", ['FR-PAC'])
  isRefusedFor('wines that are made in France', 'wines')
  isRefusedFor('Goods were shipped from Italy to Malta', 'Italy')
})

describe('"including" names parts of what stands before it', () => {
  test('a country with a unit of its own name is the country before "including" another unit', async () => {
    const wrong: string[] = []
    for (const [text, land] of [
      ['Mexico, including the state of Guanajuato', 'MX MX-GUA'],
      ['Luxembourg, including the canton of Remich', 'LU LU-RM'],
      ['Panama, including the province of Colón', 'PA PA-3'],
    ])
      if (![land, 'refused'].includes((await landOf(text)).replace(/^refused: .*$/u, 'refused')))
        wrong.push(`${text}: ${await landOf(text)}`)
    assert.deepEqual(wrong, [])
  })
  isExactly('Mexico, including the state of Guanajuato', ['MX', 'MX-GUA'])
})

describe('an exception that two parts have is refused', () => {
  isRefusedFor('the Netherlands and Belgium except Limburg', 'Limburg')
  isRefusedFor('the Netherlands and Belgium (except Limburg and Hainaut)', 'Limburg')
  isExactly('the Netherlands except Limburg', ['NL', '−NL-LI'])
  isExactly('Belgium except Limburg', ['BE', '−BE-VLI'])
})

test('a number that the catalog does not have is refused with the number that it has', async () => {
  for (const text of [
    'the fifty US states',
    'all fifty US states',
    'all fifty states of the United States',
  ]) {
    const planned = await plan(text)
    assert.match(
      planned.ok ? '' : planned.unmapped[0].reason,
      /^The catalog has 51, .* Correct the number, or omit it/,
    )
    assert.ok((await plan(text.replace('fifty', '51'))).ok)
  }
})

describe('words that are not a description are refused', () => {
  isRefusedFor('West Virginia, Virginia not', 'not')
  isRefusedFor('Germany except', 'except')
  isRefusedFor('Does Germany include Bavaria?', 'Does Germany include Bavaria?')
  isRefusedFor('Deutschland. Gehört Bayern zu Deutschland?', 'Gehört Bayern zu Deutschland?')
  isExactly('Germany without Bavaria?', ['DE', '−DE-BY'])
  isRefusedFor(
    'From 1 January 2026: Denmark. From 1 January 2027: Denmark and Sweden.',
    'From 1 January 2027',
  )
})

describe('the name of a region and its city means neither', () => {
  // In any language, and whatever else has the name.
  for (const name of ['Berne', 'Genf', 'Geneva', 'Lucerne', 'Antwerp', 'Luik', 'Seville', 'Florence'])
    isRefusedFor(name, name)
  isRefusedFor('Geneva, Switzerland', 'Geneva')
  isExactly('the canton of Geneva', ['CH-GE'])
  isExactly('Vaud, Geneva and Valais', ['CH-VD', 'CH-GE', 'CH-VS'])
  isExactly('Quebec', ['CA-QC'])
})

describe('a name that stands for one country of several is told', () => {
  for (const [name, code] of [
    ['Korea', 'KR'],
    ['Macedonia', 'MK'],
    ['America', 'US'],
  ])
    test(`${name}: ${code}, with a note`, async () => {
      const planned = await plan(name)
      assert.ok(planned.ok)
      assert.deepEqual(
        planned.plan.parts.map(({ boundary }) => boundary.iso),
        [code],
      )
      assert.equal(planned.plan.notes.length, 1)
      assert.ok(planned.plan.notes[0].startsWith(`"${name}" is read as the country "`), planned.plan.notes[0])
    })
  test('Malta and Ireland need no note', async () => {
    const planned = await plan('Malta and Ireland')
    assert.deepEqual(planned.ok && planned.plan.notes, [])
  })
})

describe('no word is dropped', () => {
  isRefusedFor('everywhere but Texas', 'everywhere')
  isExactly('New York State except Bronx, Kings, New York, Queens and Richmond counties', [
    'US-NY',
    '−36005',
    '−36047',
    '−36061',
    '−36081',
    '−36085',
  ])
  isRefusedFor('CH, A, D', 'A')
  isAtMost('both Congos', ['CD', 'CG'])
  isAtMost('Van, Turkey', ['TR-65'])
  isExactly('El Oro Province', ['EC-O'], 'EC')
  isRefusedFor('El Oro Province', 'El Oro Province')
  isRefusedFor('Germany, France and Blefuscu', 'Blefuscu')
  isRefusedFor('Exclusive rights for the Blefuscu, but only the State of California.', 'Blefuscu')
  isRefusedFor('This licence is granted for the town of Figueres in Catalonia.', 'Figueres')
  isRefusedFor(
    'This licence is granted for the town of Figueres in Catalonia (hereinafter referred to as the "Territory").',
    'Figueres',
  )
})

describe('a context without a place of the name never becomes a part', () => {
  isExactly('Taiwan, Province of China', ['TW'])
  isRefusedFor('Vienna, Virginia', 'Vienna')
  isRefusedFor('Salvador, Brazil', 'Salvador')
  isExactly('Exuma and Long Island, The Bahamas', ['BS-EX', 'BS-LI'])
})

describe('an exception is never a namesake', () => {
  isRefusedFor('Oregon without Portland', 'Portland')
  isRefusedFor('Texas except Paris', 'Paris')
  isRefusedFor('Texas except Bavaria', 'Bavaria')
  test('the refusal says which town', async () => {
    const planned = await plan('Texas except Paris')
    assert.ok(!planned.ok)
    assert.match(planned.unmapped[0].reason, /^Paris is a town in Lamar County, Texas, United States/)
  })
})

describe('a city never becomes the region around it', () => {
  isAtMost('Moscow', ['RU-MOW'])
  isAtMost('Kyiv', ['UA-30'])
  isAtMost('Damascus', ['SY-DI'])
  isAtMost('Addis Ababa', ['ET-AA'])
  test('nor does any unit named after a city', async () => {
    const wrong: string[] = []
    let seen = 0
    for (const iso of VOCABULARY.cityUnits) {
      const record = await recordOf(world.catalog, `iso:${iso}`)
      if (record === null) continue
      seen++
      for (const name of new Set([record.name, record.names.en ?? record.name]))
        for (const country of [null, record.country]) {
          const land = await landOf(name, country)
          if (land !== iso && !land.startsWith('refused: ')) wrong.push(`${name} (${iso}): ${land}`)
        }
    }
    assert.ok(seen > 40, String(seen))
    assert.deepEqual(wrong, [])
  })
})

describe('size never decides between places with one name', () => {
  isExactly('London', ['r175342'])
  isRefusedFor('Brasília', 'Brasília')
  isRefusedFor('Austin, Texas', 'Austin')
  isRefusedFor('Saint Martin', 'Saint Martin')
  isRefusedFor('Limburg', 'Limburg')
  isRefusedFor('Congo', 'Congo')
  isRefusedFor('Punjab', 'Punjab')
  isExactly('KSA', ['SA'])
  isExactly('Georgia', ['GE'])
  isExactly('Punjab, India', ['IN-PB'])
})

describe('a composite area is drawn by exactly its parts', () => {
  isExactly('the contiguous United States', CONTIGUOUS)
  isExactly(
    'metropolitan France',
    'ARA BFC BRE CVL 20R GES HDF IDF NOR NAQ OCC PDL PAC'.split(' ').map((code) => `FR-${code}`),
  )
  isExactly(
    'the contiguous United States except Texas',
    CONTIGUOUS.filter((code) => code !== 'US-TX'),
  )
})

describe('a label never becomes a part, and a list that contradicts it is refused', () => {
  isExactly('Mid-Atlantic (Delaware, Maryland and Virginia)', ['US-DE', 'US-MD', 'US-VA'])
  isExactly('Long Island (Nassau and Suffolk Counties), New York', ['36059', '36103'])
  isRefusedFor('Germany (France and Italy)', 'France')
  isExactly('Holland (the Netherlands)', ['NL'])
})

describe('a list in titled parts is read as the announced list', () => {
  isExactly(
    'the following counties of Texas: Zone 1: Collin, Dallas; Zone 2: Bexar, Comal. Hood County is not part of the Territory.',
    ['48085', '48113', '48029', '48091', '−48221'],
  )
  isExactly('the following prefectures of Japan: Kanto: Tokyo, Chiba; Kansai: Osaka, Hyogo', [
    'JP-13',
    'JP-12',
    'JP-27',
    'JP-28',
  ])
  isExactly(
    '“Sales Area” means the following prefectures of Japan:\n\n  Kanto:   Tokyo, Chiba\n  Kansai:   Osaka, Hyogo',
    ['JP-13', 'JP-12', 'JP-27', 'JP-28'],
  )
})

describe('a sentence after a list excludes everything that it names', () => {
  isExactly(
    'Territory means the following prefectures of Japan: Tokyo, Chiba.\n\nFukui, Mie and Yamanashi Prefectures are not part of the Territory.',
    ['JP-13', 'JP-12', '−JP-18', '−JP-24', '−JP-19'],
  )
  isExactly('Bavaria and Hesse. Saxony, Saarland and Berlin are not part of the territory.', [
    'DE-BY',
    'DE-HE',
    '−DE-SN',
    '−DE-SL',
    '−DE-BE',
  ])
})

describe('a name before "and the counties of" is not a county where it may be a state', () => {
  isExactly('Ohio and the counties of Lake, Porter and Newton in Indiana', [
    'US-OH',
    '18089',
    '18127',
    '18111',
  ])
  isAtMost('Indiana and Blount and Dallas Counties, Alabama', ['US-IN', '01009', '01047'])
  isExactly('Cook and the counties of Lake and Will', ['17031', '17097', '17197'])
})

describe('a group has its members on the date in the text', () => {
  isRefusedFor('the European Union as constituted on 1 March 2019', 'as constituted')
  test('since the last change: read', async () => {
    const land = await landOf(
      'each of the member states of the European Union as constituted on 1 March 2023',
    )
    assert.equal(land.split(' ').filter((code) => !code.startsWith('−')).length, 27, land)
  })
})

describe('exceptions before the land that they exclude', () => {
  isExactly('Ohio. Not included: Lake, Cuyahoga.', ['US-OH', '−39085', '−39035'])
  isExactly('Germany. Not included are Bavaria and Hesse.', ['DE', '−DE-BY', '−DE-HE'])
  isRefusedFor('Ohio. Included: Lake, Cuyahoga.', 'Lake')
})

describe('each list of counties lies in the state after it', () => {
  isExactly(
    'the counties of Washington, Jefferson and Clark in Indiana, and the counties of Jefferson, Oldham and Clark in Kentucky',
    ['18175', '18077', '18019', '21111', '21185', '21049'],
  )
  isExactly('the counties of Adams and Allen in Indiana, and Boone in Kentucky', ['18001', '18003', '21015'])
  for (const joint of [' in Indiana and ', ', Indiana and ', ', Indiana, and ', ', Indiana; '])
    isExactly(`Lake and Porter Counties${joint}Cook and Will Counties, Illinois`, [
      '18089',
      '18127',
      '17031',
      '17197',
    ])
})

describe('a state or country with the name is not a county among others', () => {
  isRefusedFor('Texas and Texas County, Oklahoma', 'Texas')
  isRefusedFor('Nevada and Placer County, California', 'Nevada')
  isRefusedFor('Multnomah; Washington; Clackamas', 'Washington')
  isExactly('Washington, Multnomah and Clackamas Counties, Oregon', ['41067', '41051', '41005'])
  isExactly('Iowa; Grant and Lafayette Counties in Wisconsin', ['US-IA', '55043', '55065'])
  isExactly('Delaware and, in Pennsylvania, Chester and Montgomery Counties only', [
    'US-DE',
    '42029',
    '42091',
  ])
  isExactly('Georgia, Wisconsin and Ohio in the United States of America', ['US-GA', 'US-WI', 'US-OH'])
  isRefusedFor('the State of Florida, Uruguay, and the State of Wyoming', 'Florida')
  isRefusedFor('Niger, Nigeria', 'Niger')
})

describe('what lies where is not guessed', () => {
  isRefusedFor('Lincoln County in Nevada, Wyoming and Montana', 'Wyoming')
  isExactly('Lake County in Indiana and the State of Ohio', ['18089', 'US-OH'])
  isExactly('Kuwait; and Lander County in Nevada', ['KW', '32015'])
  isRefusedFor('le nord de la France', 'le nord de la France')
  isRefusedFor('Angleterre, à l’exception de Londres', 'Londres')
  isRefusedFor('the Virgin Islands', 'Virgin Islands')
  isRefusedFor('all of Kashmir', 'Kashmir')
})

describe('a level word is the boundary’s own', () => {
  isExactly('Georgia; Idaho; and Louisiana; other than the parishes of Lafourche and Washington', [
    'US-GA',
    'US-ID',
    'US-LA',
    '−22057',
    '−22117',
  ])
  isRefusedFor('the Parish of Cook, Illinois', 'Cook')
  isRefusedFor('上海省', '上海省')
  isRefusedFor(
    'This licence is granted for the following states in Mississippi: Cluster 1: Lamar and Holmes (hereinafter the "Territory").',
    'Lamar',
  )
  isExactly(
    'the following counties in California: Zone 1: Trinity and Butte; Zone 2: Humboldt, Nevada and Monterey',
    ['06105', '06007', '06023', '06057', '06053'],
  )
  isRefusedFor('Region A', 'Region A')
})

describe('words in capitals are not codes', () => {
  isExactly('WE DELIVER TO (A) SWITZERLAND; (B) JAPAN', ['CH', 'JP'])
  isExactly('THIS OFFER IS AVAILABLE IN (A) UTAH; (B) HAWAII', ['US-UT', 'US-HI'])
  isAtMost('WE SELL IN OR', ['US-OR'])
  isAtMost('EXCLUSIVE RIGHTS FOR IN AND OH', ['US-IN', 'US-OH'])
})

describe('an abbreviation is not an article', () => {
  isExactly('Ark., La., Okla. and Tex.', ['US-AR', 'US-LA', 'US-OK', 'US-TX'])
  isExactly('Lake County, Fla.; Lake County, S.D.', ['12069', '46079'])
})

describe('excluding a place twice excludes it once', () => {
  isExactly('Florida, excluding all counties other than Duval, Clay and Nassau', ['12031', '12019', '12089'])
  isExactly('China. Tibet and Xinjiang are excluded, as are Gansu and Anhui.', [
    'CN',
    '−CN-XZ',
    '−CN-XJ',
    '−CN-GS',
    '−CN-AH',
  ])
  isExactly('China, excluding Hong Kong, Macau and Taiwan', ['CN', '−HK', '−MO', '−TW'])
})

describe('a counted list has that many members', () => {
  isExactly('all 88 counties of Ohio except Lake County', ['US-OH', '−39085'])
  isRefusedFor('all 87 counties of Ohio', '87 counties')
  isExactly('the three Baltic states', ['EE', 'LV', 'LT'])
  isRefusedFor('the four Baltic states', 'four Baltic states')
  isRefusedFor('the three counties of Otero, Lincoln, Chaves and Eddy, New Mexico', 'three counties')
  isRefusedFor('the three (4) counties of Otero, Lincoln and Eddy, New Mexico', 'three (4) counties')
})

describe('a sentence is set aside only where nothing in it can be land', () => {
  isExactly('We deliver to Ohio. Premiums are due in full at inception and are not refundable.', ['US-OH'])
  isRefusedFor('We deliver to Ohio. Xyzzyshire is covered as well.', 'Xyzzyshire')
  isRefusedFor('We deliver to Ohio. Only the northern half is meant in all of this.', 'northern half')
})

describe('text after a list is read literally', () => {
  isExactly('the following counties in the State of Kansas: Washington and Graham; Washington County (CO)', [
    '20201',
    '20065',
    '08121',
  ])
  isExactly('Oregon and Wisconsin. The County of Price is excluded.', ['US-OR', 'US-WI', '−55099'])
  isExactly('Exclusive rights for LA plus IN plus OH', ['US-LA', 'US-IN', 'US-OH'])
  isExactly(
    'THE FOLLOWING COUNTIES IN ARKANSAS: DISTRICT I: LITTLE RIVER AND OUACHITA; DISTRICT II: MARION, ARKANSAS, AND FAULKNER.',
    ['05081', '05103', '05089', '05001', '05045'],
  )
})

describe('words around a name change nothing of what it may mean', () => {
  for (const text of [
    'Salzburg',
    'show Salzburg',
    'map of Salzburg',
    'Give me Salzburg',
    'Zeig mir Salzburg',
  ])
    isRefusedFor(text, 'Salzburg')
  isExactly('show Tyrol and Salzburg', ['AT-5', 'AT-7'])
})

describe('what is left out of what is left out is not drawn as the rest', () => {
  isRefusedFor('All US states except Ohio are excluded', 'except Ohio are excluded')
  isRefusedFor('Spain, except Catalonia, is excluded.', 'except Catalonia, is excluded')
  isRefusedFor('No states other than Ohio are included', 'other than Ohio are included')
  isExactly('Spain, but Catalonia is excluded', ['ES', '−ES-CT'])
})

describe('words that leave out are never lost', () => {
  isRefusedFor('Ohio; excluded', 'excluded')
  isRefusedFor('Ohio | excluded', 'excluded')
  isRefusedFor('Excluded\n- Ohio\n- Utah', 'Ohio')
  for (const title of ['Blocked', 'Lost', 'To be removed', 'Competitors', 'Sales 2023', 'Narnia except'])
    isRefusedFor(`${title}\n- Ohio\n- Utah`, title.split(' ')[0])
})

describe('a code is read only in its own letters', () => {
  isExactly('všechny kraje ČR', ['CZ'])
  isExactly('CR', ['CR'])
})

describe('an adjective before a name says where it lies', () => {
  isExactly('Belgian Limburg and Dutch Limburg', ['BE-VLI', 'NL-LI'])
  isExactly('départements français du Nord', ['FR-59'])
  isRefusedFor('German Samoa', 'German Samoa')
})

describe('words before a place deny in their own language', () => {
  isExactly('Leverans sker till Polen, Litauen och Lettland.', ['PL', 'LT', 'LV'])
  isRefusedFor('We deliver till 2030 in Norway.', 'till 2030')
  isRefusedFor('Återförsäljaren får till 2030 sälja produkterna i Skåne.', 'till 2030')
  isRefusedFor('Our competitor sells in Ohio', 'competitor')
  isRefusedFor('Our head office is in Norway', 'head office')
})

describe('whoever gives the area does not describe it', () => {
  for (const text of ['Licensor sells in Ireland.', 'Licensor itself sells in Ireland and Scotland.'])
    isRefusedFor(text, 'Licensor')
  isRefusedFor('The supplier itself delivers to Ireland.', 'supplier')
  isExactly('The Seller delivers to Romania and Moldova.', ['RO', 'MD'])
})
