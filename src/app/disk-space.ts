/** Checks the disk of the data directory for `metes doctor`. */

/** Temporary file and journal of an import; the extract of a large country needs this much. */
const MIN_FREE_BYTES = 2e9

/** @throws Error if an import may not fit */
export const diskSpaceText = (freeBytes: number): string => {
  const gigabytes = `${(freeBytes / 1e9).toFixed(1)} GB`
  if (freeBytes >= MIN_FREE_BYTES) return `${gigabytes} free`
  throw new Error(
    `Only ${gigabytes} are free on the disk of the data directory; an import may need ${MIN_FREE_BYTES / 1e9} GB.`,
  )
}
