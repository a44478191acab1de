/** The reference page of countries that the atlas does not show as they are today. */
import { type CoverageFacts, coverageState } from '../../src/domain/catalog/subdivision-coverage.ts'
import type { AtlasCoverage } from '../../src/sources/atlas/atlas-coverage.ts'
import type { Gap } from '../atlas/gaps.ts'
import { GENERATED, table } from './markdown.ts'

/** `data/atlas/gaps.json`. */
export type AtlasGaps = Readonly<Record<string, readonly Gap[]>>

export const coveragePage = ({ countries, subdivisions }: AtlasCoverage, gaps: AtlasGaps): string => {
  const all = [...countries]
  const inState = (state: ReturnType<typeof coverageState>) =>
    all.filter(([, coverage]) => coverageState(coverage) === state)
  const none = inState('none')
  return [
    GENERATED,
    '# Coverage of the atlas by country',
    `Of the first levels of ${all.length} countries and territories, ${inState('complete').length} are complete, ${inState('outdated').length} outdated and ${inState('partly_missing').length} lack units; ${none.length} countries and territories have no subdivisions. [The guide](../guide/atlas.md#outdated-and-missing-subdivisions) explains these terms. None of this applies where an OpenStreetMap extract covers the country.`,
    '## Outdated',
    table(
      ['', 'Shown', 'From before', 'Since then', 'Missing', 'Sources'],
      [...inState('outdated'), ...subdivisions].map(([code, coverage]) => reformRow(code, coverage)),
    ),
    '## Partly missing',
    table(
      ['', 'Units', 'Missing'],
      inState('partly_missing').map(([code, coverage]) => [
        nameOf(code),
        String(coverage.codes),
        missingText(coverage),
      ]),
    ),
    '## Land in no subdivision',
    'Land that is more than 3 km from every unit is in no subdivision. The table lists pieces of at least 100 km², each with the latitude and longitude of a point inside.',
    table(
      ['', 'km²', 'Where'],
      Object.entries(gaps).flatMap(([code, pieces]) =>
        pieces.map(({ km2, at: [lon, lat] }) => [nameOf(code), String(km2), `${lat}, ${lon}`]),
      ),
    ),
    '## Drawn with another area',
    table(
      ['', 'Unit', 'Atlas, km²', 'Published, km²'],
      all.flatMap(([code, { misdrawn }]) =>
        misdrawn.map(({ name, atlasKm2, publishedKm2 }) => [
          nameOf(code),
          name,
          String(atlasKm2),
          String(publishedKm2),
        ]),
      ),
    ),
    '## None',
    `ISO 3166-2 lists subdivisions, but the atlas has none: ${named(none.filter(([, { codes }]) => codes > 0))}.`,
    `Neither ISO 3166-2 nor the atlas has any: ${named(none.filter(([, { codes }]) => codes === 0))}.`,
    '',
  ].join('\n\n')
}

const reformRow = (code: string, coverage: CoverageFacts): readonly string[] => {
  const { reform } = coverage
  if (reform === null) throw new Error(`${code} is outdated without a reform.`)
  const sources = reform.sources.map((source, index) => `[${index + 1}](${source})`).join(' ')
  return [nameOf(code), reform.shown, String(reform.since), reform.now, missingText(coverage), sources]
}

const missingText = ({ missing, codes }: CoverageFacts): string =>
  missing.length > 0 && missing.length === codes
    ? 'all'
    : missing.map(({ code, name }) => `${name} (${code})`).join(', ')

const named = (countries: readonly (readonly [string, CoverageFacts])[]): string =>
  countries.map(([code]) => nameOf(code)).join(', ')

/** A subdivision is shown by its code: `shown` names it. */
const nameOf = (code: string): string => (code.length === 2 ? (REGION_NAMES.of(code) ?? code) : code)

const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region' })
