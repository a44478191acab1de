/**
 * Finds the boundaries that contain a boundary, by land and never by `subarea` members, which are optional and often out of
 * date. A parent has a lower admin_level, so two boundaries are never each other's parents, and at least the area of the
 * child. It contains at least half of the child: this excludes neighbours that share a border, and polygons whose hole the
 * child fills. Monaco the country is the parent of Monaco the commune, although both have the same land.
 */
import Flatbush from 'flatbush'
import { splitBBox } from '../geometry/bbox.ts'
import { type Location, OUTSIDE } from '../geometry/contains.ts'
import type { BBox } from '../geometry/rings.ts'
import type { BoundaryId } from './id.ts'

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
  locate(lonUnits: number, latUnits: number): Location
}

/** OpenStreetMap's level of countries. Level 1 has unions of countries, which are never parents. */
const COUNTRY_LEVEL = 2
const MIN_SHARE = 0.5
/**
 * The same land at two levels (Warsaw is 6, 7 and 8), or as a postcode area, may be drawn twice with slightly different
 * borders.
 */
const TWIN_AREA_RATIO = 0.99

/**
 * Returns the indexes of each boundary's parents, from the country down. Among several candidates at one level, the parent
 * is the one that contains most of the boundary, then the smallest. `sharesIn` returns the shares of other boundaries that lie
 * in one; it is called once for each possible parent, one after the other, so that only one geometry is in memory.
 */
export const buildHierarchy = async (
  extents: readonly Extent[],
  sharesIn: (parent: number, children: readonly number[]) => Promise<readonly number[]>,
  onProgress: (done: number) => void = () => {},
): Promise<number[][]> => {
  const chains: Link[][] = extents.map(() => [])
  const index = indexOf(extents)
  for (let parent = 0; parent < extents.length; parent++) {
    const candidates = index === null ? [] : candidatesFor(extents, index, parent)
    if (candidates.length > 0) {
      const shares = await sharesIn(parent, candidates)
      candidates.forEach((child, index) => {
        if (shares[index] >= MIN_SHARE) addLink(chains[child], { parent, share: shares[index] }, extents)
      })
    }
    onProgress(parent + 1)
  }
  return chains.map((links) =>
    links.sort((a, b) => levelOf(extents[a.parent]) - levelOf(extents[b.parent])).map(({ parent }) => parent),
  )
}

interface Link {
  readonly parent: number
  readonly share: number
}

/**
 * Bounding-box index of the boundaries. `owners` maps entries to boundaries, because a box across the antimeridian has two
 * entries.
 */
interface ExtentIndex {
  readonly boxes: Flatbush
  readonly owners: Uint32Array
}

const indexOf = (extents: readonly Extent[]): ExtentIndex | null => {
  const boxes = extents.map(({ bbox }) => splitBBox(bbox))
  const count = boxes.reduce((sum, parts) => sum + parts.length, 0)
  if (count === 0) return null
  const index = new Flatbush(count)
  const owners = new Uint32Array(count)
  let entry = 0
  boxes.forEach((parts, owner) => {
    for (const [west, south, east, north] of parts) {
      index.add(west, south, east, north)
      owners[entry++] = owner
    }
  })
  index.finish()
  return { boxes: index, owners }
}

const levelOf = ({ adminLevel }: Extent): number => adminLevel ?? Number.POSITIVE_INFINITY

const candidatesFor = (
  extents: readonly Extent[],
  { boxes, owners }: ExtentIndex,
  parent: number,
): number[] => {
  const extent = extents[parent]
  if (extent.adminLevel === null || extent.adminLevel < COUNTRY_LEVEL) return []
  const found = new Set<number>()
  for (const [west, south, east, north] of splitBBox(extent.bbox)) {
    boxes.search(west, south, east, north, (entry) => {
      const child = owners[entry]
      if (levelOf(extents[child]) > extent.adminLevel! && isLargeEnough(extent, extents[child]))
        found.add(child)
      return false
    })
  }
  return [...found].sort((a, b) => a - b)
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

const addLink = (links: Link[], link: Link, extents: readonly Extent[]): void => {
  const level = extents[link.parent].adminLevel
  const rival = links.findIndex(({ parent }) => extents[parent].adminLevel === level)
  if (rival === -1) links.push(link)
  else if (isBetter(link, links[rival], extents)) links[rival] = link
}

const isBetter = (link: Link, rival: Link, extents: readonly Extent[]): boolean =>
  link.share !== rival.share
    ? link.share > rival.share
    : extents[link.parent].areaKm2 < extents[rival.parent].areaKm2
