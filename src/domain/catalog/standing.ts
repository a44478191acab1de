/** Who vouches for a boundary, and which boundaries may answer a question. */

/**
 * The surest first. `confirmed`: it is one of the atlas, replaces a known one, or an import has its whole country. `imported`: only
 * the operator's choice of a file vouches for it. `fetched`: anyone may have drawn it on the map and asked for it.
 */
export const STANDINGS = ['confirmed', 'imported', 'fetched'] as const
export type Standing = (typeof STANDINGS)[number]

/** True if the standing is not less sure than the other one. */
export const isAsSureAs = (standing: Standing, least: Standing): boolean =>
  STANDINGS.indexOf(standing) <= STANDINGS.indexOf(least)
