/**
 * Builds the bundled land mask from OpenStreetMap's coastlines, cut into tiles. See docs/guide/land.md.
 *
 *     node scripts/build-land.ts           packs what .cache/atlas lacks (12 MB) and writes the files of data/land
 *     node scripts/build-land.ts --check   builds it again and compares
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
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

const ROOT = join(import.meta.dirname, '..')
const LAND = join(ROOT, 'data/land')

/** The coastlines come with five decimals. */
const GRID_UNITS = 100

const SOURCE = {
  name: 'OpenStreetMap coastlines of November 2017, simplified to 10 m (geo-maps 0.6.0)',
  url: 'https://github.com/simonepri/geo-maps',
  attribution: '© OpenStreetMap contributors, ODbL 1.0',
}

interface Built {
  readonly tiles: readonly Tile[]
  readonly bytes: Buffer
}

async function build(path: string): Promise<Built> {
  const land = readCoastlines()
  report(`${land.polygonEnds.length} polygons, ${land.coords.length / 2} positions`)
  const tiles = [...divideIntoTiles(land, { ...TILE_SIZE, box: EARTH, unit: GRID_UNITS })]
  await writeTileFile(path, SOURCE, tiles.map(encodedTile))
  const bytes = readFileSync(path)
  rmSync(path)
  return { tiles, bytes }
}

/** Repaired: some of the polygons cross themselves or others. */
function readCoastlines(): Rings {
  const packages = openPackages(join(ROOT, '.cache/atlas'))
  const { geometries }: { geometries: readonly GeoJsonArea[] } = JSON.parse(packages.text('coastlines'))
  return repair(joinRings(geometries.map(ringsFromGeoJson)), GRID_UNITS)
}

function report(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Slow to compress, as fast to read as any other level. */
const COMPRESSION_LEVEL = 19

async function write(): Promise<void> {
  const { tiles, bytes } = await build(join(LAND, 'land.draft.tiles'))
  const packed = zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL },
  })
  writeFileSync(join(LAND, 'land.tiles.zst'), packed)
  const manifest = { tiles: tiles.length, bytes: bytes.length, sha256: sha256(bytes) }
  writeFileSync(join(LAND, 'land.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  report(`${tiles.length} tiles, ${bytes.length} bytes, packed ${packed.length}`)
}

async function check(): Promise<void> {
  const { bytes } = await build(join(LAND, 'land.check.tiles'))
  const committed: { sha256: string } = JSON.parse(readFileSync(join(LAND, 'land.json'), 'utf8'))
  if (sha256(bytes) === committed.sha256) return report('The land mask is what this script builds.')
  report('The land mask differs from what this script builds: run it without --check and commit data/land.')
  process.exitCode = 1
}

await (process.argv[2] === '--check' ? check() : write())
