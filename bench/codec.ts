/**
 * Encoding and decoding rings, compared with geobuf and JSON: `node bench/codec.ts`. Each program uses its own form of a geometry:
 * flat integers here, nested arrays there. Geobuf keeps at most six decimals, the others seven.
 */
import { createHash } from 'node:crypto'
import { decodeRings, encodeRings } from '../src/domain/geometry/codec.ts'
import { vertexCount } from '../src/domain/geometry/rings.ts'
import { countries, geoJsonOf } from './support/countries.ts'
import { peer } from './support/peer-packages.ts'
import { printMachine, race } from './support/race.ts'

interface Geobuf {
  encode(geojson: object, pbf: unknown): Uint8Array
  decode(pbf: unknown): { coordinates: unknown[] }
}

const ROUNDS = 7

const geobuf = (await peer('geobuf')) as Geobuf | null
const pbf = (await peer('pbf')) as { default: new (bytes?: Uint8Array) => unknown } | null

const checksum = (bytes: Uint8Array): string =>
  `${(bytes.length / 1e6).toFixed(2)} MB, sha256 ${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`

printMachine()
for (const country of countries().slice(1)) {
  const geojson = geoJsonOf(country)
  const bytes = encodeRings(country.rings)
  const text = JSON.stringify(geojson)
  const title = `${country.name}, ${vertexCount(country.rings)} vertices`

  const encoders: Record<string, () => Uint8Array> = {
    metes: () => encodeRings(country.rings),
    'JSON.stringify': () => Buffer.from(JSON.stringify(geojson)),
  }
  const decoders: Record<string, () => number> = {
    metes: () => decodeRings(bytes).polygonEnds.length,
    'JSON.parse': () => JSON.parse(text).coordinates.length,
  }
  if (geobuf && pbf) {
    const Pbf = pbf.default
    const packed = geobuf.encode(geojson, new Pbf())
    encoders.geobuf = () => geobuf.encode(geojson, new Pbf())
    decoders.geobuf = () => geobuf.decode(new Pbf(packed)).coordinates.length
  }
  await race(`encode ${title}`, ROUNDS, encoders, checksum)
  await race(`decode ${title}`, ROUNDS, decoders, (polygons) => `${polygons} polygons`)
}
