/**
 * Each zoom of vector tiles as a coverage, judged by GEOS, beside mapshaper with about as many vertices: `node bench/zoom-coverages.ts`. Run
 * `npm install --no-save --prefix bench` first.
 *
 * An invalid edge lies inside another area, or along it without the same vertices. Ours are judged on the grid of the zoom, those of
 * mapshaper in degrees as it writes them. Target: none at any zoom.
 */
import { decodeRings } from '../src/domain/geometry/codec.ts'
import { type Rings, vertexCount } from '../src/domain/geometry/rings.ts'
import { prepareBlock } from '../src/domain/tiles/block.ts'
import { MAX_ZOOM } from '../src/domain/tiles/tile-grid.ts'
import { simplifyBlock } from '../src/domain/tiles/zoom-coverage.ts'
import { polygonsOfAtlas } from '../test/support/atlas-polygons.ts'
import { invalidCoverageEdges } from '../test/support/geos.ts'
import { ringsOfMember } from '../test/support/rings-of-member.ts'
import { areasOf, geojsonText, hasMapshaper, simplifyByMapshaper } from './support/mapshaper.ts'

const WORLD = { z: 0, x: 0, y: 0 }
const ATTEMPTS = 4

const verticesOf = (members: readonly Rings[]): number =>
  members.reduce((sum, rings) => sum + vertexCount(rings), 0)

const described = (members: readonly Rings[], unitsPerDegree?: number): string =>
  `${verticesOf(members)} vertices, ${invalidCoverageEdges(members, unitsPerDegree)} invalid edges`

/** It counts vertices in another way, so the share is approached. */
const byMapshaper = async (text: string, whole: number, vertices: number): Promise<readonly Rings[]> => {
  let share = vertices / whole
  let areas: readonly Rings[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    areas = areasOf(await simplifyByMapshaper(text, Math.min(1, share)))
    share *= vertices / verticesOf(areas)
  }
  return areas
}

for (const [title, iso, level] of [
  ['counties of the United States', 'US', 6],
  ['counties of Texas', 'US-TX', 6],
  ['states of Germany', 'DE', 4],
] as const) {
  const members = await polygonsOfAtlas(iso, level)
  const areas = members.map(decodeRings)
  const text = geojsonText(areas)
  console.log(`\n${title}: ${members.length} members, ${verticesOf(areas)} vertices`)
  const coverage = prepareBlock({ block: WORLD, members, finestZoom: MAX_ZOOM })
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom++) {
    const simplified = simplifyBlock(coverage, zoom)
    const drawn = members.map((_, member) => ringsOfMember(simplified, member))
    const peer = hasMapshaper
      ? `; mapshaper ${described(await byMapshaper(text, verticesOf(areas), verticesOf(drawn)))}`
      : ''
    console.log(`  zoom ${zoom}: metes ${described(drawn, 1)}${peer}`)
  }
}
