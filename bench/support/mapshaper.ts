/** mapshaper as a peer: sets of areas simplified with common borders. */
import { geometryJson } from '../../src/domain/formats/geojson.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { peer } from './peers.ts'

interface Mapshaper {
  applyCommands(
    commands: string,
    files: Record<string, unknown>,
  ): Promise<Record<string, Uint8Array | string>>
}

const mapshaper = ((await peer('mapshaper')) as { default: Mapshaper } | null)?.default ?? null

export const hasMapshaper = mapshaper !== null

export const geojsonText = (members: readonly Rings[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: members.map((rings, member) => ({
      type: 'Feature',
      // Without properties mapshaper writes a collection of geometries.
      properties: { member },
      geometry: JSON.parse(new TextDecoder().decode(geometryJson(rings, 7))),
    })),
  })

/** The text of the result, with a share of the vertices, as mapshaper counts them. */
export const simplifyByMapshaper = async (geojson: string, share: number): Promise<string> => {
  const commands = `-i in.json -simplify weighted keep-shapes ${100 * share}% -o precision=0.000001 out.json`
  const { 'out.json': out } = await mapshaper!.applyCommands(commands, { 'in.json': geojson })
  return String(out)
}

export const areasOf = (geojson: string): readonly Rings[] =>
  JSON.parse(geojson).features.flatMap(({ geometry }: { geometry: GeoJsonArea | null }) =>
    geometry === null ? [] : [ringsFromGeoJson(geometry)],
  )
