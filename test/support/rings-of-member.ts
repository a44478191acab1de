/** All polygons of one member of a zoom, wherever they lie. */
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { ringsNear, type ZoomCoverage } from '../../src/domain/tiles/zoom-coverage.ts'

export const ringsOfMember = (coverage: ZoomCoverage, member: number): Rings =>
  ringsNear(coverage, member, EVERYWHERE)

const EVERYWHERE = [
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
] as const
