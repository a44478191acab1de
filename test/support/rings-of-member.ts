/** All polygons of one member of a zoom. */
import { ringsOfPolygons } from '../../src/domain/geometry/parts.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import type { ZoomCoverage } from '../../src/domain/tiles/zoom-coverage.ts'

export const ringsOfMember = ({ rings, memberEnds }: ZoomCoverage, member: number): Rings =>
  ringsOfPolygons(rings, member === 0 ? 0 : memberEnds[member - 1], memberEnds[member])
