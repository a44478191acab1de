/**
 * Tells whether edges cross a path that leads from one point north and then east to another. If it is known on which side of
 * an area the path starts, the crossings tell on which side it ends.
 *
 * To be exact, paths must not turn on an edge. Their points are treated as a hair further east, and a much smaller hair
 * further north, than they are (simulation of simplicity, Edelsbrunner and Mücke 1990). An edge is four numbers in `coords`,
 * from element `edge` on.
 */
import { sideOfEdge } from './contains.ts'

export const isOnEdge = (coords: Int32Array, edge: number, lon: number, lat: number): boolean => {
  const ax = coords[edge]
  const bx = coords[edge + 2]
  if ((ax < lon && bx < lon) || (ax > lon && bx > lon)) return false
  const ay = coords[edge + 1]
  const by = coords[edge + 3]
  if ((ay < lat && by < lat) || (ay > lat && by > lat)) return false
  return sideOfEdge(ax, ay, bx, by, lon, lat) === 0
}

/** Returns 1 if the edge crosses the way from (left, lat) to (right, lat), else 0. */
export const crossesEastward = (
  coords: Int32Array,
  edge: number,
  lat: number,
  left: number,
  right: number,
): number => {
  if (coords[edge + 1] > lat === coords[edge + 3] > lat) return 0
  return isLeft(coords, edge, left, lat) === isLeft(coords, edge, right, lat) ? 0 : 1
}

/** Returns 1 if the edge crosses the way from (lon, bottom) to (lon, top), else 0. */
export const crossesNorthward = (
  coords: Int32Array,
  edge: number,
  lon: number,
  bottom: number,
  top: number,
): number => {
  if (coords[edge] > lon === coords[edge + 2] > lon) return 0
  return isLeft(coords, edge, lon, bottom) === isLeft(coords, edge, lon, top) ? 0 : 1
}

/** True if the point, a hair further east and a smaller one further north, is left of the edge. */
const isLeft = (coords: Int32Array, edge: number, lon: number, lat: number): boolean => {
  const ax = coords[edge]
  const ay = coords[edge + 1]
  const bx = coords[edge + 2]
  const by = coords[edge + 3]
  const side = sideOfEdge(ax, ay, bx, by, lon, lat)
  if (side !== 0) return side > 0
  return by === ay ? bx > ax : by < ay
}
