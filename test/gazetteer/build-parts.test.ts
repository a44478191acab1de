/** The parts of scripts/build-gazetteer.ts that need none of its packages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editionOf, entriesOf } from '../../scripts/gazetteer/entries.ts'
import type { Town } from '../../src/domain/gazetteer/ports.ts'
import { encodeGazetteer } from '../../src/sources/gazetteer/encode-gazetteer.ts'
import { pagesOf } from '../../src/sources/gazetteer/file-pages.ts'
import { gazetteerColumnsOf, readCounts } from '../../src/sources/gazetteer/gazetteer-columns.ts'
import { readGazetteer } from '../../src/sources/gazetteer/read-gazetteer.ts'

interface Sample {
  readonly id: number
  readonly name: string
  readonly alternateNames?: string
  readonly feature?: string
  readonly population?: number
  readonly lon?: number
  readonly modified?: string
}

const row = ({ id, name, alternateNames, feature, population, lon, modified }: Sample): string =>
  [
    id,
    name,
    name,
    alternateNames ?? '',
    48.2,
    lon ?? 16.4,
    'P',
    feature ?? 'PPL',
    'AT',
    '',
    '09',
    '900',
    '',
    '',
    population ?? 0,
    '',
    171,
    'Europe/Vienna',
    modified ?? '2020-01-01',
  ].join('\t')

const DIVISIONS = [
  { code: 'AT.09', name: 'Vienna' },
  { code: 'AT.09.900', name: 'Wien Stadt' },
]

const SAMPLES: readonly Sample[] = [
  { id: 3, name: 'Neudorf', population: 700, modified: '2021-05-06' },
  {
    id: 1,
    name: 'Wien',
    alternateNames: 'VIE,W,BWV,Bundesland Wien Vienna,wei ye na,Vienna,維也納,Вена',
    feature: 'PPLC',
    population: 1_691_468,
  },
  { id: 4, name: 'Neudorf', population: 700 },
  { id: 2, name: 'Vienna', alternateNames: 'Neudorf', population: 5_000, lon: -180 },
  { id: 5, name: 'Altdorf', feature: 'PPLQ' },
]

const bytesOf = (samples: readonly Sample[]): Uint8Array<ArrayBuffer> =>
  encodeGazetteer(entriesOf(samples.map(row).join('\n'), DIVISIONS))

const named = (name: string): readonly Town[] =>
  readGazetteer(pagesOf(bytesOf(SAMPLES).buffer), 'sample').named(name)

test('the same towns in any order make the same file', () => {
  const bytes = bytesOf(SAMPLES)
  assert.deepEqual(bytesOf(SAMPLES.toReversed()), bytes)
  assert.deepEqual(bytesOf(SAMPLES.toSorted((a, b) => a.id - b.id)), bytes)
})

test('a town is found by each of its names, and by the initials of one', () => {
  for (const name of ['wien', 'bwv', '維也納', 'вена']) {
    assert.deepEqual(
      named(name).map((town) => town.name),
      ['Wien'],
      name,
    )
  }
  assert.deepEqual(
    named('vienna').map(({ name, population }) => [name, population]),
    [
      ['Wien', 1_691_468],
      ['Vienna', 5_000],
    ],
  )
  assert.deepEqual(
    named('neudorf').map(({ name, population }) => [name, population]),
    [
      ['Vienna', 5_000],
      ['Neudorf', 700],
      ['Neudorf', 700],
    ],
  )
})

test('positions keep four decimals, also at the antimeridian', () => {
  assert.deepEqual(named('vienna')[1].position, [-180, 48.2])
})

test('codes, transliterations and abandoned places are left out', () => {
  for (const name of ['w', 'vie', 'wei ye na', 'altdorf']) assert.deepEqual(named(name), [], name)
})

test('a division without a name is not a region', () => {
  const table = row({ id: 1, name: 'Wien' })
  const [{ region, admin1, admin2 }] = readGazetteer(
    pagesOf(encodeGazetteer(entriesOf(table, [])).buffer),
    'x',
  ).named('wien')
  assert.deepEqual([region, admin1, admin2], [null, null, null])
})

test('the edition is the last day on which a town was changed', () => {
  assert.equal(editionOf(SAMPLES.map(row).join('\n')), '2021-05-06')
})

test('a line with too few columns is refused', () => {
  assert.throws(() => entriesOf('1\tWien', DIVISIONS), /has 2 columns, not 19: 1\tWien/)
})

test('files of another kind, too long files and changed texts are refused', () => {
  const refusal = (bytes: Uint8Array<ArrayBuffer>): string => {
    try {
      readGazetteer(pagesOf(bytes.buffer), 'towns.bin')
      return 'none'
    } catch (error) {
      return (error as Error).message
    }
  }
  const good = bytesOf(SAMPLES)
  assert.equal(refusal(good), 'none')
  assert.equal(refusal(new Uint8Array(100)), 'towns.bin is not a gazetteer of Metes.')
  assert.equal(refusal(new Uint8Array(3)), 'towns.bin is not a gazetteer of Metes.')
  assert.equal(
    refusal(new Uint8Array([...good, 0])),
    `towns.bin is damaged: it has ${good.length + 1} bytes, not ${good.length}.`,
  )
  const counts = readCounts(good.buffer)!
  const texts = good.slice()
  gazetteerColumnsOf(texts.buffer, counts).nameText.fill(10, 0, 2)
  assert.equal(refusal(texts), 'towns.bin is damaged: its texts and its counts differ.')
  const bearers = good.slice()
  gazetteerColumnsOf(bearers.buffer, counts).firstCount[0]++
  assert.equal(refusal(bearers), 'towns.bin is damaged: its names and its towns differ.')
})
