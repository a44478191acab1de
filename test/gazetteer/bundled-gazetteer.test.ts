/** The bundled gazetteer as a whole. */
import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { foldName } from '../../src/domain/catalog/fold.ts'
import type { Town } from '../../src/domain/gazetteer/ports.ts'
import { openBundledGazetteer } from '../../src/sources/gazetteer/bundled-gazetteer.ts'
import {
  gazetteerColumnsOf,
  POSITION_UNITS,
  readCounts,
} from '../../src/sources/gazetteer/gazetteer-columns.ts'
import { unpackedFile } from '../../src/sources/packed-file.ts'

const PACKED = join(import.meta.dirname, '../../data/gazetteer')
const FILES = ['gazetteer.json', 'gazetteer.bin.zst']

const directory = mkdtempSync(join(tmpdir(), 'metes-gazetteer-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const gazetteer = await openBundledGazetteer(PACKED, directory)
const largest = (name: string): Town => gazetteer.named(foldName(name))[0]

test('a city is found with its divisions', () => {
  assert.deepEqual(largest('Austin'), {
    name: 'Austin',
    countryCode: 'US',
    admin1: 'Texas',
    admin2: 'Travis County',
    region: 'Travis County, Texas',
    population: 931_830,
    position: [-97.7431, 30.2672],
    seatOrder: 1,
    isSection: false,
  })
})

test('a city is found by its names in any language and script', () => {
  const names = {
    Köln: ['Köln', 'Koeln', 'Koln', 'Cologne', 'Colonia', 'Кёльн', 'ケルン'],
    Munich: ['München', 'Munich', 'Muenchen', 'Monaco di Baviera', 'ミュンヘン'],
    Vienna: ['Vienna', 'Wien', 'Bécs', 'Вена', '維也納'],
    Moscow: ['Москва', 'Moskva', 'Moskau', 'موسكو'],
    Tokyo: ['東京', 'Tōkyō', 'Токио'],
    Beijing: ['北京', 'Peking'],
    'New York City': ['NYC', 'New York', 'new york city', 'Nueva York'],
  }
  for (const [town, spellings] of Object.entries(names)) {
    for (const spelling of spellings) assert.equal(largest(spelling)?.name, town, spelling)
  }
})

test('the most populous namesake comes first', () => {
  for (const name of ['springfield', 'paris', 'san jose', 'vienna']) {
    const populations = gazetteer.named(name).map(({ population }) => population)
    assert.ok(populations.length > 10, name)
    assert.deepEqual(
      populations,
      populations.toSorted((a, b) => b - a),
    )
  }
})

test('a text that is not the name of a town finds nothing', () => {
  for (const name of [
    '',
    ' ',
    'nowhereville',
    'austi',
    'austin texas usa',
    'Austin',
    '\n',
    'zzzzzz',
    '\u{10ffff}',
  ])
    assert.deepEqual(gazetteer.named(name), [], JSON.stringify(name))
})

test('codes and spellings of other scripts in Latin letters find nothing', () => {
  for (const name of ['ny', 'la', 'the', 'and', 'not', 'muc', 'wei ye na', 'ao si ting'])
    assert.deepEqual(gazetteer.named(name), [], name)
})

test('a region named after its town is omitted', () => {
  const regions = ['Paris', 'Vienna', 'Kreuzberg', 'New York City', 'Berlin'].map(
    (name) => largest(name).region,
  )
  assert.deepEqual(regions, ['Île-de-France', null, 'Berlin', 'New York', null])
})

test('capitals, seats and parts of cities are marked', () => {
  assert.deepEqual(
    ['Canberra', 'Munich', 'Köln', 'New York City'].map((name) => largest(name).seatOrder),
    [0, 1, 2, null],
  )
  assert.deepEqual(
    ['Kreuzberg', 'Berlin'].map((name) => largest(name).isSection),
    [true, false],
  )
})

test('every town is on the Earth and has a name by which it is found', async () => {
  const path = await unpackedFile({ directory: PACKED, name: 'gazetteer', ending: 'bin' }, directory)
  const file = new Uint8Array(readFileSync(path)).buffer
  const counts = readCounts(file)!
  assert.ok(counts.towns > 199_000)
  const { region, regionLon, regionLat, lonOffset, latOffset, townText } = gazetteerColumnsOf(file, counts)
  const outside = Array.from(region, (index, town) => [
    (regionLon[index] + lonOffset[town]) / POSITION_UNITS,
    (regionLat[index] + latOffset[town]) / POSITION_UNITS,
  ]).filter(([lon, lat]) => Math.abs(lon) > 180 || Math.abs(lat) > 90)
  assert.deepEqual(outside, [])

  const names = Buffer.from(townText).toString('utf8').trimEnd().split('\n')
  assert.equal(names.length, counts.towns)
  const everyHundredth = names.filter((_, town) => town % 100 === 0)
  const notFound = everyHundredth.filter(
    (name) => !gazetteer.named(foldName(name)).some((town) => town.name === name),
  )
  assert.deepEqual(notFound, [])
})

function packedCopy(): { readonly packed: string; readonly data: string } {
  const packed = mkdtempSync(join(directory, 'packed-'))
  for (const name of FILES) copyFileSync(join(PACKED, name), join(packed, name))
  return { packed, data: join(packed, 'data') }
}

test('a damaged packed file is refused by its name', async () => {
  const { packed, data } = packedCopy()
  const path = join(packed, 'gazetteer.bin.zst')
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.subarray(0, bytes.length / 2))
  await assert.rejects(
    () => openBundledGazetteer(packed, data),
    /gazetteer\.bin\.zst is damaged: it cannot be unpacked\./,
  )
})

test('a packed file that differs from the manifest is refused', async () => {
  const { packed, data } = packedCopy()
  writeFileSync(join(packed, 'gazetteer.json'), JSON.stringify({ sha256: 'something else' }))
  await assert.rejects(
    () => openBundledGazetteer(packed, data),
    /unpacks to a file with the checksum [0-9a-f]{64}; gazetteer\.json says something else\./,
  )
})

test('a truncated unpacked file is refused', async () => {
  const { packed, data } = packedCopy()
  await openBundledGazetteer(packed, data)
  const path = await unpackedFile({ directory: packed, name: 'gazetteer', ending: 'bin' }, data)
  writeFileSync(path, readFileSync(path).subarray(0, 1_000_000))
  await assert.rejects(
    () => openBundledGazetteer(packed, data),
    /is damaged: it has 1000000 bytes, not \d+\./,
  )
})
