/** The polygons of an expected plan, for GEOS to combine. */
import type { LandMask } from '../../src/domain/area/ports.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { areaOf, type Composition, overlayAreas } from '../../test/support/geos.ts'
import { landNear } from '../../test/support/land.ts'
import type { ExpectedPlan } from './cases.ts'

/** An expectation lists parts without their nesting: a part inside an excluded one comes back in. */
export const expectedLand = async (
  plan: ExpectedPlan,
  polygonOf: (id: string) => Promise<Rings>,
  mask: LandMask,
): Promise<Composition> => {
  const polygons = (ids: readonly string[]) => Promise.all(ids.map(polygonOf))
  const [named, exclude] = [await polygons(plan.include), await polygons(plan.exclude)]
  const isBack = (rings: Rings): boolean =>
    exclude.some((outer) => overlayAreas(rings, outer).intersection > MOSTLY * areaOf(rings))
  return {
    include: named.filter((rings) => !isBack(rings)),
    exclude,
    back: named.filter(isBack),
    land: await landNear(mask, named),
  }
}

/** Borders of different sources rarely match. */
const MOSTLY = 0.9
