/** Normalized kinds of the interface, section 2.2, from the largest to the smallest; postcode areas are last. */
export const KINDS = [
  'country',
  'state',
  'region',
  'province',
  'county',
  'district',
  'municipality',
  'city',
  'borough',
  'ward',
  'neighbourhood',
  'postal_code',
] as const

export type Kind = (typeof KINDS)[number]

/** OpenStreetMap's level of countries: https://wiki.openstreetmap.org/wiki/Key:admin_level */
export const COUNTRY_LEVEL = 2
