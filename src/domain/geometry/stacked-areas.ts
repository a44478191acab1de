/**
 * An index of many areas that lie on each other and side by side, such as all boundaries of a region: which of them contain a point. It
 * is a quadtree over the edges of all areas, divided only where points fall. Each cell knows the areas that contain all of it, the edges
 * in it, and for their areas whether its lower left corner is inside. Most points fall into a cell without edges, whose answer is ready.
 *
 * Cell borders lie at half units, where no position can lie. Sides are exact: see `path-crossings.ts`.
 */
import type { Box } from './arrangement/cells.ts'
import { crossesEastward, crossesNorthward, isOnEdge } from './path-crossings.ts'
import { type Rings, ringCount, ringStart } from './rings.ts'

export class StackedAreas {
  /** `[lon, lat, lon, lat]` of each edge that may touch the box. */
  readonly #segments: Int32Array
  /** The area of each edge, ascending. */
  readonly #owners: Int32Array
  readonly #box: Box
  readonly #sets = new AreaSets()
  readonly #cells: Cell[] = []
  /** For each cell its quarters, south-west, south-east, north-west, north-east: a cell, `~set` for one without edges, or UNKNOWN. */
  #quarters = new Int32Array(4 * 64)
  #bytes: number

  /** `box`: where the points lie, its borders at half units. */
  constructor(areas: readonly Rings[], box: Box) {
    const { segments, owners, corners } = edgesIn(areas, box)
    this.#segments = segments
    this.#owners = owners
    this.#box = box
    this.#bytes = segments.byteLength + owners.byteLength
    const touching = new Set(owners)
    let within = EMPTY_SET
    for (let area = 0; area < areas.length; area++)
      if (corners[area] === 1 && !touching.has(area)) within = this.#sets.plus(within, area)
    const edges = Int32Array.from(owners, (_, edge) => edge)
    this.#addCell(box, edges, (area) => corners[area], within)
  }

  /** Bytes of memory; grows while cells are divided. */
  get byteLength(): number {
    return this.#bytes
  }

  /** The areas that contain the point of the box, in units, or have it on their border: a number for `members`. */
  at(lonUnits: number, latUnits: number): number {
    let { left, bottom, right, top } = this.#box
    let cell = 0
    while (this.#quarters[4 * cell] !== UNDIVIDED) {
      const middleLon = middle(left, right)
      const middleLat = middle(bottom, top)
      let quarter = 0
      if (lonUnits < middleLon) right = middleLon
      else {
        left = middleLon
        quarter = 1
      }
      if (latUnits < middleLat) top = middleLat
      else {
        bottom = middleLat
        quarter += 2
      }
      const known = this.#quarters[4 * cell + quarter]
      const next = known === UNKNOWN ? this.#divide(cell, quarter, { left, bottom, right, top }) : known
      if (next < 0) return ~next
      cell = next
    }
    return this.#nearEdges(this.#cells[cell], lonUnits, latUnits)
  }

  /** The areas of a set, as their places in the list that was given. Two numbers may stand for one set. */
  members(set: number): readonly number[] {
    return this.#sets.members(set)
  }

  #nearEdges({ edges, areas, ends, corners, within, box }: Cell, lon: number, lat: number): number {
    const segments = this.#segments
    let set = within
    let at = 0
    for (let i = 0; i < areas.length; i++) {
      let isInside = corners[i]
      for (; at < ends[i]; at++) {
        const edge = 4 * edges[at]
        // Most edges lie beyond the point and meet neither part of the path.
        if (segments[edge] > lon && segments[edge + 2] > lon) continue
        if (segments[edge + 1] > lat && segments[edge + 3] > lat) continue
        if (isOnEdge(segments, edge, lon, lat)) {
          isInside = 1
          at = ends[i]
          break
        }
        isInside ^=
          crossesNorthward(segments, edge, box.left, box.bottom, lat) ^
          crossesEastward(segments, edge, lat, box.left, lon)
      }
      if (isInside === 1) set = this.#sets.plus(set, areas[i])
    }
    return set
  }

  /** The quarter of a cell, as `#quarters` has it. */
  #divide(cell: number, quarter: number, inner: Box): number {
    const { box, edges, areas, ends, corners, within: around } = this.#cells[cell]
    const { left, bottom } = inner
    const kept = new Int32Array(edges.length)
    const innerCorners = new Map<number, number>()
    let count = 0
    let within = around
    for (let i = 0, at = 0; i < areas.length; i++) {
      let corner = corners[i]
      const before = count
      for (; at < ends[i]; at++) {
        const edge = 4 * edges[at]
        corner ^=
          crossesNorthward(this.#segments, edge, box.left, box.bottom, bottom) ^
          crossesEastward(this.#segments, edge, bottom, box.left, left)
        if (mayTouch(this.#segments, edge, inner)) kept[count++] = edges[at]
      }
      if (count > before) innerCorners.set(areas[i], corner)
      else if (corner === 1) within = this.#sets.plus(within, areas[i])
    }
    const found =
      count === 0
        ? ~within
        : this.#addCell(inner, kept.slice(0, count), (area) => innerCorners.get(area) ?? 0, within)
    this.#quarters[4 * cell + quarter] = found
    return found
  }

  /** `edges` are in the order of their areas. */
  #addCell(box: Box, edges: Int32Array, cornerOf: (area: number) => number, within: number): number {
    const areas: number[] = []
    const ends: number[] = []
    for (let at = 0; at < edges.length; at++) {
      const area = this.#owners[edges[at]]
      if (areas.at(-1) !== area) {
        areas.push(area)
        ends.push(at)
      }
      ends[ends.length - 1] = at + 1
    }
    this.#bytes += edges.byteLength + BYTES_A_CELL + 9 * areas.length
    const cell = this.#cells.push({
      box,
      edges,
      areas: Int32Array.from(areas),
      ends: Int32Array.from(ends),
      corners: Uint8Array.from(areas, cornerOf),
      within,
    })
    if (4 * cell > this.#quarters.length) this.#quarters = copied(this.#quarters, 2 * this.#quarters.length)
    const isDivided = edges.length > CROWD && box.right - box.left > MIN_SIZE
    this.#quarters.fill(isDivided ? UNKNOWN : UNDIVIDED, 4 * (cell - 1), 4 * cell)
    return cell - 1
  }
}

