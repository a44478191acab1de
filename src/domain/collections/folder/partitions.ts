/** How an exported catalog is divided into files: by country and administrative level, in folders named as Hive names partitions. */
import type { BoundaryId } from '../../boundary/id.ts'
import type { Drawable } from '../../catalog/within-box.ts'
import { spatialOrder } from '../spatial-order.ts'

export interface Partition {
  /** ISO 3166-1 alpha-2; ZZ for none. */
  readonly country: string
  /** OpenStreetMap's administrative level; 0 for none. */
  readonly level: number
  /** Neighbours follow each other. */
  readonly ids: readonly BoundaryId[]
}

/** Unicode CLDR's code for an unknown country. Engines do not agree on a value for none. */
const NO_COUNTRY = 'ZZ'

/** OpenStreetMap's levels begin at 1; postcode areas have none. */
const NO_LEVEL = 0

/** By country, then by level. O(n log n). */
export const partitionsOf = (boundaries: readonly Drawable[]): readonly Partition[] => {
  const groups = Map.groupBy(boundaries, ({ country, adminLevel }) =>
    pathOf({ country: country ?? NO_COUNTRY, level: adminLevel ?? NO_LEVEL }),
  )
  return [...groups.values()]
    .map((members) => ({
      country: members[0].country ?? NO_COUNTRY,
      level: members[0].adminLevel ?? NO_LEVEL,
      ids: spatialOrder(members),
    }))
    .sort((a, b) => (a.country === b.country ? a.level - b.level : a.country < b.country ? -1 : 1))
}

/** Path of the partition's folder within that of a table. */
export const pathOf = ({ country, level }: Pick<Partition, 'country' | 'level'>): string =>
  `country=${country}/level=${level}`

/** Readers of partitioned folders take the column from the path, and some refuse a file that has it, too. */
export const PATH_COLUMNS = ['country'] as const
