/**
 * An index of many areas that overlap and adjoin each other, such as all boundaries of a region; it finds the areas that
 * contain a point. It is a quadtree over the edges of all areas, divided only where points fall. Each cell has the edges in
 * it, and the areas that contain its lower left corner. Most points fall into a cell without edges, whose answer is ready;
 * in any other, a path leads from the corner to the point, and each edge that it crosses changes the side of the areas that
 * have it.
 *
 * An edge that several areas share is stored once (`area-edges.ts`): most borders of a country are also borders of its
 * states and counties. Large cells have most of their edges in runs: consecutive edges with a box around them. A run on one
 * side of the cell's dividing lines crosses neither, so it moves to its quarter as a whole (`node bench/enrich.ts`).
 *
 * Cell borders lie at half units, where no position can lie. Sides are exact: see `path-crossings.ts`.
 */

import type { Box } from './arrangement/cells.ts'
import { IntList } from './arrangement/int-list.ts'
import { grown } from './grown.ts'
import { crossesEastward, crossesNorthward, isOnEdge } from './path-crossings.ts'
import { AreaSets, EMPTY_SET } from './stacked/area-sets.ts'
import { RUN } from './stacked/edge-runs.ts'
import { mayTouch } from './stacked/edges-in-box.ts'
import { SideChanges } from './stacked/side-changes.ts'
import type { StackedEdges } from './stacked-edges.ts'

/** A cell: `~set` if it has no edges, twice its number if it is or will be divided, `2 × place + 1` for a leaf. */
type Cell = number

/** `2 × edge + isRun`: an edge, or the first edge of a run. */
type Entries = Int32Array

export class StackedAreas {
  // As in `StackedEdges`.
  readonly #segments: Int32Array
  readonly #owners: Int32Array
  readonly #runBoxes: Int32Array
  readonly #box: Box
  readonly #sets: AreaSets
  readonly #root: Cell
  /**
   * Entries of each undivided cell, by its number, which are distributed when a point falls into it; null once it is
   * divided.
   */
  readonly #undivided: ({ readonly entries: Entries; readonly corner: number } | null)[] = []
  #undividedEntries = 0
  /**
   * Quarters of each cell, by its number: south-west, south-east, north-west, north-east; `UNDIVIDED` until it is divided.
   */
  #quarters = new Int32Array(4 * 64)
  /** For each leaf the number of its edges, the set of the areas that contain its corner, and the edges. */
  #leaves = new Int32Array(1024)
  #leavesEnd = 0
  readonly #scratch = [new Quarter(), new Quarter(), new Quarter(), new Quarter()] as const
  readonly #eastward: SideChanges
  readonly #northward: SideChanges
  readonly #eastwardInMiddle: SideChanges

  constructor({ box, areaCount, segments, owners, runBoxes, corner, sets }: StackedEdges) {
    this.#segments = segments
    this.#owners = owners
    this.#box = box
    this.#runBoxes = runBoxes
    this.#sets = new AreaSets(sets)
    this.#eastward = new SideChanges(this.#sets, areaCount)
    this.#northward = new SideChanges(this.#sets, areaCount)
    this.#eastwardInMiddle = new SideChanges(this.#sets, areaCount)
    const root = this.#scratch[0]
    root.begin()
    let edge = 0
    for (; edge + RUN <= owners.length; edge += RUN) root.addRun(edge)
    for (; edge < owners.length; edge++) root.add(edge)
    this.#root = this.#addCell(root, corner, box.right - box.left)
  }

