/** Separates slivers from gaps: erodes by the width of a sliver and grows back (a morphological opening), with GEOS. */
import initGeos from 'geos-wasm'
import { geojsonToGeosGeom, geosGeomToGeojson } from 'geos-wasm/helpers'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { polygonsOf } from '../../src/domain/geometry/parts.ts'
import {
  EMPTY_RINGS,
  polygonCount,
  type Rings,
  ringStart,
  UNITS_PER_DEGREE,
} from '../../src/domain/geometry/rings.ts'
import { boxOf, onGrid, subtract } from './geometry.ts'
import { KM_PER_DEGREE, lonScaleOf, MAX_SLIVER_KM } from './nearest-unit.ts'

const geos = await initGeos()

/** Segments per quarter circle. */
const ARC_SEGMENTS = 8

/** Grows back slightly further, otherwise the corners of a gap would count as slivers. */
const GROWTH = 1.3

/** The parts of a gap that are no wider than a sliver; empty for a gap that is wide everywhere. */
export function sliversOf(gap: Rings): readonly Rings[] {
  const [, south, , north] = boxOf(gap)
  const scale = lonScaleOf((south + north) / 2 / UNITS_PER_DEGREE)
  const reach = MAX_SLIVER_KM / KM_PER_DEGREE
  const whole = toGeos(gap, scale)
  const core = geos.GEOSBuffer(whole, -reach, ARC_SEGMENTS)
  const grown = geos.GEOSBuffer(core, reach * GROWTH, ARC_SEGMENTS)
  const wide = fromGeos(grown, scale)
  for (const geometry of [whole, core, grown]) geos.GEOSGeom_destroy(geometry)
  return polygonCount(wide) === 0 ? [gap] : polygonsOf(subtract(gap, [wide]))
}

/** Longitudes are scaled, so that a kilometre is the same in all directions. */
function toGeos(rings: Rings, scale: number): number {
  const coordinates = polygonsOf(rings).map((polygon) =>
    Array.from(polygon.ringEnds, (end, ring) => {
      const positions: number[][] = []
      for (let i = ringStart(polygon, ring); i < end; i++)
        positions.push([
          (polygon.coords[2 * i] / UNITS_PER_DEGREE) * scale,
          polygon.coords[2 * i + 1] / UNITS_PER_DEGREE,
        ])
      return [...positions, positions[0]]
    }),
  )
  return geojsonToGeosGeom({ type: 'MultiPolygon', coordinates }, geos)
}

function fromGeos(geometry: number, scale: number): Rings {
  const area: GeoJsonArea = geosGeomToGeojson(geometry, geos)
  const polygons = (area.type === 'Polygon' ? [area.coordinates] : area.coordinates) as number[][][][]
  const filled = polygons.filter((rings) => rings.length > 0)
  if (filled.length === 0) return EMPTY_RINGS
  const coordinates = filled.map((rings) => rings.map((ring) => ring.map(([x, y]) => [x / scale, y])))
  return onGrid(ringsFromGeoJson({ type: 'MultiPolygon', coordinates }))
}
