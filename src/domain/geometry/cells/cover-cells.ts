/**
 * The exact cover of a set of areas: disjoint intervals of Morton codes, each with the areas that meet it and the few edges that decide
 * which of them contain a point of it. The idea is that of S2's shape index (S2ShapeIndex), in integers: see `edge-and-cell.ts`.
 *
 * A cell is halved until a dozen different edges meet it; the last half is a single position, which needs none. O(n·d) for n edges, d the depth
 * at which they are a dozen a cell (some 20 halvings in real data), in memory of 24 bytes an edge, which `edges` and the way down take.
 */

import { BORDER, INSIDE, OUTSIDE } from '../contains.ts'
import { grown } from '../grown.ts'
import { isOnEdge } from '../path-crossings.ts'
import { EDGE_LENGTH } from './cell-edges.ts'
import { crossesWestward, isOpen, meetsCell } from './edge-and-cell.ts'
import { halfOf, type MortonCell, mortonCode, WORLD_CELL } from './morton.ts'

export const MAX_CELL_EDGES = 12

/** Areas of a cell with edges: each has a bit of a positive 64-bit integer. */
export const MAX_CELL_AREAS = 62

export interface AreaEdges {
  /** See `cell-edges.ts`. */
  readonly coords: Int32Array
  /** Area of each edge. */
  readonly owners: Int32Array
}

/** The positions of an interval of codes, and the areas that meet it, in ascending order. */
export interface CoverCell {
  readonly lo: bigint
  readonly hi: bigint
  readonly areas: readonly number[]
  /** Null if all these areas contain all positions. */
  readonly border: CellBorder | null
}

export interface CellBorder {
  /** Bit i: whether the place west of all edges is in `areas[i]`. */
  readonly parity: bigint
  /** The left end first if the edge is open, else the right end. */
  readonly coords: Int32Array
  /** Bit i of each edge: whether it is an edge of `areas[i]`. */
  readonly owners: readonly bigint[]
}

/** More areas overlap, with an edge among them, than a cell can list. */
export class TooManyAreas extends Error {
  override readonly name = 'TooManyAreas'

  constructor() {
    super(`More than ${MAX_CELL_AREAS} boundaries overlap in one place.`)
  }
}

/** Emits the cells in ascending order. @throws TooManyAreas */
export const coverCells = (edges: AreaEdges, emit: (cell: CoverCell) => void): void => {
  new Cover(edges, emit).build()
}

/** What is known of a cell before its edges are looked at. */
interface Node {
  readonly cell: MortonCell
  /** Its edges are those from `start` up to `end` of the list. */
  readonly start: number
  readonly end: number
  /** Areas with edges in the cell, and the parity of each. */
  readonly areas: readonly number[]
  readonly parities: readonly number[]
  /** Areas that contain the cell. */
  readonly full: readonly number[]
}

class Cover {
  readonly #coords: Int32Array
  readonly #owners: Int32Array
  readonly #emit: (cell: CoverCell) => void
  /** Edges of the cells on the way down, one cell after the other. */
  #list: Int32Array
  /** Of each area: the crossings that a half does not share with its cell, and whether the half has edges of it. */
  readonly #flips: Uint8Array
  readonly #isSeen: Uint8Array
  /** The last interval without edges, to which the next one may be added. */
  #run: CoverCell | null = null
  /** Distinct edges of a cell, and the areas of each. */
  readonly #distinct = new Int32Array(MAX_CELL_EDGES)
  readonly #distinctOwners: number[][] = Array.from({ length: MAX_CELL_EDGES }, () => [])

  constructor({ coords, owners }: AreaEdges, emit: (cell: CoverCell) => void) {
    this.#coords = coords
    this.#owners = owners
    this.#emit = emit
    const areas = owners.reduce((max, owner) => Math.max(max, owner), -1) + 1
    this.#flips = new Uint8Array(areas)
    this.#isSeen = new Uint8Array(areas)
    this.#list = new Int32Array(owners.length)
    for (let index = 0; index < owners.length; index++) this.#list[index] = index
  }

