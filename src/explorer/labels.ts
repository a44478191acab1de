/**
 * Places one name for each unit on the map. Tiles cut a unit into pieces; the name is written in the largest visible one.
 */
import type { Map as MapLibre } from 'maplibre-gl'

/** More than anybody can read; a map of more units shows no names until it is closer. */
const MAX_PIECES = 600

export interface Label {
  readonly name: string
  readonly level: number
  readonly at: readonly [number, number]
}

/** Returns labels for the units that a layer shows now. */
export const labelsOf = (map: MapLibre, layer: string): readonly Label[] => {
  const pieces = map.queryRenderedFeatures({ layers: [layer] })
  if (pieces.length > MAX_PIECES) return []
  const best = new Map<string, { readonly size: number; readonly label: Label }>()
  for (const { geometry, properties } of pieces) {
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') continue
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    for (const [outer] of polygons) {
      const { size, center } = labelBox(outer)
      if (size <= (best.get(properties.id)?.size ?? 0)) continue
      const label = { name: properties['name:en'] ?? properties.name, level: properties.level, at: center }
      best.set(properties.id, { size, label })
    }
  }
  return [...best.values()].map(({ label }) => label)
}

const labelBox = (
  ring: readonly number[][],
): { readonly size: number; readonly center: readonly [number, number] } => {
  let [west, south, east, north] = [180, 90, -180, -90]
  let [area, x, y] = [0, 0, 0]
  for (const [index, [lon, lat]] of ring.entries()) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
    const [nextLon, nextLat] = ring[index + 1] ?? ring[0]
    const cross = lon * nextLat - nextLon * lat
    area += cross
    x += (lon + nextLon) * cross
    y += (lat + nextLat) * cross
  }
  const center: readonly [number, number] =
    area === 0 ? [(west + east) / 2, (south + north) / 2] : [x / (3 * area), y / (3 * area)]
  return { size: (east - west) * (north - south), center }
}
