/**
 * What the map frames: at first, around a point or a town, and of a shape. Of a shape it is the bulk of the land where small parts far away
 * would make everything tiny. The Netherlands have islands in the Caribbean, and France has some in every ocean.
 */
import type { BoundingBox, Polygons } from '../client/index.ts'
import { unwrapped } from './format-numbers.ts'
import type { View } from './permalink.ts'

export const WORLD_VIEW: View = { zoom: 1.3, center: [10, 25] }
/** A country of medium size fills the map. */
export const POINT_ZOOM = 5
export const TOWN_ZOOM = 10

export interface Shape {
  readonly bbox: BoundingBox
  /** Null if it is too large for an answer; then the whole box is framed. */
  readonly geometry: Polygons | null
}

interface Part {
  readonly bbox: BoundingBox
  readonly area: number
}

/** How much of the area the bulk must have, by the size of its frame beside that of the whole: more is left out only for much larger a view. */
const RULES: readonly { readonly minShare: number; readonly maxSize: number }[] = [
  // France without its overseas departments, but no country without its second island.
  { minShare: 0.8, maxSize: 0.1 },
  { minShare: 0.95, maxSize: 0.4 },
]
/** A part that enlarges the frame of the bulk no more than this is near enough to be in it. */
const MAX_GROWTH = 1.25

/** Returns the box of the bulk, unwrapped as maps require; null if the box of the whole shape should be framed. */
export const bulkOf = ({ bbox, geometry }: Shape): BoundingBox | null => {
  const parts = partsOf(geometry).sort((a, b) => b.area - a.area)
  if (parts.length < 2) return null
  const total = parts.reduce((sum, { area }) => sum + area, 0)
  const size = sizeOf(unwrapped(bbox))
  for (const { minShare, maxSize } of RULES) {
    const frame = frameOf(parts, minShare * total, maxSize * size)
    if (frame !== null) return frame
  }
  return null
}

/** Returns polygons, or several shapes, as one shape with the box around them. */
export const joinedShape = (shapes: readonly (Shape | { readonly geometry: Polygons })[]): Shape | null => {
  const parts = shapes.flatMap((shape) =>
    'bbox' in shape ? [unwrapped(shape.bbox)] : boxesOf(shape.geometry),
  )
  if (parts.length === 0) return null
  const coordinates = shapes.flatMap(({ geometry }) => polygonsOf(geometry))
  return { bbox: parts.reduce(joinedBoxes), geometry: { type: 'MultiPolygon', coordinates } as Polygons }
}

const boxesOf = (geometry: Polygons): readonly BoundingBox[] => partsOf(geometry).map(({ bbox }) => bbox)

/** Adds parts to the largest one, the nearest first, until they have the area; null if their frame becomes too large. */
const frameOf = (
  [largest, ...others]: readonly Part[],
  minArea: number,
  maxSize: number,
): BoundingBox | null => {
  const left = new Set(others)
  let bulk = largest
  while (bulk.area < minArea && sizeOf(bulk.bbox) < maxSize) {
    const nearest = nearestTo(bulk.bbox, left)
    left.delete(nearest)
    bulk = { bbox: joinedBoxes(bulk.bbox, nearest.bbox), area: bulk.area + nearest.area }
  }
  const frame = withNear(bulk.bbox, left)
  return sizeOf(frame) < maxSize ? frame : null
}

/** Returns the part that enlarges the box least. */
const nearestTo = (bbox: BoundingBox, parts: Iterable<Part>): Part => {
  const sizeWith = (part: Part): number => sizeOf(joinedBoxes(bbox, part.bbox))
  return Array.from(parts).reduce((a, b) => (sizeWith(b) < sizeWith(a) ? b : a))
}

const withNear = (bulk: BoundingBox, parts: Iterable<Part>): BoundingBox =>
  Array.from(parts, ({ bbox }) => joinedBoxes(bulk, bbox))
    .filter((joined) => sizeOf(joined) <= MAX_GROWTH * sizeOf(bulk))
    .reduce(joinedBoxes, bulk)

const partsOf = (geometry: Polygons | null): Part[] =>
  polygonsOf(geometry).map(([outer]) => ({ bbox: boxOf(outer), area: areaOf(outer) }))

const polygonsOf = (geometry: Polygons | null) =>
  geometry === null ? [] : geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates

/** Polygons of answers are cut at the antimeridian. */
const boxOf = (ring: readonly (readonly number[])[]): BoundingBox => {
  const lons = ring.map(([lon]) => lon)
  const lats = ring.map(([, lat]) => lat)
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
}

/** Returns the area on a sphere, to compare parts: its unit does not matter. */
const areaOf = (ring: readonly (readonly number[])[]): number => {
  const sine = (lat: number): number => Math.sin((lat * Math.PI) / 180)
  const sum = ring.slice(1).reduce((total, [lon, lat], index) => {
    const [lastLon, lastLat] = ring[index]
    return total + (lon - lastLon) * (sine(lat) + sine(lastLat))
  }, 0)
  return Math.abs(sum)
}

/** Returns the smallest box around both, also across the antimeridian. */
const joinedBoxes = (first: BoundingBox, second: BoundingBox): BoundingBox =>
  [-360, 0, 360]
    .map(
      (turn): BoundingBox => [
        Math.min(first[0], second[0] + turn),
        Math.min(first[1], second[1]),
        Math.max(first[2], second[2] + turn),
        Math.max(first[3], second[3]),
      ],
    )
    .reduce((a, b) => (widthOf(b) < widthOf(a) ? b : a))

/** Returns the longer side on a map in Mercator's projection, in degrees at the equator: this decides the zoom. */
const sizeOf = (bbox: BoundingBox): number =>
  Math.max(widthOf(bbox), mercatorLatitude(bbox[3]) - mercatorLatitude(bbox[1]))

const widthOf = ([west, , east]: BoundingBox): number => east - west

/** The map ends at 85°. */
const mercatorLatitude = (lat: number): number => {
  const radians = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180
  return (Math.asinh(Math.tan(radians)) * 180) / Math.PI
}
