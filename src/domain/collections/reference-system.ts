/** The reference systems in which pages of features are served: how each writes areas and boxes, and what a pair of its coordinates means. */
import { degreesStyle, type NumberStyle, scaledStyle } from '../formats/geojson.ts'
import type { BBox, Position, Rings } from '../geometry/rings.ts'
import { fromWebMercator, toWebMercator, webMercatorRings } from '../geometry/web-mercator.ts'

/** CRS84 is WGS 84 with the longitude first, as in GeoJSON; EPSG:4326 has the latitude first; EPSG:3857 is in metres. */
export type ReferenceSystem = 'CRS84' | 'EPSG:4326' | 'EPSG:3857'

/** Minimum and maximum of the first axis and of the second, in the order of GeoJSON: both minimums first. */
type SystemBox = readonly [number, number, number, number]

interface Coordinates {
  /** Returns the area with the system's coordinates, for numbers of this style. `decimals` are those of a degree. */
  readonly drawn: (rings: Rings, decimals: number) => { readonly rings: Rings; readonly style: NumberStyle }
  readonly boxOf: (bbox: BBox) => SystemBox
  /** Returns longitude and latitude; the longitude may be beyond ±180. */
  readonly positionOf: (first: number, second: number) => Position
}

export const COORDINATES: Readonly<Record<ReferenceSystem, Coordinates>> = {
  CRS84: {
    drawn: (rings, decimals) => ({ rings, style: degreesStyle(decimals) }),
    boxOf: (bbox) => bbox,
    positionOf: (lon, lat) => [lon, lat],
  },
  'EPSG:4326': {
    drawn: (rings, decimals) => ({ rings: latitudeFirst(rings), style: degreesStyle(decimals) }),
    boxOf: ([west, south, east, north]) => [south, west, north, east],
    positionOf: (lat, lon) => [lon, lat],
  },
  'EPSG:3857': {
    drawn: (rings, decimals) => {
      const ofMetre = Math.max(0, decimals - DEGREE_DIGITS)
      return { rings: webMercatorRings(rings, ofMetre), style: scaledStyle(ofMetre) }
    },
    boxOf: ([west, south, east, north]) => {
      const corners = [...toWebMercator([west, south]), ...toWebMercator([east, north])]
      const [minX, minY, maxX, maxY] = corners.map((metres) => Math.round(metres * 100) / 100)
      return [minX, minY, maxX, maxY]
    },
    positionOf: fromWebMercator,
  },
}

/** A degree has at least 111,319 units of Web Mercator, so with five decimals fewer no two positions of the grid become one. */
const DEGREE_DIGITS = 5

const latitudeFirst = ({ coords, ringEnds, polygonEnds }: Rings): Rings => {
  const swapped = new Int32Array(coords.length)
  for (let i = 0; i < coords.length; i += 2) {
    swapped[i] = coords[i + 1]
    swapped[i + 1] = coords[i]
  }
  return { coords: swapped, ringEnds, polygonEnds }
}
