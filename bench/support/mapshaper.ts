/** mapshaper as a peer: sets of areas simplified with common borders, from GeoJSON to GeoJSON. */
import { geometryJson } from '../../src/domain/formats/geojson.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { type Rings, vertexCount } from '../../src/domain/geometry/rings.ts'
import { peer } from './peer-packages.ts'

interface Mapshaper {
  applyCommands(
    commands: string,
    files: Record<string, unknown>,
  ): Promise<Record<string, Uint8Array | string>>
}

const mapshaper = ((await peer('mapshaper')) as { default: Mapshaper } | null)?.default ?? null

export const hasMapshaper = mapshaper !== null

/** The areas as a collection. Without properties mapshaper writes a collection of geometries. */
export const geojsonText = (members: readonly Rings[], decimals = 7): string => {
  const features = members.map((rings, member) =>
    Buffer.from(
      geometryJson(rings, decimals, {
        before: Buffer.from(`{"type":"Feature","properties":{"member":${member}},"geometry":`),
        after: Buffer.from('}'),
      }),
    ).toString('latin1'),
  )
  return `{"type":"FeatureCollection","features":[${features.join(',\n')}]}`
}

/** The text of the result, with a share of the vertices, as mapshaper counts them. */
export const simplifyByMapshaper = async (geojson: string, share: number, decimals = 6): Promise<string> => {
  const commands = `-i in.json -simplify weighted keep-shapes ${100 * share}% -o precision=${10 ** -decimals} out.json`
  const { 'out.json': out } = await mapshaper!.applyCommands(commands, { 'in.json': geojson })
  return String(out)
}

/** The share with which mapshaper keeps about that many vertices: it counts them in another way, so the share is approached. */
export const shareFor = async (geojson: string, vertices: number, decimals?: number): Promise<number> => {
  let share = Math.min(1, vertices / verticesOf(areasOf(geojson)))
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const kept = verticesOf(areasOf(await simplifyByMapshaper(geojson, share, decimals)))
    share = Math.min(1, (share * vertices) / kept)
  }
  return share
}
const ATTEMPTS = 4

export const areasOf = (geojson: string): readonly Rings[] =>
  JSON.parse(geojson).features.flatMap(({ geometry }: { geometry: GeoJsonArea | null }) =>
    geometry === null ? [] : [ringsFromGeoJson(geometry)],
  )

export const verticesOf = (members: readonly Rings[]): number =>
  members.reduce((sum, rings) => sum + vertexCount(rings), 0)