  /** Bytes of memory without the edges; grows as cells are divided. */
  get byteLength(): number {
    return 4 * (this.#undividedEntries + this.#leavesEnd) + BYTES_A_CELL * this.#undivided.length
  }

  /**
   * Returns the set of areas that contain the point (in units, inside the box) or have it on their border: a number for
   * `members`.
   */
  at(lonUnits: number, latUnits: number): number {
    let { left, bottom, right, top } = this.#box
    let cell = this.#root
    while (cell >= 0) {
      if ((cell & 1) === 1) return this.#nearEdges(cell >>> 1, left, bottom, lonUnits, latUnits)
      const number = cell >>> 1
      if (this.#quarters[4 * number] === UNDIVIDED) this.#divide(number, left, bottom, right, top)
      const middleLon = middle(left, right)
      const middleLat = middle(bottom, top)
      let quarter = 4 * number
      if (lonUnits < middleLon) right = middleLon
      else {
        left = middleLon
        quarter += 1
      }
      if (latUnits < middleLat) top = middleLat
      else {
        bottom = middleLat
        quarter += 2
      }
      cell = this.#quarters[quarter]
    }
    return ~cell
  }

  /** Returns the areas of a set, as their indexes in the input. */
  members(set: number): readonly number[] {
    return this.#sets.members(set)
  }

  #nearEdges(leaf: number, left: number, bottom: number, lon: number, lat: number): number {
    const segments = this.#segments
    const leaves = this.#leaves
    const end = leaf + 2 + leaves[leaf]
    let set = leaves[leaf + 1]
    let onBorder = EMPTY_SET
    for (let at = leaf + 2; at < end; at++) {
      const number = leaves[at]
      const edge = 4 * number
      // Most edges lie beyond the point and meet neither part of the path.
      if (segments[edge] > lon && segments[edge + 2] > lon) continue
      if (segments[edge + 1] > lat && segments[edge + 3] > lat) continue
      if (isOnEdge(segments, edge, lon, lat)) onBorder = this.#sets.union(onBorder, this.#owners[number])
      const crossings =
        crossesNorthward(segments, edge, left, bottom, lat) ^ crossesEastward(segments, edge, lat, left, lon)
      if (crossings === 1) set = this.#sets.difference(set, this.#owners[number])
    }
    return onBorder === EMPTY_SET ? set : this.#sets.union(set, onBorder)
  }

  /** Makes all quarters in one pass over the edges: the sides of their corners depend on the same three crossings. */
  #divide(cell: number, left: number, bottom: number, right: number, top: number): void {
    const { entries, corner } = this.#undivided[cell]!
    const segments = this.#segments
    const owners = this.#owners
    const middleLon = middle(left, right)
    const middleLat = middle(bottom, top)
    const [southWest, southEast, northWest, northEast] = this.#scratch
    for (const quarter of this.#scratch) quarter.begin()
    for (const entry of entries) {
      const first = entry >>> 1
      const isRun = (entry & 1) === 1
      const whole = isRun ? this.#quarterOfRun(first, left, bottom, middleLon, middleLat) : null
      if (whole !== null) {
        whole.addRun(first)
        continue
      }
      const end = isRun ? first + RUN : first + 1
      for (let number = first; number < end; number++) {
        const edge = 4 * number
        const ax = segments[edge]
        const ay = segments[edge + 1]
        const bx = segments[edge + 2]
        const by = segments[edge + 3]
        if (ay > bottom !== by > bottom && crossesEastward(segments, edge, bottom, left, middleLon) === 1)
          this.#eastward.add(owners[number])
        if (ax > left !== bx > left && crossesNorthward(segments, edge, left, bottom, middleLat) === 1)
          this.#northward.add(owners[number])
        const isEast = ax > middleLon
        const isNorth = ay > middleLat
        if (isEast === bx > middleLon && isNorth === by > middleLat) {
          const quarter = isNorth ? (isEast ? northEast : northWest) : isEast ? southEast : southWest
          quarter.add(number)
          continue
        }
        if (crossesEastward(segments, edge, middleLat, left, middleLon) === 1)
          this.#eastwardInMiddle.add(owners[number])
        if (mayTouch(segments, edge, left, bottom, middleLon, middleLat)) southWest.add(number)
        if (mayTouch(segments, edge, middleLon, bottom, right, middleLat)) southEast.add(number)
        if (mayTouch(segments, edge, left, middleLat, middleLon, top)) northWest.add(number)
        if (mayTouch(segments, edge, middleLon, middleLat, right, top)) northEast.add(number)
      }
    }
    this.#undivided[cell] = null
    this.#undividedEntries -= entries.length
    const southEastCorner = this.#eastward.appliedTo(corner)
    const northWestCorner = this.#northward.appliedTo(corner)
    const northEastCorner = this.#eastwardInMiddle.appliedTo(northWestCorner)
    const width = middleLon - left
    this.#addQuarter(cell, 0, southWest, corner, width)
    this.#addQuarter(cell, 1, southEast, southEastCorner, width)
    this.#addQuarter(cell, 2, northWest, northWestCorner, width)
    this.#addQuarter(cell, 3, northEast, northEastCorner, width)
  }

  #addQuarter(cell: number, place: number, quarter: Quarter, corner: number, width: number): void {
    // `#addCell` may replace the array, so call it before the assignment.
    const added = this.#addCell(quarter, corner, width)
    this.#quarters[4 * cell + place] = added
  }

