/**
 * Clips a valid area to a box where rounded crossings make edges touch: an arrangement of the edges then decides what is
 * inside. Polygons that no cut edge reaches are left out of the arrangement, because it would not change them.
 */
import { areasOfFaces, arrangementOf, facesOf } from '../arrange.ts'
import { node } from '../arrangement/noding.ts'
import { joinStrands, type Strands, strandStart, strandsOfRings } from '../arrangement/strands.ts'
import { cutToBox } from '../cut-to-box.ts'
import { ringsOfPolygons } from '../parts.ts'
import type { PathBuffer } from '../path-buffer.ts'
import { positive } from '../repair.ts'
import { polygonStart, type Rings, ringStart } from '../rings.ts'
import type { TileBox } from '../tiles.ts'

/**
 * Adds the rings, on the grid of `unit`, each exterior before its holes. No position of the area may lie on an edge between its ends.
 *
 * @param polygonBoxes `[west, south, east, north, …]` of all polygons
 */
export const arrangeInBox = (
  into: PathBuffer,
  rings: Rings,
  polygonBoxes: Int32Array,
  firstPolygon: number,
  endPolygon: number,
  box: TileBox,
  unit: number,
): void => {
  const strandsOf = (polygon: number): Strands =>
    strandsOfRings([[cutToBox(ringsOfPolygons(rings, polygon, polygon + 1), box)]], unit)
  const near: number[] = []
  for (let polygon = firstPolygon; polygon < endPolygon; polygon++)
    if (meets(polygonBoxes, polygon, box)) near.push(polygon)
  const cut = new Map<number, Strands>()
  for (const polygon of near) if (!isBeneath(polygonBoxes, polygon, box)) cut.set(polygon, strandsOf(polygon))
  const inner = unreached(cut.values(), box)
  const isApart = (polygon: number): boolean => isBeneath(polygonBoxes, polygon, inner)
  const strandsAt = (polygon: number): Strands => cut.get(polygon) ?? strandsOf(polygon)
  if (!addArranged(into, rings, near, isApart, strandsAt, box, unit))
    addArranged(into, rings, near, () => false, strandsAt, box, unit)
}

const meets = (boxes: Int32Array, i: number, [west, south, east, north]: TileBox): boolean =>
  boxes[4 * i] <= east && boxes[4 * i + 2] >= west && boxes[4 * i + 1] <= north && boxes[4 * i + 3] >= south

/** True for a polygon inside the box that touches no side. */
const isBeneath = (boxes: Int32Array, i: number, [west, south, east, north]: TileBox): boolean =>
  boxes[4 * i] > west && boxes[4 * i + 2] < east && boxes[4 * i + 1] > south && boxes[4 * i + 3] < north

/** Returns the part of the box that no edge with an end on a side reaches into. */
const unreached = (cut: Iterable<Strands>, box: TileBox): TileBox => {
  const inner: [number, number, number, number] = [...box]
  const [west, south, east, north] = box
  const reach = (x: number, y: number, toX: number, toY: number): void => {
    if (toX === west) inner[0] = Math.max(inner[0], x)
    else if (toX === east) inner[2] = Math.min(inner[2], x)
    else if (toY === south) inner[1] = Math.max(inner[1], y)
    else if (toY === north) inner[3] = Math.min(inner[3], y)
  }
  for (const strands of cut)
    for (let strand = 0; strand < strands.ends.length; strand++) {
      const { coords } = strands
      for (let at = 2 * strandStart(strands, strand); at < 2 * strands.ends[strand] - 2; at += 2) {
        const [x, y, toX, toY] = [coords[at], coords[at + 1], coords[at + 2], coords[at + 3]]
        if ((x === toX && (x === west || x === east)) || (y === toY && (y === south || y === north))) continue
        reach(x, y, toX, toY)
        reach(toX, toY, x, y)
      }
    }
  return inner
}

/** Returns false if rounding has bent edges away from the sides: they may have come near any polygon. */
const addArranged = (
  into: PathBuffer,
  rings: Rings,
  near: readonly number[],
  isApart: (polygon: number) => boolean,
  strandsOf: (polygon: number) => Strands,
  box: TileBox,
  unit: number,
): boolean => {
  /** Number of strands before each polygon that is apart. */
  const places: (readonly [polygon: number, strandsBefore: number])[] = []
  const parts: Strands[] = []
  let count = 0
  for (const polygon of near)
    if (isApart(polygon)) places.push([polygon, count])
    else {
      const part = strandsOf(polygon)
      parts.push(part)
      count += part.ends.length
    }
  const strands = joinStrands(parts)
  const noded = node(strands, unit)
  if (places.length > 0 && positionsBeneath(noded, box) !== positionsBeneath(strands, box)) return false
  const arrangement = arrangementOf(noded)
  const faces = facesOf(arrangement, positive)
  const { graph } = arrangement
  const arranged = areasOfFaces(graph, faces)
  let face = 0
  for (const [polygon, strandsBefore] of places) {
    const end = strandsBefore === 0 ? 0 : noded.ends[strandsBefore - 1]
    for (; face < faces.length && graph.from[faces[face][0][0] >> 1] < end; face++)
      addPolygon(into, arranged, face)
    addPolygon(into, rings, polygon)
  }
  for (; face < faces.length; face++) addPolygon(into, arranged, face)
  return true
}

const positionsBeneath = ({ coords }: Strands, [west, south, east, north]: TileBox): number => {
  let count = 0
  for (let at = 0; at < coords.length; at += 2) {
    const [x, y] = [coords[at], coords[at + 1]]
    if (x > west && x < east && y > south && y < north) count++
  }
  return count
}

const addPolygon = (into: PathBuffer, rings: Rings, polygon: number): void => {
  for (let ring = polygonStart(rings, polygon); ring < rings.polygonEnds[polygon]; ring++)
    into.add(rings.coords, 2 * ringStart(rings, ring), 2 * rings.ringEnds[ring])
}
