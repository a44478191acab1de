/** Attribution and licence of the data, shown in every answer and file that contains map data. */
import { type BoundaryRecord, type BoundarySummary, DATASETS, type Dataset } from './boundary.ts'

const ATTRIBUTIONS: Readonly<Record<Dataset, string>> = {
  openstreetmap: '© OpenStreetMap contributors, ODbL 1.0',
  natural_earth: 'Natural Earth (public domain)',
  us_census: 'U.S. Census Bureau (public domain)',
}

/**
 * Returns one line that credits the data sets of these boundaries and the sources in `others`. Without boundaries it credits
 * OpenStreetMap.
 */
export const attributionOf = (
  boundaries: Iterable<Pick<BoundarySummary, 'datasets'>>,
  others: readonly string[] = [],
): string => {
  const used = new Set<Dataset>()
  for (const boundary of boundaries) for (const dataset of datasetsOf(boundary)) used.add(dataset)
  const lines = [
    ...DATASETS.filter((dataset) => used.has(dataset)).map((dataset) => ATTRIBUTIONS[dataset]),
    ...others,
  ]
  const owed = new Set(lines.flatMap((line) => line.split('; ')))
  return owed.size === 0 ? ATTRIBUTIONS.openstreetmap : [...owed].join('; ')
}

/**
 * Like `attributionOf`, for one boundary and the source of its population. Cached, because most boundaries have the same
 * line.
 */
export const attributionOfOne = (boundary: Pick<BoundaryRecord, 'datasets' | 'populationSource'>): string => {
  let combination = boundary.populationSource === 'towns' ? 1 : 0
  for (const dataset of datasetsOf(boundary)) combination |= 2 << DATASETS.indexOf(dataset)
  LINES[combination] ??= attributionOf([boundary], populationCredits([boundary]))
  return LINES[combination]
}

/** Returns the licences in a line of credits, in the order of the credits. */
export const licencesIn = (attribution: string): string => {
  const licences = attribution
    .split('; ')
    .flatMap((credit) => LICENCES.filter((each) => credit.includes(each)))
  return [...new Set(licences)].join('; ')
}

const LICENCES = ['ODbL 1.0', 'CC BY 4.0', 'public domain']

/** Returns the data sets that the boundary comes from. */
export const datasetsOf = ({ datasets }: Pick<BoundarySummary, 'datasets'>): readonly Dataset[] =>
  datasets ?? OPENSTREETMAP

/** Credit lines by bit mask: one bit for each data set. */
const LINES: string[] = []

/** Returns the attribution of these boundaries' populations, for answers that show them. */
export const populationCredits = (
  boundaries: readonly Pick<BoundaryRecord, 'populationSource'>[],
): readonly string[] =>
  boundaries.some(({ populationSource }) => populationSource === 'towns') ? [GEONAMES_ATTRIBUTION] : []

export const GEONAMES_ATTRIBUTION = 'GeoNames, CC BY 4.0'

const OPENSTREETMAP: readonly Dataset[] = ['openstreetmap']
