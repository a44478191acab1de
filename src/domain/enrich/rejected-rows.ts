/** Rows of a file of points that `enrich` rejects. */

export interface RejectedRow {
  /** `Line 3`, or `Feature 2` or `Row 2` in a file without lines. */
  readonly place: string
  /** A sentence that says why the row is rejected. */
  readonly reason: string
}

/** Maximum number of rejected rows to list; the file of rejected rows has all of them. */
export const MAX_LISTED_ROWS = 10
