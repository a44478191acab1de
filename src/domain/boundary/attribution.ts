/** Whom the data of a source is owed to, and under which licence: every body and file that carries map data says it. */
import type { Origin } from './boundary.ts'

const OPENSTREETMAP = '© OpenStreetMap contributors, ODbL 1.0'

const ATTRIBUTIONS: Readonly<Record<Origin, string>> = {
  extract: OPENSTREETMAP,
  live: OPENSTREETMAP,
  atlas: `${OPENSTREETMAP}; Natural Earth (public domain); U.S. Census Bureau (public domain)`,
}

/**
 * One line for all data of these origins, and for what `others` say. Without any, what a service of OpenStreetMap's data always
 * says.
 */
export const attributionOf = (origins: Iterable<Origin>, others: readonly string[] = []): string => {
  const lines = [...Array.from(origins, (origin) => ATTRIBUTIONS[origin]), ...others]
  const owed = new Set(lines.flatMap((line) => line.split('; ')))
  return owed.size === 0 ? OPENSTREETMAP : [...owed].join('; ')
}
