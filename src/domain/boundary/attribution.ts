/** Attribution and licence of the data; every body and file that carries map data includes it. */
import { type BoundaryRecord, type BoundarySummary, DATASETS, type Dataset } from './boundary.ts'

const ATTRIBUTIONS: Readonly<Record<Dataset, string>> = {
  openstreetmap: '© OpenStreetMap contributors, ODbL 1.0',
  natural_earth: 'Natural Earth (public domain)',
  us_census: 'U.S. Census Bureau (public domain)',
}

/**
 * One line that credits the data sets these boundaries were made from, and the sources in `others`. Without any boundaries it
 * credits OpenStreetMap.
 */
export const attributionOf = (
  boundaries: Iterable<Pick<BoundarySummary, 'datasets'>>,
  others: readonly string[] = [],
): string => {
  const used = new Set<Dataset>()
  for (const { datasets } of boundaries) for (const dataset of datasets ?? OPENSTREETMAP) used.add(dataset)
  const lines = [
    ...DATASETS.filter((dataset) => used.has(dataset)).map((dataset) => ATTRIBUTIONS[dataset]),
    ...others,
  ]
  const owed = new Set(lines.flatMap((line) => line.split('; ')))
  return owed.size === 0 ? ATTRIBUTIONS.openstreetmap : [...owed].join('; ')
}

/** The same for one boundary, with the source of its population. Most boundaries have the same line. */
export const attributionOfOne = (boundary: Pick<BoundaryRecord, 'datasets' | 'populationSource'>): string => {
  const { datasets = OPENSTREETMAP, populationSource } = boundary
  let combination = populationSource === 'towns' ? 1 : 0
  for (const dataset of datasets) combination |= 2 << DATASETS.indexOf(dataset)
  LINES[combination] ??= attributionOf([boundary], populationCredits([boundary]))
  return LINES[combination]
}

/** By the combination of data sets, a bit each. */
const LINES: string[] = []

/** Attribution of the populations of these boundaries, for answers that show them. */
export const populationCredits = (
  boundaries: readonly Pick<BoundaryRecord, 'populationSource'>[],
): readonly string[] =>
  boundaries.some(({ populationSource }) => populationSource === 'towns') ? [GEONAMES_ATTRIBUTION] : []

export const GEONAMES_ATTRIBUTION = 'GeoNames, CC BY 4.0'

const OPENSTREETMAP: readonly Dataset[] = ['openstreetmap']
