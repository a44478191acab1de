/** The figures in the guide to the atlas, computed from the committed atlas and the files beside it. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { COVERAGE_STATES, coverageState } from '../../src/domain/catalog/subdivision-coverage.ts'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { readAtlasCoverage } from '../../src/sources/atlas/atlas-coverage.ts'
import { bundledDisputes } from '../../src/sources/atlas/bundled-disputes.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'
import { mappedKm2, readPublishedAreas } from '../atlas/areas.ts'
import { MAX_SLIVER_KM } from '../atlas/nearest-unit.ts'
import { readTerritories } from '../atlas/territories.ts'
import { type AtlasReader, openAtlasReader } from './atlas-reader.ts'
import { gapsOf } from './gap-figures.ts'
import { gazetteerFigures } from './gazetteer-figures.ts'
import { table } from './markdown.ts'

/** A number or a table, keyed by its name in double braces in scripts/reference/atlas-guide.md. */
export type Figures = Readonly<Record<string, string>>

/** @param root of the project */
export const atlasFigures = async (root: string): Promise<Figures> => {
  const data = join(root, 'data/atlas')
  const atlas = await openAtlasReader(data)
  try {
    return {
      ...contents(atlas, data),
      ...listed(data),
      ...(await disputes(data)),
      'Western Sahara whole': rounded(atlas.byCode('EH').areaKm2),
      'territories table': territoriesTable(data),
      'mainlands table': mainlandsTable(atlas, data),
      ...(await fit(atlas)),
      areas: await areasTable(atlas, data),
      ...sizes(data),
      ...(await gazetteerFigures(join(root, 'data/gazetteer'))),
    }
  } finally {
    await atlas.close()
  }
}

const contents = ({ records, byCode }: AtlasReader, data: string): Figures => {
  const countries = records.filter(({ kind }) => kind === 'country')
  // Planning regions of Connecticut have FIPS codes too.
  const counties = records.filter(({ fips, kind }) => fips !== null && kind !== 'region')
  const mainlands = readMainlandEntries(data).length
  const withForm = (form: string) => records.filter(({ id }) => id.startsWith(form)).length
  const summed = records.filter(({ populationSource }) => populationSource === 'towns')
  const madeFrom = Map.groupBy(records, ({ datasets = [] }) => datasets.map((name) => NAMES[name]).join(', '))
  return {
    boundaries: number(records.length),
    countries: number(countries.length),
    territories: number(countries.filter(({ parents }) => parents.length > 0).length),
    mainlands: number(mainlands),
    subdivisions: number(records.length - countries.length - counties.length - mainlands),
    counties: number(counties.length),
    'made from': table(
      ['the polygon is made from', 'boundaries'],
      [...madeFrom]
        .sort(([, a], [, b]) => b.length - a.length)
        .map(([names, of]) => [names, number(of.length)]),
    ),
    ids: table(
      ['id', 'where', 'boundaries'],
      [
        ['`r<relation>`', 'the relation in OpenStreetMap is known', number(withForm('r'))],
        ['`iso:<code>`', 'else, an ISO 3166 code', number(withForm('iso:'))],
        ['`wikidata:<entity>`', 'else, a Wikidata entity', number(withForm('wikidata:'))],
        [
          '`fips:<code>`',
          'counties of the United States, planning regions of Connecticut',
          number(withForm('fips:')),
        ],
      ],
    ),
    'subdivisions with a sum of towns': number(summed.filter(({ fips }) => fips === null).length),
    'counties with a sum of towns': number(summed.filter(({ fips }) => fips !== null).length),
    'countries with sums of towns': number(
      new Set(summed.filter(({ fips }) => fips === null).map(({ country }) => country)).size,
    ),
    'vertices of Canada': number(byCode('CA').vertices),
  }
}

const NAMES = {
  openstreetmap: 'OpenStreetMap',
  natural_earth: 'Natural Earth',
  us_census: 'U.S. Census Bureau',
} as const

const territoriesTable = (data: string): string =>
  table(
    ['country', 'territories in it'],
    [...readTerritories(join(data, 'territories.yaml'))].map(([country, codes]) => [
      nameOf(country),
      codes.map(nameOf).join(', '),
    ]),
  )

const mainlandsTable = ({ byCode, records }: AtlasReader, data: string): string =>
  table(
    ['mainland', 'id', 'km²', 'the country without'],
    readMainlandEntries(data).map(({ wikidata, without }) => {
      const mainland = records.find((record) => record.wikidata === wikidata)
      if (mainland === undefined) throw new Error(`The atlas has no ${wikidata}.`)
      const names = without.map((code) => (code.length === 2 ? nameOf(code) : englishName(byCode(code))))
      return [englishName(mainland), `\`${mainland.id}\``, rounded(mainland.areaKm2), names.join(', ')]
    }),
  )