  /** Returns the quarter whose sides the run certainly does not cross; null if it may cross some. */
  #quarterOfRun(
    first: number,
    left: number,
    bottom: number,
    middleLon: number,
    middleLat: number,
  ): Quarter | null {
    const boxes = this.#runBoxes
    const box = (4 * first) / RUN
    const west = boxes[box]
    const south = boxes[box + 1]
    const isEast = west > middleLon
    const isNorth = south > middleLat
    if (west < left || south < bottom) return null
    if (isEast !== boxes[box + 2] > middleLon || isNorth !== boxes[box + 3] > middleLat) return null
    return this.#scratch[(isNorth ? 2 : 0) + (isEast ? 1 : 0)]
  }

  #addCell(quarter: Quarter, corner: number, width: number): Cell {
    const { entries, edges } = quarter
    if (edges === 0) return ~corner
    if (edges <= CROWD || width <= MIN_SIZE) return this.#addLeaf(quarter, corner)
    const cell = this.#undivided.push({ entries: entries.slice(), corner }) - 1
    this.#undividedEntries += entries.length
    if (4 * cell === this.#quarters.length) this.#quarters = grown(this.#quarters, 2 * this.#quarters.length)
    this.#quarters[4 * cell] = UNDIVIDED
    return 2 * cell
  }

  #addLeaf({ entries, edges }: Quarter, corner: number): Cell {
    const leaf = this.#leavesEnd
    this.#leavesEnd += 2 + edges
    if (this.#leavesEnd > this.#leaves.length) this.#leaves = grown(this.#leaves, 2 * this.#leavesEnd)
    this.#leaves[leaf] = edges
    this.#leaves[leaf + 1] = corner
    let at = leaf + 2
    for (const entry of entries) {
      const end = (entry & 1) === 0 ? 1 : RUN
      for (let edge = 0; edge < end; edge++) this.#leaves[at++] = (entry >>> 1) + edge
    }
    return 2 * leaf + 1
  }
}

/** A quarter of a cell while the cell is being divided. */
class Quarter {
  /** Edges of all entries. */
  edges = 0
  readonly #entries = new IntList()

  get entries(): Entries {
    return this.#entries.view()
  }

  begin(): void {
    this.edges = 0
    this.#entries.length = 0
  }

  add(edge: number): void {
    this.#entries.push(2 * edge)
    this.edges++
  }

  addRun(first: number): void {
    this.#entries.push(2 * first + 1)
    this.edges += RUN
  }
}

/** A cell with more edges is divided, unless it is as small as `MIN_SIZE` units. */
const CROWD = 16
const MIN_SIZE = 4
/** Larger than the number of any cell or leaf. */
const UNDIVIDED = 2 ** 31 - 1
/** Approximate size of its quarters and of the objects of its entries. */
const BYTES_A_CELL = 150

/** Returns the middle at a half unit. */
const middle = (from: number, to: number): number => Math.floor((from + to) / 2) + 0.5