  build(): void {
    const areas = [...this.#flips.keys()]
    const everywhere = { ...WORLD_CELL, left: WORLD_CELL.left - 1 }
    const all = { start: 0, end: this.#list.length, areas, parities: areas.map(() => OUTSIDE), full: [] }
    // Edges lie one unit west of the map too.
    this.#visit(this.#part({ cell: everywhere, ...all }, WORLD_CELL))
    if (this.#run !== null) this.#emit(this.#run)
  }

  #visit(node: Node): void {
    const { cell, start, end, areas, full } = node
    if (start === end) {
      if (full.length > 0) this.#emitFull(cell, full)
      return
    }
    if (cell.bits === 0) {
      this.#emitFull(cell, this.#areasAt(node))
      return
    }
    const count = this.#countDistinct(start, end)
    if (count <= MAX_CELL_EDGES) {
      if (areas.length + full.length <= MAX_CELL_AREAS) {
        this.#emitBorder(node, count)
        return
      }
      // No half of the cell that meets such an edge could list its areas.
      if (this.#distinctOwners.some((owners, i) => i < count && owners.length + full.length > MAX_CELL_AREAS))
        throw new TooManyAreas()
    }
    for (const isSecond of [false, true]) {
      const half = halfOf(cell, isSecond)
      if (half !== null) this.#visit(this.#part(node, half))
    }
  }

  /** A half of a node's cell, with its edges at the end of the list. */
  #part(node: Node, half: MortonCell): Node {
    const { cell, start, end } = node
    const coords = this.#coords
    const { left, bottom } = half
    const flips = this.#flips
    if (this.#list.length < 2 * end - start) this.#list = grown(this.#list, 2 * (2 * end - start))
    const list = this.#list
    let until = end
    for (let i = start; i < end; i++) {
      const index = list[i]
      const edge = EDGE_LENGTH * index
      const wasOpen = isOpen(coords, edge, cell.left)
      if (meetsCell(coords, edge, half)) {
        list[until++] = index
        this.#isSeen[this.#owners[index]] = 1
        if (isOpen(coords, edge, left) === wasOpen) continue
        flips[this.#owners[index]] ^= crossesWestward(coords, edge, true, left, bottom)
      }
      flips[this.#owners[index]] ^= crossesWestward(coords, edge, wasOpen, left, bottom)
    }
    const isWhole = until - end === end - start
    return {
      cell: half,
      start: isWhole ? start : end,
      end: isWhole ? end : until,
      ...this.#areasOfPart(node),
    }
  }

  /** Reads and clears what the edges of a part said about the areas. */
  #areasOfPart({ areas, parities, full }: Node): Pick<Node, 'areas' | 'parities' | 'full'> {
    const met: number[] = []
    const metParities: number[] = []
    let all = full
    for (let i = 0; i < areas.length; i++) {
      const area = areas[i]
      const parity = parities[i] ^ this.#flips[area]
      if (this.#isSeen[area] === 1) {
        met.push(area)
        metParities.push(parity)
      } else if (parity === INSIDE) {
        if (all === full) all = [...full]
        ;(all as number[]).push(area)
      }
      this.#flips[area] = 0
      this.#isSeen[area] = 0
    }
    return { areas: met, parities: metParities, full: all }
  }

  /** Collects the distinct edges, up to one more than a cell can have. An edge that an area has twice is two. */
  #countDistinct(start: number, end: number): number {
    let count = 0
    for (let i = start; i < end; i++) {
      const index = this.#list[i]
      const owner = this.#owners[index]
      let same = 0
      while (same < count && !this.#isNewOwner(index, owner, same)) same++
      if (same < count) {
        this.#distinctOwners[same].push(owner)
        continue
      }
      if (count === MAX_CELL_EDGES) return count + 1
      this.#distinct[count] = index
      this.#distinctOwners[count++] = [owner]
    }
    return count
  }

  #isNewOwner(index: number, owner: number, distinct: number): boolean {
    return (
      this.#isSameEdge(index, this.#distinct[distinct]) && !this.#distinctOwners[distinct].includes(owner)
    )
  }

  #isSameEdge(index: number, other: number): boolean {
    const coords = this.#coords
    const a = EDGE_LENGTH * index
    const b = EDGE_LENGTH * other
    return (
      coords[a] === coords[b] &&
      coords[a + 1] === coords[b + 1] &&
      coords[a + 2] === coords[b + 2] &&
      coords[a + 3] === coords[b + 3]
    )
  }

  #emitBorder({ cell, areas, parities, full }: Node, count: number): void {
    const all = [...areas, ...full].sort((a, b) => a - b)
    const bitOf = new Map(all.map((area, bit) => [area, 1n << BigInt(bit)]))
    const maskOf = (some: readonly number[]): bigint =>
      some.reduce((mask, area) => mask | bitOf.get(area)!, 0n)
    const coords = new Int32Array(EDGE_LENGTH * count)
    for (let at = 0; at < count; at++) {
      const edge = EDGE_LENGTH * this.#distinct[at]
      const first = isOpen(this.#coords, edge, cell.left) ? 0 : 2
      for (let i = 0; i < EDGE_LENGTH; i++)
        coords[EDGE_LENGTH * at + i] = this.#coords[edge + ((first + i) % EDGE_LENGTH)]
    }
    this.#emitCell({
      ...intervalOf(cell),
      areas: all,
      border: {
        parity: maskOf([...full, ...areas.filter((_, i) => parities[i] === INSIDE)]),
        coords,
        owners: this.#distinctOwners.slice(0, count).map(maskOf),
      },
    })
  }

  /** Areas that contain a cell of one position. */
  #areasAt({ cell, start, end, areas, parities, full }: Node): readonly number[] {
    const { left, bottom } = cell
    const found = new Map(areas.map((area, i) => [area, parities[i]]))
    for (let i = start; i < end; i++) {
      const index = this.#list[i]
      const edge = EDGE_LENGTH * index
      const area = this.#owners[index]
      const before = found.get(area)!
      if (before === BORDER) continue
      const crossed = crossesWestward(this.#coords, edge, isOpen(this.#coords, edge, left), left, bottom)
      found.set(area, isOnEdge(this.#coords, edge, left, bottom) ? BORDER : before ^ crossed)
    }
    return [...full, ...areas.filter((area) => found.get(area) !== OUTSIDE)]
  }

  #emitFull(cell: MortonCell, areas: readonly number[]): void {
    if (areas.length === 0) return
    const sorted = [...areas].sort((a, b) => a - b)
    const { lo, hi } = intervalOf(cell)
    const run = this.#run
    if (run !== null && run.hi + 1n === lo && isSameList(run.areas, sorted)) {
      this.#run = { ...run, hi }
      return
    }
    this.#emitCell(null)
    this.#run = { lo, hi, areas: sorted, border: null }
  }

  #emitCell(cell: CoverCell | null): void {
    if (this.#run !== null) this.#emit(this.#run)
    this.#run = null
    if (cell !== null) this.#emit(cell)
  }
}

const intervalOf = ({ left, bottom, bits }: MortonCell): { lo: bigint; hi: bigint } => {
  const lo = mortonCode(left, bottom)
  return { lo, hi: lo + (1n << BigInt(bits)) - 1n }
}

const isSameList = (list: readonly number[], other: readonly number[]): boolean =>
  list.length === other.length && list.every((value, i) => value === other[i])