const englishName = ({ name, names }: BoundaryRecord): string => names.en ?? name

/** The content of the files of data/atlas. */
const listed = (data: string): Figures => {
  const relations = yaml(data, 'relations.yaml') as readonly {
    readonly codes: Readonly<Record<string, unknown>>
  }[]
  const successors = Object.values(yaml(data, 'successors.yaml') as Readonly<Record<string, string | null>>)
  const borders = yaml(data, 'borders.yaml') as readonly { readonly km2: number }[]
  const coverage = [...readAtlasCoverage(data).countries.values()].map(coverageState)
  return {
    'relations corrected': number(relations.reduce((sum, { codes }) => sum + Object.keys(codes).length, 0)),
    'ids replaced': number(successors.filter((id) => id !== null).length),
    'borders settled': number(borders.length),
    'largest border settled': number(Math.max(...borders.map(({ km2 }) => km2))),
    ...Object.fromEntries(
      COVERAGE_STATES.map((state) => [state, number(coverage.filter((each) => each === state).length)]),
    ),
  }
}

const disputes = async (data: string): Promise<Figures> => {
  const bundled = await bundledDisputes(data)()
  const km2Of = (area: string): string => {
    const dispute = bundled.find((each) => each.area === area)
    if (dispute === undefined) throw new Error(`data/atlas/disputed.json has no ${area}.`)
    return rounded(areaKm2(decodeRings(dispute.land)))
  }
  return {
    disputes: number(bundled.filter(({ isCondominium }) => !isCondominium).length),
    'Western Sahara': km2Of('Western Sahara'),
    'Golan Heights': km2Of('Golan Heights'),
    'Halaib Triangle': km2Of('Halaib Triangle'),
    'Aksai Chin': km2Of('Aksai Chin'),
    Essequibo: km2Of('Essequibo'),
    'South of Belize': km2Of('South of Belize'),
  }
}

const fit = async (atlas: AtlasReader): Promise<Figures> => {
  const gaps = await gapsOf(atlas)
  const landKm2 = gaps.reduce((sum, gap) => sum + gap.landKm2, 0)
  const gapKm2 = gaps.reduce((sum, gap) => sum + gap.km2, 0)
  const isLarge = (gap: (typeof gaps)[number]): boolean =>
    gap.km2 >= LARGE_KM2 || gap.km2 / gap.landKm2 >= LARGE_SHARE
  return {
    'sliver km': number(MAX_SLIVER_KM),
    'countries with units': number(gaps.length),
    'share of gaps': `${((100 * gapKm2) / landKm2).toFixed(1)} %`,
    gaps: table(
      ['country', 'in no unit, km²', 'of its land'],
      gaps
        .filter(isLarge)
        .sort((a, b) => b.km2 - a.km2)
        .map(({ country, km2, landKm2: of }) => [
          nameOf(country),
          rounded(km2),
          `${((100 * km2) / of).toFixed(1)} %`,
        ]),
    ),
  }
}

/** The table of gaps lists values above one of these. */
const LARGE_KM2 = 10_000
const LARGE_SHARE = 0.02

const areasTable = async (atlas: AtlasReader, data: string): Promise<string> => {
  const rows: string[][] = []
  for (const published of readPublishedAreas(join(data, 'areas.yaml'))) {
    const { country, island, km2, of, source } = published
    const mapped = mappedKm2(published, await atlas.ringsOf(atlas.byCode(country)))
    const percent = 100 * (mapped / km2 - 1)
    rows.push([
      island === undefined ? nameOf(country) : `${island} (${nameOf(country)})`,
      number(Math.round(mapped)),
      `${number(km2)}: ${of}`,
      `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`,
      source,
    ])
  }
  return table(['', 'atlas, km²', 'published, km²', '', 'published by'], rows)
}

const sizes = (data: string): Figures => {
  const { bytes }: { readonly bytes: number } = JSON.parse(readFileSync(join(data, 'atlas.json'), 'utf8'))
  return {
    'packed MB': megabytes(statSync(join(data, 'atlas.db.zst')).size),
    'unpacked MB': megabytes(bytes),
    'disputed kB': number(Math.round(statSync(join(data, 'disputed.json')).size / 1e3)),
  }
}

const readMainlandEntries = (data: string) =>
  yaml(data, 'mainlands.yaml') as readonly {
    readonly wikidata: string
    readonly without: readonly string[]
  }[]

const yaml = (data: string, name: string): unknown => readYaml(join(data, name))

const number = (value: number): string => value.toLocaleString('en')
const megabytes = (bytes: number): string => number(Math.round(bytes / 1e6))

/** To three significant digits. */
const rounded = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 })

const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region', style: 'short' })
const nameOf = (country: string): string => REGION_NAMES.of(country) ?? country
