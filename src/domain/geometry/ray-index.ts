/**
 * An index for a geometry that is tested against many points: edges in blocks, whose extents show which of them an eastward
 * ray can meet, and for each band of latitudes the blocks with an edge in it. Blocks follow the stored order of edges, so
 * building takes two passes over the edges, and an index takes a tenth of the memory of its geometry.
 */
import { BORDER, INSIDE, meetsRay, OUTSIDE, type PointLocation } from './contains.ts'
import { onSeam } from './map-rim.ts'
import { type Rings, ringStart, ringsBytes } from './rings.ts'

/** Edges per block. */
const BLOCK = 32
/** A band has at least this many blocks of its own, or as many edges as a line through all of it meets. */
const BLOCKS_A_BAND = 4
const BLOCK_PATHS_A_BAND = 2

export class RayIndex {
  readonly rings: Rings
  readonly #blocks: BlockExtents
  /** Ring of each block's first edge. */
  readonly #firstRings: Uint32Array
  readonly #bands: Bands

  constructor(rings: Rings) {
    this.rings = rings
    this.#blocks = new BlockExtents(Math.ceil(rings.coords.length / 2 / BLOCK))
    this.#firstRings = new Uint32Array(this.#blocks.count)
    this.#bands = new Bands(rings, this.#fill(), this.#blocks)
  }

  /** Bytes of the geometry and the index together. */
  get byteLength(): number {
    const index = this.#blocks.byteLength + this.#firstRings.byteLength + this.#bands.byteLength
    return ringsBytes(this.rings) + index
  }

  /** Returns the same as `locate` of `contains.ts`. */
  locate(lonUnits: number, latUnits: number): PointLocation {
    const here = this.#locateOnMap(lonUnits, latUnits)
    return here === OUTSIDE && onSeam(lonUnits) ? this.#locateOnMap(-lonUnits, latUnits) : here
  }

  #locateOnMap(lonUnits: number, latUnits: number): PointLocation {
    const blocks = this.#blocks
    const { ends, members } = this.#bands
    const band = this.#bands.at(latUnits)
    if (!(band >= 0 && band < ends.length)) return OUTSIDE
    let crossings = 0
    for (let i = band === 0 ? 0 : ends[band - 1]; i < ends[band]; i++) {
      if (!blocks.meetRay(members[i], lonUnits, latUnits)) continue
      const met = this.#crossingsOf(members[i], lonUnits, latUnits)
      if (met === BORDER) return BORDER
      crossings ^= met
    }
    return crossings === 1 ? INSIDE : OUTSIDE
  }

  #crossingsOf(block: number, lonUnits: number, latUnits: number): PointLocation {
    const { coords, ringEnds } = this.rings
    const first = block * BLOCK
    const end = Math.min(first + BLOCK, coords.length / 2)
    let ring = this.#firstRings[block]
    let from = edgeStart(this.rings, ring, first)
    let crossings = 0
    for (let to = first; to < end; to++) {
      if (to === ringEnds[ring]) {
        do ring++
        while (to === ringEnds[ring])
        from = ringEnds[ring] - 1
      }
      const met = meetsRay(
        coords[2 * from],
        coords[2 * from + 1],
        coords[2 * to],
        coords[2 * to + 1],
        lonUnits,
        latUnits,
      )
      if (met === BORDER) return BORDER
      crossings ^= met
      from = to
    }
    return crossings === 1 ? INSIDE : OUTSIDE
  }

  /** Sums the heights of all edges. */
  #fill(): number {
    const { coords } = this.rings
    let heightUnits = 0
    eachEdge(this.rings, (from, to, ring) => {
      const block = Math.floor(to / BLOCK)
      if (to % BLOCK === 0) this.#firstRings[block] = ring
      this.#blocks.add(block, coords[2 * from], coords[2 * from + 1], coords[2 * to], coords[2 * to + 1])
      heightUnits += Math.abs(coords[2 * from + 1] - coords[2 * to + 1])
    })
    return heightUnits
  }
}

