/**
 * What the map page paints as land and water, by the fill layers of its own style: their order, zooms, sources and filters decide, and a
 * tile is a grid of pixels.
 */
import { VectorTile } from '@mapbox/vector-tile'
import { featureFilter } from '@maplibre/maplibre-gl-style-spec'
import type { FillLayerSpecification, StyleSpecification } from 'maplibre-gl'
import { PbfReader } from 'pbf'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { boxOfTile, EXTENT, projected, type TileAddress } from '../../src/domain/tiles/tile-grid.ts'

/** Pixels along the side of a tile. */
export const PIXELS = 64

/** A shape in pixels of a tile: `[x, y, x, y, …]` for each ring. */
type PixelRings = readonly Float64Array[]

interface DrawnFeature {
  readonly properties: Readonly<Record<string, unknown>>
  readonly rings: PixelRings
}

/** The features of a layer in the tile. */
export type SourceFeatures = (source: string, sourceLayer: string | undefined) => readonly DrawnFeature[]

/** The colour of each pixel, from north to south. */
export const paintedTile = (style: StyleSpecification, zoom: number, features: SourceFeatures): string[] => {
  const pixels = new Array<string>(PIXELS ** 2).fill('')
  for (const layer of style.layers) {
    if (layer.type === 'background') pixels.fill(String(layer.paint?.['background-color']))
    if (layer.type !== 'fill' || !isShown(layer, zoom)) continue
    const { filter } = featureFilter(layer.filter, `layers.${layer.id}.filter`)
    for (const { properties, rings } of features(layer.source, layer['source-layer'])) {
      if (!filter({ zoom }, { type: 3, properties } as never)) continue
      for (const pixel of pixelsInside(rings)) pixels[pixel] = String(layer.paint?.['fill-color'])
    }
  }
  return pixels
}

const isShown = ({ minzoom = 0, maxzoom = 24, paint }: FillLayerSpecification, zoom: number): boolean =>
  zoom >= minzoom && zoom < maxzoom && paint?.['fill-opacity'] !== 0

/** The middles of pixels that the rings contain, by the even-odd rule. */
export const pixelsInside = (rings: PixelRings): readonly number[] => {
  const crossings = Array.from({ length: PIXELS }, (): number[] => [])
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      const next = (i + 2) % ring.length
      const [ax, ay, bx, by] = [ring[i], ring[i + 1], ring[next], ring[next + 1]]
      const first = Math.max(0, Math.ceil(Math.min(ay, by) - 0.5))
      for (let row = first; row < PIXELS && row + 0.5 < Math.max(ay, by); row++)
        crossings[row].push(ax + ((row + 0.5 - ay) / (by - ay)) * (bx - ax))
    }
  return crossings.flatMap((xs, row) => {
    xs.sort((a, b) => a - b)
    const inside: number[] = []
    for (let i = 0; i + 1 < xs.length; i += 2)
      for (
        let column = Math.max(0, Math.ceil(xs[i] - 0.5));
        column < PIXELS && column + 0.5 < xs[i + 1];
        column++
      )
        inside.push(row * PIXELS + column)
    return inside
  })
}

/** Rings in 1e-7 degrees as they are, on the pixels of a tile. */
export const pixelRings = ({ coords, ringEnds }: Rings, tile: TileAddress): PixelRings => {
  const [west, , east, north] = boxOfTile(tile)
  const scale = PIXELS / (east - west)
  const units = projected(coords)
  return Array.from(ringEnds, (end, ring) =>
    Float64Array.from(units.subarray(2 * (ringEnds[ring - 1] ?? 0), 2 * end), (value, i) =>
      i % 2 === 0 ? (value - west) * scale : (north - value) * scale,
    ),
  )
}

/** The features of a layer of a vector tile. */
export const featuresOfTile = (bytes: Uint8Array | null, layer: string): readonly DrawnFeature[] => {
  const found = bytes === null ? undefined : new VectorTile(new PbfReader(bytes)).layers[layer]
  return Array.from({ length: found?.length ?? 0 }, (_, i) => {
    const feature = found!.feature(i)
    const rings = feature.loadGeometry().map((ring) =>
      Float64Array.from(
        ring.slice(0, -1).flatMap(({ x, y }) => [x, y]),
        (v) => (v * PIXELS) / EXTENT,
      ),
    )
    return { properties: feature.properties, rings }
  })
}
