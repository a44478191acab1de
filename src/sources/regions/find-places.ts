/** Finds what an operator names in the catalog, with the coded boundaries that contain it. */

import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { countryOfCode } from '../../domain/boundary/country-codes.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { FindPlaces } from './resolve-region.ts'
import type { Container } from './smallest-region.ts'

/** More boundaries of one name lie in several regions anyway. */
const MAX_PLACES = 20

export const findPlacesIn =
  (catalog: Pick<Catalog, 'search' | 'records'>): FindPlaces =>
  async (text) => {
    const found = await catalog.search({
      text,
      countries: [],
      kind: null,
      adminLevel: null,
      near: null,
      limit: MAX_PLACES,
    })
    const places = found.filter(({ match }) => match === 'exact').map(({ record }) => record)
    if (places.length === 0) return placesOfCode(text)
    const parents = await catalog.records([
      ...new Set(places.flatMap((place) => place.parents.map(({ id }) => id))),
    ])
    return places.map((place) => {
      const around = place.parents.flatMap(({ id }) => parents.get(id) ?? []).reverse()
      return containersOf([place, ...around], place.country)
    })
  }

const containersOf = (records: readonly BoundaryRecord[], country: string | null): readonly Container[] => {
  const coded = records.flatMap(({ iso, name, names }) =>
    iso === null ? [] : [{ code: iso, names: [name, ...Object.values(names)] }],
  )
  const isComplete = country === null || coded.some(({ code }) => code === country)
  return isComplete ? coded : [...coded, { code: country, names: [] }]
}

/** A part that the catalog lacks lies in the country of its code. */
const placesOfCode = (text: string): readonly (readonly Container[])[] => {
  const code = text.trim().replace(/^iso:/i, '').toUpperCase()
  const country = /^[A-Z]{2}-[A-Z\d]{1,3}$/.test(code) ? countryOfCode(code.slice(0, 2)) : null
  return country === null
    ? []
    : [
        [
          { code, names: [] },
          { code: country, names: [] },
        ],
      ]
}
