/** Reads polygons from GeoJSON: from one text, or from one text on each line. */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { type GeoJsonArea, ringsFromGeoJson } from '../../domain/geometry/geojson-rings.ts'
import { polygonsOf as polygonsOfRings, ringPart } from '../../domain/geometry/parts.ts'
import type { Rings } from '../../domain/geometry/rings.ts'
import { LandFileProblem } from './land-file-problem.ts'
import type { LandPolygon } from './tiles-of-polygons.ts'

/** Slightly less than the runtime's longest string. */
const MAX_TEXT_BYTES = 500_000_000

/** Reads a file that is one FeatureCollection, Feature, GeometryCollection, MultiPolygon or Polygon. */
export async function* readGeoJson(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<LandPolygon> {
  const { size } = await stat(path)
  if (size > MAX_TEXT_BYTES) {
    throw new LandFileProblem(
      'one GeoJSON text of this size cannot be read; write one feature per line (.geojsonl, "ogr2ogr -f GeoJSONSeq"), or take a shapefile',
    )
  }
  yield* landPolygons(parsedJson(await readFile(path, 'utf8'), ''), '')
  onBytes(size)
}

/** Reads one Feature or geometry on each line, with or without the record separators of RFC 8142. */
export async function* readGeoJsonLines(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<LandPolygon> {
  const stream = createReadStream(path)
  let number = 0
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++
    const text = line.replace(RECORD_SEPARATOR, '').trim()
    const where = `line ${number}: `
    if (text !== '') yield* landPolygons(parsedJson(text, where), where)
    onBytes(stream.bytesRead)
  }
}

const RECORD_SEPARATOR = '\u001e'
const BYTE_ORDER_MARK = '\ufeff'

const parsedJson = (text: string, where: string): unknown => {
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
  } catch (error) {
    throw new LandFileProblem(
      `${where}it is not valid JSON (${error instanceof Error ? error.message : error})`,
    )
  }
}

/** Maximum nesting of GeoJSON objects; two or three levels are usual. */
const MAX_NESTING = 16

/** Yields the polygons of an object and of all objects in it. `where` is the start of error messages. */
function* landPolygons(value: unknown, where: string, depth = 0): Generator<LandPolygon> {
  if (depth > MAX_NESTING)
    throw new LandFileProblem(`${where}GeoJSON objects lie in more than ${MAX_NESTING} others`)
  if (!isGeoJson(value)) throw new LandFileProblem(`${where}there is no GeoJSON object where one is needed`)
  const { type } = value
  if (type === 'FeatureCollection') {
    for (const [i, feature] of members(value.features, 'features', where).entries())
      yield* landPolygons(feature, `${where}feature ${i + 1}: `, depth + 1)
  } else if (type === 'GeometryCollection') {
    for (const geometry of members(value.geometries, 'geometries', where))
      yield* landPolygons(geometry, where, depth + 1)
  } else if (type !== 'Feature') yield* polygonsOfGeometry({ coordinates: undefined, ...value }, where)
  // A feature may have no geometry (RFC 7946 §3.2).
  else if (value.geometry !== null) yield* landPolygons(value.geometry, where, depth + 1)
}

interface GeoJsonObject {
  readonly type: string
  readonly features?: unknown
  readonly geometry?: unknown
  readonly geometries?: unknown
}

const isGeoJson = (value: unknown): value is GeoJsonObject =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const members = (value: unknown, name: string, where: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw new LandFileProblem(`${where}"${name}" is not an array`)
  return value
}

function* polygonsOfGeometry(geometry: GeoJsonArea, where: string): Generator<LandPolygon> {
  for (const polygon of polygonsOfRings(readPolygons(geometry, where)))
    yield Array.from(polygon.ringEnds.keys(), (ring) => ringPart(polygon, ring))
}

const readPolygons = (geometry: GeoJsonArea, where: string): Rings => {
  try {
    return ringsFromGeoJson(geometry)
  } catch (error) {
    if (error instanceof TypeError) throw new LandFileProblem(where + error.message)
    throw error
  }
}
