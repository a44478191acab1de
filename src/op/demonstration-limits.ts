/** What visitors of the map page may call without an account. The budget that they share is a setting, `METES_DEMO`. */

/** Descriptions that a visitor may have drawn in an hour. */
export const DRAWN_DESCRIPTIONS_PER_HOUR = 3
/** The same description may be drawn again, within the hour: one for each format of a file, and some that are tried again. */
export const MAX_REPEATS = 30
/** Points of a test against one boundary. */
export const MAX_DEMONSTRATED_POINTS = 100
/** Boundaries to merge and to cut out. */
export const MAX_DEMONSTRATED_IDS = 6
