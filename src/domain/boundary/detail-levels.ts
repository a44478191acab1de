/** Levels of detail of the interface, section 2.4, coarsest first. */
export const DETAILS = ['low', 'medium', 'high', 'full'] as const

export type Detail = (typeof DETAILS)[number]

/**
 * Decimals of coordinates by detail: fine enough for a tenth of the distance between vertices, at most those of the source.
 */
export const DEFAULT_PRECISION: Readonly<Record<Detail, number>> = { low: 4, medium: 5, high: 6, full: 7 }

/** Vertices of the whole geometry, including closing positions. */
const VERTICES: Readonly<Record<Detail, number>> = {
  low: 1_000,
  medium: 5_000,
  high: 25_000,
  full: Number.POSITIVE_INFINITY,
}

/** Returns the maximum number of vertices at a detail. */
export const maxVertices = (detail: Detail): number => VERTICES[detail]
