/**
 * Clips a valid area to a box without an arrangement of all its edges: the stretches of its border in the box are joined along the sides,
 * from where one leaves to where the next one enters, with the inside on the left (Weiler and Atherton, Hidden Surface Removal Using
 * Polygon Area Sorting, 1977).
 */
import { borderInBox, type Stretch, WHOLE } from './border-in-box.ts'
import { INSIDE, locate, locateInRing, OUTSIDE } from './contains.ts'
import { turn } from './orientation.ts'
import { ringPart, ringsFromParts } from './parts.ts'
import { EMPTY_RINGS, type Rings } from './rings.ts'
import type { TileBox } from './tiles.ts'

/**
 * Valid, on the grid of `unit`, which the sides of the box must be on. Null in the few cases where rounding the crossings makes edges
 * touch: an arrangement has to find out what is inside then.
 */
export const clipToBox = (rings: Rings, box: TileBox, unit: number): Rings | null => {
  const stretches: Stretch[] = []
  /** Polygons whose exterior is inside, with their holes, which are inside as well. */
  const polygons: Int32Array[][] = []
  const holes: Int32Array[] = []
  let ring = 0
  for (const end of rings.polygonEnds) {
    const whole: Int32Array[] = []
    const exterior = ring
    let isExteriorWhole = false
    for (; ring < end; ring++) {
      const found = borderInBox(rings, ring, box, unit)
      if (found === null) return null
      if (found === WHOLE) whole.push(ringPart(rings, ring))
      else stretches.push(...found)
      if (ring === exterior) isExteriorWhole = found === WHOLE
    }
    if (isExteriorWhole) polygons.push(whole)
    else holes.push(...whole)
  }
  const joined = stretches.length > 0 ? join(stretches, box) : around(rings, box)
  const inside = [...holes, ...polygons.flat()]
  if (joined === null || someEndTouches(stretches, inside, box)) return null
  const cut = joined.map((exterior) => [exterior])
  for (const hole of holes) {
    const owner = cut.length === 1 ? cut[0] : cut.find(([exterior]) => isWithin(hole, exterior))
    if (owner === undefined) return null
    owner.push(hole)
  }
  const all = [...cut, ...polygons]
  return all.length === 0 ? EMPTY_RINGS : ringsFromParts(all)
}

/** The box itself, if the area covers it apart from its holes. */
const around = (rings: Rings, [west, south, east, north]: TileBox): Int32Array[] | null => {
  const location = locate(rings, west, south)
  if (location === OUTSIDE) return []
  return location === INSIDE ? [Int32Array.of(west, south, east, south, east, north, west, north)] : null
}

/** Exteriors from stretches and parts of the sides. Null where two stretches end in the same place. */
const join = (stretches: readonly Stretch[], box: TileBox): Int32Array[] | null => {
  const [west, south, east, north] = box
  const round = 2 * (east - west + north - south)
  const ends = stretches.flatMap((each, stretch) => [
    { stretch, isEntry: true, along: alongSides(each[0], each[1], box) },
    { stretch, isEntry: false, along: alongSides(each.at(-2)!, each.at(-1)!, box) },
  ])
  ends.sort((a, b) => a.along - b.along)
  const next = new Map<number, { readonly stretch: number; readonly from: number; readonly to: number }>()
  for (const [i, { stretch, isEntry, along }] of ends.entries()) {
    const following = ends[(i + 1) % ends.length]
    if (following.along === along || following.isEntry === isEntry) return null
    if (isEntry) continue
    const to = following.along < along ? following.along + round : following.along
    next.set(stretch, { stretch: following.stretch, from: along, to })
  }
  const corners = [east, south, east, north, west, north, west, south]
  const cornersAlong = [east - west, east - west + north - south, 2 * (east - west) + north - south, round]
  const joined: Int32Array[] = []
  const left = new Set(stretches.keys())
  for (const first of left) {
    const ring: number[] = []
    let stretch = first
    do {
      left.delete(stretch)
      for (const value of stretches[stretch]) ring.push(value)
      const { from, to, stretch: following } = next.get(stretch)!
      for (let corner = 0; corner < 8; corner++) {
        const along = cornersAlong[corner % 4] + (corner < 4 ? 0 : round)
        if (along > from && along < to) ring.push(corners[2 * (corner % 4)], corners[2 * (corner % 4) + 1])
      }
      stretch = following
    } while (stretch !== first)
    if (ring.length < 6) return null
    joined.push(Int32Array.from(ring))
  }
  return joined
}

