/** Land of the Earth by a point in it. */
import type { GeoJsonArea } from '../../src/domain/geometry/geojson-rings.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import type { Packages } from './packages.ts'

type Ring = readonly Position[]

interface Coastlines {
  readonly geometries: readonly { readonly coordinates: readonly (readonly Ring[])[] }[]
}

/** One polygon for each point. */
export function readCoastlines(packages: Packages): (points: readonly Position[]) => readonly GeoJsonArea[] {
  const polygons = readPolygons(packages)
  return (points) =>
    points.map((point) => {
      const land = polygons.find(([exterior]) => isInside(exterior, point))
      if (land === undefined) throw new Error(`The coastlines have no land at ${point.join(', ')}.`)
      return { type: 'Polygon', coordinates: land }
    })
}

/** All positions of the coastlines. */
export const readCoasts = (packages: Packages): readonly Position[] => readPolygons(packages).flat(2)

const readPolygons = (packages: Packages): readonly (readonly Ring[])[] => {
  const { geometries }: Coastlines = JSON.parse(packages.text('coastlines'))
  return geometries.flatMap(({ coordinates }) => coordinates)
}

/** Even-odd rule on the plane, in degrees: only islands are asked for, by a point well inside. */
function isInside(ring: Ring, [lon, lat]: Position): boolean {
  let inside = false
  let [lastLon, lastLat] = ring[ring.length - 1]
  for (const [nextLon, nextLat] of ring) {
    const crossing = lastLon + ((lat - lastLat) / (nextLat - lastLat)) * (nextLon - lastLon)
    if (lastLat > lat !== nextLat > lat && lon < crossing) inside = !inside
    lastLon = nextLon
    lastLat = nextLat
  }
  return inside
}
