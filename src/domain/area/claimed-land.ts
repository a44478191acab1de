/** "Russia without Crimea": disputed land belongs to one country in the hierarchy but also lies in the polygons of others. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import type { PlanningCatalog } from './ports.ts'

/** Whether the boundary's own point lies in one of the outer polygons, regardless of the hierarchy. */
export const isClaimedBy = async (
  { id, centroid }: BoundaryRecord,
  outer: readonly BoundaryRecord[],
  catalog: Pick<PlanningCatalog, 'reverse'>,
): Promise<boolean> => {
  const containing = new Set((await catalog.reverse(centroid)).map((each) => each.id))
  return containing.has(id) && outer.some((each) => containing.has(each.id))
}