/** Positions `from` and `to` of every edge, in the order of `to`. */
const eachEdge = (rings: Rings, visit: (from: number, to: number, ring: number) => void): void => {
  for (let ring = 0; ring < rings.ringEnds.length; ring++) {
    const end = rings.ringEnds[ring]
    let from = end - 1
    for (let to = ringStart(rings, ring); to < end; to++) {
      visit(from, to, ring)
      from = to
    }
  }
}

/** Returns the index of the position at which the edge that ends at `to` begins. */
const edgeStart = (rings: Rings, ring: number, to: number): number =>
  to === ringStart(rings, ring) ? rings.ringEnds[ring] - 1 : to - 1

/** Extents of blocks without their western ends: for an eastward ray it does not matter how far west an edge begins. */
class BlockExtents {
  readonly count: number
  readonly #south: Int32Array
  readonly #north: Int32Array
  readonly #east: Int32Array

  constructor(count: number) {
    this.count = count
    this.#south = new Int32Array(count).fill(2 ** 31 - 1)
    this.#north = new Int32Array(count).fill(-(2 ** 31))
    this.#east = new Int32Array(count).fill(-(2 ** 31))
  }

  get byteLength(): number {
    return 3 * this.#south.byteLength
  }

  /** South and north of all blocks. */
  get latitudes(): [number, number] {
    return [
      this.#south.reduce((a, b) => Math.min(a, b), 2 ** 31 - 1),
      this.#north.reduce((a, b) => Math.max(a, b), -(2 ** 31)),
    ]
  }

  meetRay(index: number, lonUnits: number, latUnits: number): boolean {
    return this.#south[index] <= latUnits && this.#north[index] >= latUnits && this.#east[index] >= lonUnits
  }

  add(index: number, ax: number, ay: number, bx: number, by: number): void {
    this.#south[index] = Math.min(this.#south[index], ay, by)
    this.#north[index] = Math.max(this.#north[index], ay, by)
    this.#east[index] = Math.max(this.#east[index], ax, bx)
  }
}

/**
 * Bands of equal height from the southernmost to the northernmost latitude, with the blocks that have an edge in each. A
 * band is twice as high as the average path of a block up and down, so each block has only a few entries, in whatever
 * direction its edges run.
 */
class Bands {
  readonly #south: number
  readonly #heightUnits: number
  /** End of each band's blocks in `members`. */
  readonly ends: Uint32Array
  readonly members: Uint32Array

  constructor(rings: Rings, edgeHeightUnits: number, blocks: BlockExtents) {
    const [south, north] = blocks.latitudes
    this.#south = south
    this.#heightUnits = Math.max(
      ((north - south + 1) * BLOCKS_A_BAND) / blocks.count,
      (edgeHeightUnits * BLOCK_PATHS_A_BAND) / blocks.count,
    )
    this.ends = new Uint32Array(blocks.count === 0 ? 0 : this.at(north) + 1)
    const [bandOf, blockOf] = this.#entries(rings)
    for (const band of bandOf) this.ends[band]++
    for (let band = 1; band < this.ends.length; band++) this.ends[band] += this.ends[band - 1]
    this.members = new Uint32Array(bandOf.length)
    const next = this.ends.slice()
    for (let i = bandOf.length - 1; i >= 0; i--) this.members[--next[bandOf[i]]] = blockOf[i]
  }

  get byteLength(): number {
    return this.ends.byteLength + this.members.byteLength
  }

  /** Returns the band of a latitude: below zero, or above the last band, if nothing is there. */
  at(latUnits: number): number {
    return Math.floor((latUnits - this.#south) / this.#heightUnits)
  }

  /** Lists each block once for each band in which it has an edge. */
  #entries(rings: Rings): [bandOf: number[], blockOf: number[]] {
    const last = new Int32Array(this.ends.length).fill(-1)
    const bandOf: number[] = []
    const blockOf: number[] = []
    const { coords } = rings
    eachEdge(rings, (from, to) => {
      const block = Math.floor(to / BLOCK)
      const a = this.at(coords[2 * from + 1])
      const b = this.at(coords[2 * to + 1])
      for (let band = Math.min(a, b); band <= Math.max(a, b); band++) {
        if (last[band] === block) continue
        last[band] = block
        bandOf.push(band)
        blockOf.push(block)
      }
    })
    return [bandOf, blockOf]
  }
}
