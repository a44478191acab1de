/** Locates the points that have a valid position. */
import type { Locator } from '../locator.ts'
import type { Points } from '../points-reader.ts'

/** Returns the number of each point's answer; -1 if the point has a fault. */
export const locateValid = async (many: Locator, { lons, lats, faults }: Points): Promise<Int32Array> => {
  if (faults.size === 0) return many.locate(lons, lats)
  const valid = (degrees: Float64Array): Float64Array =>
    degrees.map((value, row) => (faults.has(row) ? 0 : value))
  const answers = await many.locate(valid(lons), valid(lats))
  for (const row of faults.keys()) answers[row] = -1
  return answers
}
