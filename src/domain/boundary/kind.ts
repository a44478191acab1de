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