/** The way along the sides from the lower left corner, counter-clockwise. */
const alongSides = (x: number, y: number, [west, south, east, north]: TileBox): number => {
  if (y === south) return x - west
  if (x === east) return east - west + y - south
  if (y === north) return east - west + north - south + east - x
  return 2 * (east - west) + north - south + north - y
}

type Edge = readonly [ax: number, ay: number, bx: number, by: number]

/** Whether the end of a stretch, which was rounded, meets anything but the edge that it continues. */
const someEndTouches = (
  stretches: readonly Stretch[],
  whole: readonly Int32Array[],
  box: TileBox,
): boolean => {
  const ends = stretches.flatMap(endsOf)
  const inner = beneath(ends, box)
  const touches = (coords: ArrayLike<number>, from: number, to: number): boolean => {
    if (isIn(coords, from, inner) && isIn(coords, to, inner)) return false
    return ends.some((end) => meets(end, coords, from, to))
  }
  for (const stretch of stretches)
    for (let at = 0; at < stretch.length - 2; at += 2) if (touches(stretch, at, at + 2)) return true
  for (const ring of whole)
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2)
      if (touches(ring, before, at)) return true
  return false
}

/** From the inner position to the one on the side of the box. */
const endsOf = (stretch: Stretch): readonly Edge[] => {
  const [x, y, nextX, nextY] = stretch
  if (stretch.length === 4) return [[x, y, nextX, nextY]]
  const [beforeX, beforeY, lastX, lastY] = stretch.slice(-4)
  return [
    [nextX, nextY, x, y],
    [beforeX, beforeY, lastX, lastY],
  ]
}

/** The part of the box that no end reaches into: nearly all edges are there. Ends that pass the whole box leave nothing of it. */
const beneath = (ends: readonly Edge[], [west, south, east, north]: TileBox): TileBox => {
  const inner: [number, number, number, number] = [west, south, east, north]
  for (const [ax, ay, bx, by] of ends)
    if (bx === west) inner[0] = Math.max(inner[0], ax)
    else if (bx === east) inner[2] = Math.min(inner[2], ax)
    else if (by === south) inner[1] = Math.max(inner[1], ay)
    else inner[3] = Math.min(inner[3], ay)
  return inner
}

const isIn = (coords: ArrayLike<number>, at: number, [west, south, east, north]: TileBox): boolean =>
  coords[at] > west && coords[at] < east && coords[at + 1] > south && coords[at + 1] < north

/** Whether an end meets another edge elsewhere than at its inner position. It does not meet itself. */
const meets = ([ax, ay, bx, by]: Edge, coords: ArrayLike<number>, c: number, d: number): boolean => {
  const cx = coords[c]
  const dx = coords[d]
  if (Math.max(cx, dx) < Math.min(ax, bx) || Math.min(cx, dx) > Math.max(ax, bx)) return false
  const cy = coords[c + 1]
  const dy = coords[d + 1]
  if (Math.max(cy, dy) < Math.min(ay, by) || Math.min(cy, dy) > Math.max(ay, by)) return false
  if (
    (cx === ax && cy === ay && dx === bx && dy === by) ||
    (dx === ax && dy === ay && cx === bx && cy === by)
  )
    return false
  const [sideC, sideD] = [turn(ax, ay, bx, by, cx, cy), turn(ax, ay, bx, by, dx, dy)]
  if (cx === ax && cy === ay) return sideD === 0 && (dx - ax) * (bx - ax) + (dy - ay) * (by - ay) > 0
  if (dx === ax && dy === ay) return sideC === 0 && (cx - ax) * (bx - ax) + (cy - ay) * (by - ay) > 0
  if ((sideC > 0 && sideD > 0) || (sideC < 0 && sideD < 0)) return false
  const [sideA, sideB] = [turn(cx, cy, dx, dy, ax, ay), turn(cx, cy, dx, dy, bx, by)]
  return !((sideA > 0 && sideB > 0) || (sideA < 0 && sideB < 0))
}

const isWithin = (hole: Int32Array, exterior: Int32Array): boolean => {
  for (let at = 0; at < hole.length; at += 2) {
    const location = locateInRing(exterior, 0, exterior.length, hole[at], hole[at + 1])
    if (location !== OUTSIDE && location !== INSIDE) continue
    return location === INSIDE
  }
  return false
}
