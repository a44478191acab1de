/**
 * Sets of boundaries simplified as one coverage, as exports of collections at each detail are, beside mapshaper and GEOS on the same
 * polygons and to the same number of positions: `node bench/coverage.ts`. Run `npm install --no-save --prefix bench` first.
 *
 * mapshaper reads and writes GeoJSON, and beside it so do we. GEOS (in WebAssembly) begins and ends in memory, with polygons that are built before, and beside it so do we.
 * Targets: no invalid edge by GEOS; a tenth less time than mapshaper takes.
 */

import { DEFAULT_PRECISION } from '../src/domain/boundary/detail-level.ts'
import { maxCoverageVertices } from '../src/domain/collections/collection-detail.ts'
import { geometryJson } from '../src/domain/formats/geojson.ts'
import { decodeRings } from '../src/domain/geometry/codec.ts'
import {
  coverageOf,
  simplifyCoverage,
  thresholdFor,
} from '../src/domain/geometry/coverage/simplify-coverage.ts'
import { narrowingOfDegrees } from '../src/domain/geometry/coverage/triangle.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../src/domain/geometry/geojson-rings.ts'
import { type Rings, vertexCount } from '../src/domain/geometry/rings.ts'
import { polygonsOfAtlas } from '../test/support/atlas-polygons.ts'
import { invalidCoverageEdges, openGeosCoverage } from '../test/support/geos.ts'
import { peer } from './support/peers.ts'
import { printMachine, race } from './support/race.ts'

interface Mapshaper {
  applyCommands(
    commands: string,
    files: Record<string, unknown>,
  ): Promise<Record<string, Uint8Array | string>>
}

/** What was written, to be judged when the clock stands. */
type Judged = () => { readonly positions: number; readonly invalidEdges: number }

const ROUNDS = 5
const DETAILS = ['low', 'medium', 'high'] as const

const mapshaper = ((await peer('mapshaper')) as { default: Mapshaper } | null)?.default ?? null

const judged = (members: readonly Rings[]): ReturnType<Judged> => ({
  positions: members.reduce((sum, rings) => sum + vertexCount(rings), 0),
  invalidEdges: invalidCoverageEdges(members),
})

const simplifiedByUs = (members: readonly Rings[], detail: (typeof DETAILS)[number]): readonly Rings[] => {
  const vertices = maxCoverageVertices(detail, members.length)
  const coverage = coverageOf(members, narrowingOfDegrees, vertices)
  const threshold = thresholdFor(coverage, vertices)
  return simplifyCoverage(coverage, threshold, 10 ** (7 - DEFAULT_PRECISION[detail]))
}

/** The text of a collection: without properties mapshaper writes a collection of geometries instead. */
const writtenAs = (members: readonly Rings[], decimals: number): string => {
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

const readFrom = (text: Uint8Array | string): readonly Rings[] =>
  JSON.parse(String(text)).features.flatMap(({ geometry }: { geometry: GeoJsonArea | null }) =>
    geometry === null ? [] : [ringsFromGeoJson(geometry)],
  )

/** In degrees: so that GEOS leaves about as many positions. */
const toleranceFor = (geos: ReturnType<typeof openGeosCoverage>, positions: number): number => {
  let [lowest, highest] = [1e-7, 10]
  for (let step = 0; step < 20; step++) {
    const middle = Math.sqrt(lowest * highest)
    if (geos.simplify(middle).positions > positions) lowest = middle
    else highest = middle
  }
  return highest
}

const compare = async (
  title: string,
  members: readonly Rings[],
  detail: (typeof DETAILS)[number],
): Promise<void> => {
  const positions = judged(simplifiedByUs(members, detail)).positions
  const all = members.reduce((sum, rings) => sum + vertexCount(rings), 0)
  const geos = openGeosCoverage(members)
  const tolerance = toleranceFor(geos, positions)
  const text = writtenAs(members, 7)
  const byMapshaper = async (share: number): Promise<Uint8Array | string> => {
    const commands = `-i in.json -simplify weighted keep-shapes ${100 * share}% -o precision=${10 ** -DEFAULT_PRECISION[detail]} out.json`
    return (await mapshaper!.applyCommands(commands, { 'in.json': text }))['out.json']
  }
  let share = Math.min(1, positions / all)
  // It counts the positions in another way, so the share for the same number is approached.
  if (mapshaper !== null)
    for (let step = 0; step < 4; step++)
      share = Math.min(1, (share * positions) / judged(readFrom(await byMapshaper(share))).positions)
  await race<Judged>(
    `${title} at ${detail} detail: ${all.toLocaleString('en')} positions`,
    ROUNDS,
    {
      'metes, GeoJSON to GeoJSON': () => {
        const written = writtenAs(simplifiedByUs(readFrom(text), detail), DEFAULT_PRECISION[detail])
        return () => judged(readFrom(written))
      },
      ...(mapshaper !== null && {
        'mapshaper, GeoJSON to GeoJSON': async () => {
          const written = await byMapshaper(share)
          return () => judged(readFrom(written))
        },
      }),
      'metes, in memory': () => {
        const simplified = simplifiedByUs(members, detail)
        return () => judged(simplified)
      },
      'GEOS 3.13, in memory': () => {
        const { positions } = geos.simplify(tolerance)
        return () => ({ positions, invalidEdges: geos.invalidEdges() })
      },
    },
    (result) => {
      const { positions, invalidEdges } = result()
      return `${positions.toLocaleString('en')} positions, ${invalidEdges} invalid edges`
    },
  )
  geos.close()
}

printMachine()
for (const [title, iso, level] of [
  ['counties of the United States', 'US', 6],
  ['states of Germany', 'DE', 4],
  ['counties of Texas', 'US-TX', 6],
] as const) {
  const members = (await polygonsOfAtlas(iso, level)).map(decodeRings)
  for (const detail of DETAILS) await compare(title, members, detail)
}
