/**
 * Builds the bundled land mask from OpenStreetMap's coastlines, and the lakes and rivers that maps draw on it, both cut into tiles. See
 * docs/guide/land.md.
 *
 *     node scripts/build-land.ts           packs what .cache/atlas lacks (31 MB) and writes the files of data/land
 *     node scripts/build-land.ts --check   builds them again and compares
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import type { LandSource } from '../src/domain/area/ports.ts'
import { areaKm2 } from '../src/domain/geometry/area.ts'
import { divideIntoTiles } from '../src/domain/geometry/divide-into-tiles.ts'
import { type GeoJsonArea, ringsFromGeoJson } from '../src/domain/geometry/geojson-rings.ts'
import { joinRings } from '../src/domain/geometry/parts.ts'
import { repair } from '../src/domain/geometry/repair.ts'
import type { Rings } from '../src/domain/geometry/rings.ts'
import type { Tile } from '../src/domain/geometry/tiles.ts'
import { EARTH, TILE_SIZE } from '../src/sources/land/tile-size.ts'
import { encodedTile, writeTileFile } from '../src/sources/land/write-tile-file.ts'
import { sha256 } from '../src/util/sha256.ts'
import { openPackages } from './atlas/packages.ts'
import { roundedShore } from './land/rounded-shores.ts'
import type { Line } from './overview/lines.ts'

const ROOT = join(import.meta.dirname, '..')
const LAND = join(ROOT, 'data/land')

interface Mask {
  readonly source: LandSource
  /** Of the decimals of its positions. */
  readonly gridUnits: number
  readonly read: () => readonly Rings[]
}

const packages = openPackages(join(ROOT, '.cache/atlas'))
const geometriesOf = (key: 'coastlines' | 'waters'): readonly GeoJsonArea[] =>
  JSON.parse(packages.text(key)).geometries

const url = 'https://github.com/simonepri/geo-maps'
const attribution = '© OpenStreetMap contributors, ODbL 1.0'

/** Smaller waters would double the file, and are a few pixels on the maps that show where one is. */
const MIN_KM2 = 20

const MASKS: Readonly<Record<string, Mask>> = {
  land: {
    source: {
      name: 'OpenStreetMap coastlines of November 2017, simplified to 10 m (geo-maps 0.6.0)',
      url,
      attribution,
    },
    gridUnits: 100,
    read: () => geometriesOf('coastlines').map(ringsFromGeoJson),
  },
  waters: {
    source: {
      name: 'OpenStreetMap lakes and rivers of November 2017, simplified to about 2 km (geo-maps 0.6.0)',
      url,
      attribution,
    },
    gridUnits: 10_000,
    read: () => {
      // The third is the sea, which is where no land is.
      const [rivers, lakes] = geometriesOf('waters').map(polygonsOf)
      return [...rivers, ...lakes].filter((each) => each.polygonEnds.length > 0 && areaKm2(each) >= MIN_KM2)
    },
  },
}

/** A triangle of positions is a small lake, or an islet, that no map shows. */
const MIN_RING = 4

const polygonsOf = ({ coordinates }: GeoJsonArea): readonly Rings[] =>
  (coordinates as readonly (readonly Line[])[]).map((rings) =>
    ringsFromGeoJson({
      type: 'Polygon',
      coordinates: rings.map(roundedShore).filter(({ length }) => length > MIN_RING),
    }),
  )

interface Built {
  readonly tiles: readonly Tile[]
  readonly bytes: Buffer
}

async function build({ source, gridUnits, read }: Mask, path: string): Promise<Built> {
  // Repaired: some of the polygons cross themselves or others.
  const area = repair(joinRings(read()), gridUnits)
  report(`${area.polygonEnds.length} polygons, ${area.coords.length / 2} positions`)
  const tiles = [...divideIntoTiles(area, { ...TILE_SIZE, box: EARTH, unit: gridUnits })]
  await writeTileFile(path, source, tiles.map(encodedTile))
  const bytes = readFileSync(path)
  rmSync(path)
  return { tiles, bytes }
}

function report(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Slow to compress, as fast to read as any other level. */
const COMPRESSION_LEVEL = 19

async function write(name: string, mask: Mask): Promise<void> {
  const { tiles, bytes } = await build(mask, join(LAND, `${name}.draft.tiles`))
  const packed = zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL },
  })
  writeFileSync(join(LAND, `${name}.tiles.zst`), packed)
  const manifest = { tiles: tiles.length, bytes: bytes.length, sha256: sha256(bytes) }
  writeFileSync(join(LAND, `${name}.json`), `${JSON.stringify(manifest, null, 2)}\n`)
  report(`${name}: ${tiles.length} tiles, ${bytes.length} bytes, packed ${packed.length}`)
}

async function check(name: string, mask: Mask): Promise<void> {
  const { bytes } = await build(mask, join(LAND, `${name}.check.tiles`))
  const committed: { sha256: string } = JSON.parse(readFileSync(join(LAND, `${name}.json`), 'utf8'))
  if (sha256(bytes) === committed.sha256) return report(`data/land: ${name} is what this script builds.`)
  report(
    `data/land: ${name} differs from what this script builds: run it without --check and commit data/land.`,
  )
  process.exitCode = 1
}

for (const [name, mask] of Object.entries(MASKS))
  await (process.argv[2] === '--check' ? check(name, mask) : write(name, mask))
