/**
 * Finds the boundaries that contain a boundary, by land and never by `subarea` members, which are optional and often out of
 * date. A parent has a lower admin_level, so two boundaries are never each other's parents, and at least the area of the
 * child. It contains at least half of the child: this excludes neighbours that share a border, and polygons whose hole the
 * child fills. Monaco the country is the parent of Monaco the commune, although both have the same land.
 */
import Flatbush from 'flatbush'
import { splitBBox } from '../geometry/bbox.ts'
import { OUTSIDE, type PointLocation } from '../geometry/contains.ts'
import type { BBox } from '../geometry/rings.ts'
import type { BoundaryId } from './id.ts'
import { COUNTRY_LEVEL } from './kind.ts'

/** Facts about a boundary that the hierarchy needs; small enough to hold for every boundary of the planet. */
export interface Extent {
  readonly id: BoundaryId
  /** Null for postcode areas, which have parents but are never parents. */
  readonly adminLevel: number | null
  readonly areaKm2: number
  readonly bbox: BBox
  /** Sample points on its land, `[lon, lat, …]` in units; at least one. */
  readonly samples: Float64Array
}

/** A geometry that locates points, such as `RayIndex`. */
export interface Locator {
  locate(lonUnits: number, latUnits: number): PointLocation
}

const MIN_SHARE = 0.5
/**
 * The same land at two levels (Warsaw is 6, 7 and 8), or as a postcode area, may be drawn twice with slightly different
 * borders.
 */
const TWIN_AREA_RATIO = 0.99

/** Cost of a box that meets a child's, of `MAX_WORK`, and of a test how much of the child lies in the polygon. */
const STEPS_OF_BOX = 1
const STEPS_OF_TEST = 100

/**
 * For each child: a thousand polygons, or 100,000 boxes. Of the 7,894 boundaries of the atlas none meets the boxes of more than 25
 * others above it that are as large, and of 3,200 at all.
 */
const MAX_WORK = 100_000

export interface Hierarchy {
  /** Indexes of each boundary's parents, from the country down. */
  readonly chains: readonly (readonly number[])[]
  /** Boundaries that lie among more others than were looked at; the first in the list were. */
  readonly crowded: readonly number[]
}

/**
 * Among several candidates at one level, the parent is the one that contains most of the boundary, then the smallest. `sharesIn` returns
 * the shares of other boundaries that lie in one; it is called once for each possible parent, one after the other, so that only one
 * geometry is in memory.
 *
 * O(n log n) in the boundaries and O(m) in the pairs of a boundary and a shape of another level whose boxes meet, which are at most
 * `MAX_WORK` for each shape: boundaries of one level along one line are one shape.
 */
export const buildHierarchy = async (
  extents: readonly Extent[],
  sharesIn: (parent: number, children: readonly number[]) => Promise<readonly number[]>,
  onProgress: (done: number) => void = () => {},
): Promise<Hierarchy> => {
  const shapes = shapesOf(extents)
  const indexes = [...Map.groupBy(shapes, ({ level }) => level)].map(
    ([level, ofLevel]) => [level, new ShapeIndex(ofLevel, extents)] as const,
  )
  for (let parent = 0; parent < extents.length; parent++) {
    const candidates = candidatesFor(extents[parent], indexes)
    if (candidates.length > 0) {
      const shares = await sharesIn(
        parent,
        candidates.map(({ members }) => members[0]),
      )
      candidates.forEach(({ links }, index) => {
        if (shares[index] >= MIN_SHARE) addLink(links, { parent, share: shares[index] }, extents)
      })
    }
    onProgress(parent + 1)
  }
  const chains: (readonly number[])[] = extents.map(() => [])
  for (const { members, links } of shapes) {
    links.sort((a, b) => levelOf(extents[a.parent]) - levelOf(extents[b.parent]))
    const chain = links.map(({ parent }) => parent)
    for (const member of members) chains[member] = chain
  }
  const crowded = shapes.flatMap(({ members, isCrowded }) => (isCrowded ? members : []))
  return { chains, crowded: crowded.sort((a, b) => a - b) }
}

interface ParentLink {
  readonly parent: number
  readonly share: number
}

/** Boundaries of one level with the same extent, which have the same parents. */
interface SameExtent {
  readonly level: number
  /** Ascending. */
  readonly members: number[]
  readonly links: ParentLink[]
  /** Spent of `MAX_WORK`. */
  work: number
  isCrowded: boolean
}

