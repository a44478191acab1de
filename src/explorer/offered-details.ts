/** The details that a boundary is offered in: a higher one only if it has more points. */
import type { BoundaryFeature, Detail } from '../client/index.ts'
import { count } from './format-numbers.ts'
import { fullVertices } from './operation-calls.ts'
import { DETAILS } from './permalink.ts'

/** Points of a boundary at full detail; null if this is not known. */
export type FullVertices = number | null

export const verticesOfFull = async ({ id }: BoundaryFeature): Promise<FullVertices> => {
  try {
    return await fullVertices(id)
  } catch {
    // The page then offers every detail.
    return null
  }
}

/** @param low points that are shown to everybody */
export const offeredDetails = (low: number, full: FullVertices): readonly Detail[] => {
  if (full === null) return DETAILS
  const more = { low: 0, medium: low, high: MAX_VERTICES.medium, full: MAX_VERTICES.high }
  return DETAILS.filter((detail) => detail === 'low' || full > more[detail])
}

/** Returns the offered detail that has all that the wanted one has. */
export const offeredFor = (wanted: Detail, offered: readonly Detail[]): Detail =>
  offered.findLast((each) => DETAILS.indexOf(each) <= DETAILS.indexOf(wanted)) ?? 'low'

/** The points of a detail that is not loaded. */
export const vertexText = (detail: Detail, full: FullVertices): string => {
  if (full !== null && full <= MAX_VERTICES[detail]) return `all ${count(full)} points`
  return detail === 'full' ? 'all points of the source' : `about ${count(MAX_VERTICES[detail])} points`
}

const MAX_VERTICES: Readonly<Record<Detail, number>> = {
  low: 1_000,
  medium: 5_000,
  high: 25_000,
  full: Number.POSITIVE_INFINITY,
}