interface Cell {
  readonly box: Box
  /** Places in the list of edges. */
  readonly edges: Int32Array
  /** The areas of the edges, where the edges of each end, and 1 for each that the lower left corner is inside of. */
  readonly areas: Int32Array
  readonly ends: Int32Array
  readonly corners: Uint8Array
  /** The set of the other areas that contain the cell. */
  readonly within: number
}

/** The first cell is nobody's quarter. */
const UNKNOWN = 0
const UNDIVIDED = 2 ** 31 - 1

/** A cell with more edges is divided, unless it is as small as `MIN_SIZE` units. */
const CROWD = 16
const MIN_SIZE = 4
/** The objects and headers of a cell, about. */
const BYTES_A_CELL = 600
/** West of every position. */
const WEST_OF_ALL = -2_000_000_000

/** At a half unit. */
const middle = (from: number, to: number): number => Math.floor((from + to) / 2) + 0.5

/** The edges of the areas that may touch the box, in the order of the areas, and 1 for each area that has its lower left corner inside. */
const edgesIn = (areas: readonly Rings[], box: Box) => {
  const total = areas.reduce((sum, { coords }) => sum + coords.length / 2, 0)
  const corners = new Uint8Array(areas.length)
  let owners = new Int32Array(Math.min(total, 1024))
  let segments = new Int32Array(4 * owners.length)
  let count = 0
  for (const [area, rings] of areas.entries()) {
    const { coords, ringEnds } = rings
    for (let ring = 0; ring < ringCount(rings); ring++) {
      let previous = 2 * (ringEnds[ring] - 1)
      for (let position = 2 * ringStart(rings, ring); position < 2 * ringEnds[ring]; position += 2) {
        if (count === owners.length) {
          owners = copied(owners, 2 * count)
          segments = copied(segments, 8 * count)
        }
        // The next edge overwrites it, unless it is kept.
        const edge = 4 * count
        segments[edge] = coords[previous]
        segments[edge + 1] = coords[previous + 1]
        segments[edge + 2] = coords[position]
        segments[edge + 3] = coords[position + 1]
        previous = position
        corners[area] ^= crossesEastward(segments, edge, box.bottom, WEST_OF_ALL, box.left)
        if (mayTouch(segments, edge, box)) owners[count++] = area
      }
    }
  }
  return { segments: segments.slice(0, 4 * count), owners: owners.slice(0, count), corners }
}

const copied = (numbers: Int32Array, length: number): Int32Array<ArrayBuffer> => {
  const longer = new Int32Array(length)
  longer.set(numbers)
  return longer
}

/** False only for an edge that is certainly outside the box. */
const mayTouch = (segments: Int32Array, edge: number, { left, bottom, right, top }: Box): boolean => {
  const ax = segments[edge]
  const ay = segments[edge + 1]
  const bx = segments[edge + 2]
  const by = segments[edge + 3]
  if ((ax < left && bx < left) || (ax > right && bx > right)) return false
  if ((ay < bottom && by < bottom) || (ay > top && by > top)) return false
  const dx = bx - ax
  const dy = by - ay
  // The corners that lie furthest to each side of the line.
  const far = dx * ((dx > 0 ? top : bottom) - ay) - dy * ((dy > 0 ? left : right) - ax)
  const near = dx * ((dx > 0 ? bottom : top) - ay) - dy * ((dy > 0 ? right : left) - ax)
  return far >= -ROUNDING && near <= ROUNDING
}

/** More than the error of products of two differences of positions, which are below 2^64. */
const ROUNDING = 2 ** 14

const EMPTY_SET = 0

/** Sets of small numbers, each a number: the set that it extends, and what it adds. */
class AreaSets {
  readonly #lists: (readonly number[])[] = [[]]
  readonly #larger = new Map<number, number>()

  plus(set: number, area: number): number {
    const key = set * MAX_AREAS + area
    const known = this.#larger.get(key)
    if (known !== undefined) return known
    this.#lists.push([...this.#lists[set], area])
    this.#larger.set(key, this.#lists.length - 1)
    return this.#lists.length - 1
  }

  members(set: number): readonly number[] {
    return this.#lists[set]
  }
}

/** With 2^31 sets, keys stay exact integers. */
const MAX_AREAS = 2 ** 22