/** In the order of their first members. O(n) in the boundaries. */
const shapesOf = (extents: readonly Extent[]): readonly SameExtent[] => {
  const shapes = new Map<string, SameExtent>()
  extents.forEach((extent, index) => {
    const { areaKm2, bbox, samples } = extent
    const level = levelOf(extent)
    const key = `${level} ${areaKm2} ${bbox.join()} ${samples.join()}`
    const known = shapes.get(key)
    if (known === undefined)
      shapes.set(key, { level, members: [index], links: [], work: 0, isCrowded: false })
    else known.members.push(index)
  })
  return [...shapes.values()]
}

/** Bounding-box index of the shapes of one level. */
class ShapeIndex {
  readonly #extents: readonly Extent[]
  #shapes: readonly SameExtent[]
  /** Shapes of the entries: a box across the antimeridian has two. */
  #owners: readonly SameExtent[] = []
  #boxes: Flatbush | null = null
  #crowded = 0

  constructor(shapes: readonly SameExtent[], extents: readonly Extent[]) {
    this.#extents = extents
    this.#shapes = shapes
    this.#build()
  }

  /** Adds the shapes whose box meets one of the parent's, and that may lie in it. */
  find(parent: Extent, boxes: readonly BBox[], into: Set<SameExtent>): void {
    for (const [west, south, east, north] of boxes)
      this.#boxes?.search(west, south, east, north, (entry) => {
        const shape = this.#owners[entry]
        if (shape.isCrowded || into.has(shape)) return false
        const isCandidate = isLargeEnough(parent, this.#extents[shape.members[0]])
        if (this.#spend(shape, isCandidate ? STEPS_OF_TEST : STEPS_OF_BOX) && isCandidate) into.add(shape)
        return false
      })
    // Built again each time that half of it has nothing more to find, so that searches do not find that half for ever.
    if (2 * this.#crowded > this.#shapes.length) this.#build()
  }

  #spend(shape: SameExtent, steps: number): boolean {
    shape.work += steps
    if (shape.work <= MAX_WORK) return true
    shape.isCrowded = true
    this.#crowded++
    return false
  }

  #build(): void {
    this.#shapes = this.#shapes.filter(({ isCrowded }) => !isCrowded)
    this.#crowded = 0
    const entries = this.#shapes.flatMap((shape) =>
      splitBBox(this.#extents[shape.members[0]].bbox).map((box) => [shape, box] as const),
    )
    this.#owners = entries.map(([shape]) => shape)
    this.#boxes = entries.length === 0 ? null : new Flatbush(entries.length)
    for (const [, [west, south, east, north]] of entries) this.#boxes?.add(west, south, east, north)
    this.#boxes?.finish()
  }
}

const levelOf = ({ adminLevel }: Extent): number => adminLevel ?? Number.POSITIVE_INFINITY

const candidatesFor = (
  parent: Extent,
  indexes: readonly (readonly [level: number, index: ShapeIndex])[],
): readonly SameExtent[] => {
  const { adminLevel } = parent
  if (adminLevel === null || adminLevel < COUNTRY_LEVEL) return []
  const found = new Set<SameExtent>()
  const boxes = splitBBox(parent.bbox)
  for (const [level, index] of indexes) if (level > adminLevel) index.find(parent, boxes, found)
  return [...found].sort((a, b) => a.members[0] - b.members[0])
}

/** Allows for a child that is drawn slightly outside its parent's border. */
const isLargeEnough = (parent: Extent, child: Extent): boolean =>
  parent.areaKm2 >= child.areaKm2 * TWIN_AREA_RATIO

export const shareInside = (samples: Float64Array, locator: Locator): number => {
  let inside = 0
  for (let i = 0; i < samples.length; i += 2)
    if (locator.locate(samples[i], samples[i + 1]) !== OUTSIDE) inside++
  return samples.length === 0 ? 0 : (2 * inside) / samples.length
}

const addLink = (links: ParentLink[], link: ParentLink, extents: readonly Extent[]): void => {
  const level = extents[link.parent].adminLevel
  const rival = links.findIndex(({ parent }) => extents[parent].adminLevel === level)
  if (rival === -1) links.push(link)
  else if (isBetterLink(link, links[rival], extents)) links[rival] = link
}

const isBetterLink = (link: ParentLink, rival: ParentLink, extents: readonly Extent[]): boolean =>
  link.share !== rival.share
    ? link.share > rival.share
    : extents[link.parent].areaKm2 < extents[rival.parent].areaKm2
