/**
 * Sets of boundaries simplified as one coverage, as exports of collections at each detail are, beside mapshaper and GEOS on the same
 * polygons and to the same number of positions: `node bench/coverage.ts`. Run `npm install --no-save --prefix bench` first.
 *
 * mapshaper reads and writes GeoJSON, and beside it so do we. GEOS (in WebAssembly) begins and ends in memory, with polygons that are built before, and beside it so do we.
 * Targets: no invalid edge by GEOS; a tenth less time than mapshaper takes.
 */

import { DEFAULT_PRECISION } from '../src/domain/boundary/detail-levels.ts'
import { maxCoverageVertices } from '../src/domain/collections/collection-detail.ts'
import { decodeRings } from '../src/domain/geometry/codec.ts'
import {
  coverageOf,
  simplifyCoverage,
  thresholdFor,
} from '../src/domain/geometry/coverage/simplify-coverage.ts'
import { narrowingOfDegrees } from '../src/domain/geometry/coverage/triangle.ts'
import type { Rings } from '../src/domain/geometry/rings.ts'
import { polygonsOfAtlas } from '../test/support/atlas-polygons.ts'
import { invalidCoverageEdges, openGeosCoverage } from '../test/support/geos.ts'
import { ATLAS_SETS } from './support/atlas-sets.ts'
import {
  areasOf,
  geojsonText,
  hasMapshaper,
  shareFor,
  simplifyByMapshaper,
  verticesOf,
} from './support/mapshaper.ts'
import { printMachine, race } from './support/race.ts'

/** What was written, to be judged when the clock stands. */
type Judged = () => { readonly positions: number; readonly invalidEdges: number }

const ROUNDS = 5
const DETAILS = ['low', 'medium', 'high'] as const

const judged = (members: readonly Rings[]): ReturnType<Judged> => ({
  positions: verticesOf(members),
  invalidEdges: invalidCoverageEdges(members),
})

const simplifiedByUs = (members: readonly Rings[], detail: (typeof DETAILS)[number]): readonly Rings[] => {
  const vertices = maxCoverageVertices(detail, members.length)
  const coverage = coverageOf(members, narrowingOfDegrees, vertices)
  const threshold = thresholdFor(coverage, vertices)
  return simplifyCoverage(coverage, threshold, 10 ** (7 - DEFAULT_PRECISION[detail]))
}

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
  const decimals = DEFAULT_PRECISION[detail]
  const geos = openGeosCoverage(members)
  const tolerance = toleranceFor(geos, positions)
  const text = geojsonText(members)
  const share = hasMapshaper ? await shareFor(text, positions, decimals) : 1
  await race<Judged>(
    `${title} at ${detail} detail: ${verticesOf(members).toLocaleString('en')} positions`,
    ROUNDS,
    {
      'metes, GeoJSON to GeoJSON': () => {
        const written = geojsonText(simplifiedByUs(areasOf(text), detail), decimals)
        return () => judged(areasOf(written))
      },
      ...(hasMapshaper && {
        'mapshaper, GeoJSON to GeoJSON': async () => {
          const written = await simplifyByMapshaper(text, share, decimals)
          return () => judged(areasOf(written))
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
for (const [title, iso, level] of ATLAS_SETS) {
  const members = (await polygonsOfAtlas(iso, level)).map(decodeRings)
  for (const detail of DETAILS) await compare(title, members, detail)
}
