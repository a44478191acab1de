/** The continents and islands that points lie in, for countries and places without a border of their own. */
import type { GeoJsonArea } from '../../src/domain/geometry/geojson-rings.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import type { Packages } from './packages.ts'

type Ring = readonly Position[]

interface Coastlines {
  readonly geometries: readonly { readonly coordinates: readonly (readonly Ring[])[] }[]
}

/** One polygon for each continent and island. */
export const readCoastlines = (packages: Packages): readonly GeoJsonArea[] => {
  const { geometries }: Coastlines = JSON.parse(packages.text('coastlines'))
  return geometries.flatMap(({ coordinates }) =>
    coordinates.map((rings) => ({ type: 'Polygon', coordinates: rings })),
  )
}

/** The polygons that contain the points. */
export const landAt = (
  coastlines: readonly GeoJsonArea[],
  points: readonly Position[],
): readonly GeoJsonArea[] =>
  points.map((point) => {
    const land = coastlines.find(({ coordinates }) => isInside((coordinates as readonly Ring[])[0], point))
    if (land === undefined) throw new Error(`The coastlines have no land at ${point.join(', ')}.`)
    return land
  })

/** Even-odd rule on the plane, in degrees: only used for islands, with a point well inside. */
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
