/** Rings of GeoJSON polygons: of one text, or of many, one a line. */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { planarAreaOfRing } from '../../domain/geometry/area.ts'
import { ringsFromGeoJson } from '../../domain/geometry/geojson-rings.ts'
import { ringPart } from '../../domain/geometry/parts.ts'
import { polygonCount, polygonStart } from '../../domain/geometry/rings.ts'
import { LandFileProblem } from './land-file-problem.ts'

/** The longest string of the runtime is little longer. */
const MOST_TEXT_BYTES = 500_000_000

/** The whole file is one FeatureCollection, Feature, GeometryCollection, MultiPolygon or Polygon. */
export async function* readGeoJson(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Int32Array> {
  const { size } = await stat(path)
  if (size > MOST_TEXT_BYTES) {
    throw new LandFileProblem(
      'one GeoJSON text of this size cannot be read; write one feature a line (.geojsonl, "ogr2ogr -f GeoJSONSeq"), or take a shapefile',
    )
  }
  yield* ringsOf(parsed(await readFile(path, 'utf8'), ''), '')
  onBytes(size)
}

/** One Feature or geometry a line, with or without the record separators of RFC 8142. */
export async function* readGeoJsonLines(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Int32Array> {
  const stream = createReadStream(path)
  let number = 0
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    const text = line.replace('\u001e', '').trim()
    const where = `line ${number}: `
    if (text !== '') yield* ringsOf(parsed(text, where), where)
    onBytes(stream.bytesRead)
  }
}

const parsed = (text: string, where: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new LandFileProblem(`${where}it is no JSON (${error instanceof Error ? error.message : error})`)
  }
}

type Member = 'features' | 'geometry' | 'geometries'

/** What of each type of GeoJSON object holds its polygons. */
const INSIDE: Readonly<Record<string, Member>> = {
  FeatureCollection: 'features',
  GeometryCollection: 'geometries',
  Feature: 'geometry',
}

function* ringsOf(value: unknown, where: string): Generator<Int32Array> {
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string')
    throw new LandFileProblem(`${where}there is no GeoJSON object where one is needed`)
  const member = INSIDE[value.type]
  if (member === undefined) {
    yield* ringsOfGeometry({ coordinates: undefined, ...value, type: value.type }, where)
    return
  }
  const inside: unknown = (value as Partial<Record<Member, unknown>>)[member]
  if (Array.isArray(inside)) for (const each of inside) yield* ringsOf(each, where)
  else yield* ringsOf(inside, where)
}

/** Exteriors counter-clockwise, holes clockwise, however they are written. */
function* ringsOfGeometry(
  geometry: { readonly type: string; readonly coordinates: unknown },
  where: string,
): Generator<Int32Array> {
  const rings = readPolygons(geometry, where)
  for (let polygon = 0; polygon < polygonCount(rings); polygon++)
    for (let ring = polygonStart(rings, polygon); ring < rings.polygonEnds[polygon]; ring++) {
      const isExterior = ring === polygonStart(rings, polygon)
      const part = ringPart(rings, ring)
      yield planarAreaOfRing(rings, ring) > 0 === isExterior ? part : reversed(part)
    }
}

const readPolygons = (geometry: { readonly type: string; readonly coordinates: unknown }, where: string) => {
  try {
    return ringsFromGeoJson(geometry)
  } catch (error) {
    if (error instanceof TypeError) throw new LandFileProblem(where + error.message)
    throw error
  }
}

const reversed = (ring: Int32Array): Int32Array => {
  const turned = new Int32Array(ring.length)
  for (let i = 0; i < ring.length; i += 2) {
    turned[i] = ring[ring.length - 2 - i]
    turned[i + 1] = ring[ring.length - 1 - i]
  }
  return turned
}
