/** A made-up country of the atlas, before it is written. */
import type { Place } from '../../scripts/atlas/place.ts'
import { EMPTY_RINGS } from '../../src/domain/geometry/rings.ts'

export const atlasCountry = (fields: Partial<Place>): Place => ({
  layer: 'countries',
  datasets: ['openstreetmap'],
  name: 'Land',
  names: {},
  otherNames: [],
  country: 'XX',
  iso: 'XX',
  isoAliases: [],
  relation: 1,
  wikidata: null,
  fips: null,
  population: null,
  adminLevel: 2,
  tags: {},
  parent: null,
  geometry: EMPTY_RINGS,
  ...fields,
})
