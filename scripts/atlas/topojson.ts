/** Areas of a quantized TopoJSON file as GeoJSON. https://github.com/topojson/topojson-specification */
import type { GeoJsonArea } from '../../src/domain/geometry/geojson-rings.ts'

type ArcIndexes = readonly number[]

/** `name` and, in files from OpenStreetMap, `name:<language>`. */
type Names = Readonly<Record<string, string>> & { readonly name: string }

interface AreaBase {
  readonly id: string
  readonly properties: Names
}
type TopoArea = AreaBase &
  (
    | { readonly type: 'Polygon'; readonly arcs: readonly ArcIndexes[] }
    | { readonly type: 'MultiPolygon'; readonly arcs: readonly (readonly ArcIndexes[])[] }
  )

type Position = readonly [number, number]
type Line = readonly Position[]

export interface Topology {
  readonly transform: { readonly scale: Position; readonly translate: Position }
  readonly arcs: readonly Line[]
  readonly objects: Readonly<Record<string, { readonly geometries: readonly TopoArea[] }>>
}

export interface TopoFeature {
  readonly id: string
  readonly name: string
  readonly names: Names
  readonly geometry: GeoJsonArea
}

export function featuresOf(topology: Topology, object: string): readonly TopoFeature[] {
  const arcs = topology.arcs.map((arc) => decodeArc(topology, arc))
  return topology.objects[object].geometries.map((area) => {
    const polygons = area.type === 'Polygon' ? [area.arcs] : area.arcs
    return {
      id: area.id,
      name: area.properties.name,
      names: area.properties,
      geometry: { type: 'MultiPolygon', coordinates: polygons.map((rings) => ringsOf(arcs, rings)) },
    }
  })
}

function decodeArc({ transform }: Topology, arc: Line): Line {
  const [scaleX, scaleY] = transform.scale
  const [west, south] = transform.translate
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [west + x * scaleX, south + y * scaleY]
  })
}

/** Quantization reduces very small rings to less than a triangle. */
const MIN_POSITIONS = 4

const ringsOf = (arcs: readonly Line[], rings: readonly ArcIndexes[]): readonly Line[] =>
  rings.map((indexes) => ringOf(arcs, indexes)).filter((ring) => ring.length >= MIN_POSITIONS)

/** A negative index reverses an arc, ~0 being arc 0; each arc begins where the last one ended. */
function ringOf(arcs: readonly Line[], indexes: ArcIndexes): Line {
  return indexes.flatMap((index, position) => {
    const line = index < 0 ? arcs[~index].toReversed() : arcs[index]
    return position === 0 ? line : line.slice(1)
  })
}
