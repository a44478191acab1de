/** The counties of the United States, from the catalog. */
import type { Catalog } from '../../../src/domain/catalog/catalog.ts'
import { recordOf } from '../clauses/places.ts'
import type { Unit } from './types.ts'

export const countiesIn = async (
  catalog: Pick<Catalog, 'find' | 'children' | 'records'>,
): Promise<readonly Unit[]> => {
  const country = await recordOf(catalog, 'iso:US')
  const { children: states } = await catalog.children(country!, 4)
  const units: Unit[] = []
  for (const state of (await catalog.records(states.map(({ id }) => id))).values()) {
    const { children } = await catalog.children(state, 6)
    for (const { id, kind, name, fips } of (
      await catalog.records(children.map((child) => child.id))
    ).values())
      if (fips !== null) units.push({ id, kind, level: 6, country: 'US', iso: '', fips, name })
  }
  return units
}
