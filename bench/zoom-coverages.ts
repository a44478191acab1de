/**
 * Each zoom of vector tiles as a coverage, judged by GEOS, beside mapshaper with about as many vertices: `node bench/zoom-coverages.ts`. Run
 * `npm install --no-save --prefix bench` first.
 *
 * An invalid edge lies inside another area, or along it without the same vertices. Ours are judged on the grid of the zoom, those of
 * mapshaper in degrees as it writes them. Target: none at any zoom.
 */
import { decodeRings } from '../src/domain/geometry/codec.ts'
import type { Rings } from '../src/domain/geometry/rings.ts'
import { prepareBlock } from '../src/domain/tiles/block.ts'
import { MAX_ZOOM } from '../src/domain/tiles/tile-grid.ts'
import { simplifyBlock } from '../src/domain/tiles/zoom-coverage.ts'
import { polygonsOfAtlas } from '../test/support/atlas-polygons.ts'
import { invalidCoverageEdges } from '../test/support/geos.ts'
import { ringsOfMember } from '../test/support/rings-of-member.ts'
import { ATLAS_SETS } from './support/atlas-sets.ts'
import {
  areasOf,
  geojsonText,
  hasMapshaper,
  shareFor,
  simplifyByMapshaper,
  verticesOf,
} from './support/mapshaper.ts'

const WORLD = { z: 0, x: 0, y: 0 }

const described = (members: readonly Rings[], unitsPerDegree?: number): string =>
  `${verticesOf(members)} vertices, ${invalidCoverageEdges(members, unitsPerDegree)} invalid edges`

for (const [title, iso, level] of ATLAS_SETS) {
  const members = await polygonsOfAtlas(iso, level)
  const areas = members.map(decodeRings)
  const text = geojsonText(areas)
  console.log(`\n${title}: ${members.length} members, ${verticesOf(areas)} vertices`)
  const coverage = prepareBlock({ block: WORLD, members, finestZoom: MAX_ZOOM })
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom++) {
    const simplified = simplifyBlock(coverage, zoom)
    const drawn = members.map((_, member) => ringsOfMember(simplified, member))
    const peer = hasMapshaper
      ? `; mapshaper ${described(areasOf(await simplifyByMapshaper(text, await shareFor(text, verticesOf(drawn)))))}`
      : ''
    console.log(`  zoom ${zoom}: metes ${described(drawn, 1)}${peer}`)
  }
}
