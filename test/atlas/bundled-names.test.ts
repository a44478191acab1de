/** The names of the committed atlas, and where GeoNames has the seats of the places that they name. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { openBundledAtlas, unpackedAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { openBundledGazetteer } from '../../src/sources/gazetteer/bundled-gazetteer.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'

const DATA = join(import.meta.dirname, '../../data')
const ATLAS = join(DATA, 'atlas')

const { source: atlas, close } = await openBundledAtlas(ATLAS, ATLAS)
after(close)
const gazetteer = await openBundledGazetteer(join(DATA, 'gazetteer'), join(DATA, 'gazetteer'))

const file = new DatabaseSync(await unpackedAtlas(ATLAS, ATLAS), { readOnly: true })
after(() => file.close())
const rows = file.prepare('select id, other_names from boundary order by id').all() as {
  id: BoundaryId
  other_names: string
}[]
const records = await atlas.records(rows.map(({ id }) => id))
const otherNames = new Map(
  rows.map(({ id, other_names }) => [id, (other_names === '' ? [] : JSON.parse(other_names)) as string[]]),
)

/** Boundaries with one direct parent and level. */
const siblings = [
  ...Map.groupBy(
    records.filter(({ parents }) => parents.length > 0),
    ({ parents, adminLevel }) => `${parents.at(-1)!.id} ${adminLevel}`,
  ).values(),
]

const rules: { readonly namesakes: readonly { readonly places: readonly (readonly string[])[] }[] } =
  readYaml(join(ATLAS, 'names.yaml'))
/** Whether `names.yaml` says that they truly share a name. */
const areNamesakes = (those: readonly BoundaryRecord[]): boolean =>
  rules.namesakes.some(({ places }) =>
    places.some((keys) =>
      those.every(({ iso, fips, wikidata }) => keys.includes(iso ?? fips ?? wikidata ?? '')),
    ),
  )

const shown = ({ id, name }: BoundaryRecord): string => `${id} ${name}`
const called = ({ name, names }: BoundaryRecord, language: string | null): string | undefined =>
  language === null ? name : names[language]

test('no two siblings share a name in a language', () => {
  const shared = siblings.flatMap((group) =>
    [null, ...new Set(group.flatMap(({ names }) => Object.keys(names)))].flatMap((language) => {
      const named = group.filter((record) => called(record, language) !== undefined)
      return [...Map.groupBy(named, (record) => foldName(called(record, language)!)).values()]
        .filter((sharers) => sharers.length > 1 && !areNamesakes(sharers))
        .map((sharers) => `${language}: ${sharers.map(shown).join(' = ')}`)
    }),
  )
  assert.deepEqual(shared, [])
})

test('no boundary is found by the name of its sibling', () => {
  const strangers = siblings.flatMap((group) => {
    const owners = Map.groupBy(
      group.flatMap((record) =>
        [record.name, record.names.en ?? record.name].map((name) => ({ record, name: foldName(name) })),
      ),
      ({ name }) => name,
    )
    return group.flatMap((record) =>
      [...Object.values(record.names), ...otherNames.get(record.id)!].flatMap((name) => {
        const of = (owners.get(foldName(name)) ?? []).map((owner) => owner.record)
        return of.length === 0 || of.includes(record) || areNamesakes([record, ...of])
          ? []
          : [`${shown(record)} as ${shown(of[0])}: ${name}`]
      }),
    )
  })
  assert.deepEqual(strangers, [])
})

test('no name has footnote marks, notes in brackets, mark-up or extra spaces', () => {
  const debris = records.flatMap((record) =>
    [record.name, ...Object.values(record.names), ...otherNames.get(record.id)!]
      .filter((name) => name !== '' && /[¹²³⁰-⁹†‡*<>[\]\ufffd]|\s\s|^\s|\s$|\(\d+\)/u.test(name))
      .map((name) => `${shown(record)}: ${name}`),
  )
  assert.deepEqual(debris, [])
})

test('no province has the name of its country, unless it is its own', () => {
  const [hovedstaden] = records.filter(({ iso }) => iso === 'DK-84')
  assert.equal(hovedstaden.names.en, 'Capital Region')
  assert.ok(!Object.values(hovedstaden.names).includes('Denmark'))
})

const isInside = async ({ id }: BoundaryRecord, [lon, lat]: Position): Promise<boolean> => {
  const geometry = await atlas.geometry(id)
  return locate(decodeRings(geometry!.rings), toUnits(lon), toUnits(lat)) !== OUTSIDE
}

/** Towns that show corrected polygons, which Natural Earth has under other names. */
const TOWNS: readonly (readonly [town: string, code: string])[] = [
  ['Ambato', 'EC-T'],
  ['Tena', 'EC-N'],
  ['Asmara', 'ER-MA'],
  ['Keren', 'ER-AN'],
  ['Mendefera', 'ER-DU'],
  ['Georgetown', 'GY-DE'],
  ['New Amsterdam', 'GY-EB'],
  ['Rosignol', 'GY-MA'],
  ['Parika', 'GY-ES'],
  ['Linden', 'GY-UD'],
  ['Lethem', 'GY-UT'],
  ['Bartica', 'GY-CU'],
  ['Anna Regina', 'GY-PM'],
  ['Gardez', 'AF-PIA'],
  ['Zarghun Shahr', 'AF-PKA'],
  ['Bazarak', 'AF-PAN'],
  ['Nili', 'AF-DAY'],
  ['Barnaul', 'RU-ALT'],
  ['Gorno-Altaysk', 'RU-AL'],
  ['Podcetrtek', 'SI-092'],
  ['Darnah', 'LY-DR'],
  ['Zalingei', 'SD-DC'],
  ['El Daein', 'SD-DE'],
  ['Karonga', 'MW-KR'],
]

for (const [town, code] of TOWNS) {
  test(`${town} is in ${code}`, async () => {
    const [record] = await atlas.find({ by: 'iso', code })
    const [found] = gazetteer
      .named(foldName(town))
      .filter(({ countryCode }) => countryCode === code.slice(0, 2))
    assert.ok(await isInside(record, found.position))
  })
}

/** Most lie on a coast or a border, which Natural Earth draws for 1:10,000,000. */
const SEATS_OUTSIDE = 0.06

test('seats with the name of their division lie in the boundary of that name', async () => {
  const outside: string[] = []
  let seats = 0
  for (const record of records) {
    if (record.parents.length !== 1) continue
    const names = new Set([record.name, record.names.en ?? record.name].map(foldName))
    for (const town of [...names].flatMap((name) => gazetteer.named(name))) {
      if (town.countryCode !== record.country || town.seatOrder !== 1) continue
      if (!names.has(foldName(town.name)) || !names.has(foldName(town.admin1 ?? ''))) continue
      seats++
      if (!(await isInside(record, town.position))) outside.push(shown(record))
    }
  }
  assert.ok(seats > 1_000, String(seats))
  assert.ok(outside.length < SEATS_OUTSIDE * seats, outside.join(', '))
})
