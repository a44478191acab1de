/** The levels of detail of the interface, section 2.4, coarsest first. */
export const DETAILS = ['low', 'medium', 'high', 'full'] as const

export type Detail = (typeof DETAILS)[number]

/** Decimals of the coordinates that a detail needs: a tenth of the distance between its points, and never more than the source has. */
export const DEFAULT_PRECISION: Readonly<Record<Detail, number>> = { low: 4, medium: 5, high: 6, full: 7 }
