/**
 * Builds what the map page shows of the whole world before any tile has arrived: coarse land and lakes from the bundled masks, borders
 * and names of countries from the bundled atlas. Run it after building either.
 *
 *     node scripts/build-overview.ts           writes data/overview/world.json
 *     node scripts/build-overview.ts --check   builds it again and compares
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coarseBorders } from './overview/borders.ts'
import { coarseLand, coarseWaters } from './overview/land.ts'

const DATA = join(import.meta.dirname, '../data')
const FILE = join(DATA, 'overview/world.json')

const feature = (geometry: object, properties: object): object => ({ type: 'Feature', geometry, properties })

const land = await coarseLand(join(DATA, 'land'))
const waters = await coarseWaters(join(DATA, 'land'))
const { borders, countries } = await coarseBorders(join(DATA, 'atlas'))
const features = [
  feature({ type: 'MultiPolygon', coordinates: land }, { what: 'land' }),
  feature({ type: 'MultiPolygon', coordinates: waters }, { what: 'water' }),
  feature({ type: 'MultiLineString', coordinates: borders }, { what: 'border' }),
  // The largest first, whose names matter most.
  ...countries
    .toSorted((a, b) => b.areaKm2 - a.areaKm2)
    .map(({ name, at }, rank) =>
      feature({ type: 'Point', coordinates: at }, { what: 'country', name, rank }),
    ),
]
const text = `${JSON.stringify({ type: 'FeatureCollection', features })}\n`
process.stderr.write(
  `${land.flat(2).length} positions of land, ${waters.flat(2).length} of waters, ${borders.flat().length} of borders, ${countries.length} countries\n`,
)
if (!process.argv.includes('--check')) {
  mkdirSync(join(DATA, 'overview'), { recursive: true })
  writeFileSync(FILE, text)
} else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write('data/overview/world.json is out of date.\n')
  process.exitCode = 1
}
