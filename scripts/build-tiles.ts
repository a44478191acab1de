/**
 * Builds the block of the whole world, which takes longest, for a catalog of the bundled atlas alone. Run it after building the atlas, and
 * when the edition in `src/domain/tiles/zoom-file.ts` was raised: what is out of date is not used.
 *
 *     node scripts/build-tiles.ts           writes data/tiles/
 *     node scripts/build-tiles.ts --check   builds it again and compares
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { openService } from '../src/app/main.ts'
import { openCompute } from '../src/compute/pool/open-compute.ts'
import { readConfig } from '../src/config/read-config.ts'
import { tilesOf, zoomsOf } from '../src/domain/tiles/block.ts'
import { MAX_ZOOM } from '../src/domain/tiles/tile-grid.ts'
import { createTiles } from '../src/domain/tiles/tiles.ts'
import { SERVICE } from '../src/util/work-owner.ts'

const DIRECTORY = join(import.meta.dirname, '../data/tiles')
const WORLD = { z: 0, x: 0, y: 0 }
const MEMORY_BYTES = 1024 ** 3
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 19 } }

const dataDir = mkdtempSync(join(tmpdir(), 'metes-tiles-'))
const compute = openCompute({})
const { catalog, close } = await openService(
  readConfig({ METES_DATA_DIR: dataDir, METES_SOURCES: 'atlas' }),
  compute,
)
const built = new Map<string, Uint8Array>()
const tiles = createTiles({
  catalog,
  compute,
  maxBytes: MEMORY_BYTES,
  files: {
    read: async () => null,
    write: async (name, bytes) => {
      built.set(name, bytes)
    },
  },
})
for (const zoom of zoomsOf(WORLD, MAX_ZOOM))
  await tiles.draw(tilesOf(WORLD, zoom), { set: 'all', languages: [] }, SERVICE)
await close()
rmSync(dataDir, { recursive: true })

const isCurrent = (path: string, bytes: Uint8Array): boolean =>
  existsSync(path) && zstdDecompressSync(readFileSync(path)).equals(bytes)

if (!process.argv.includes('--check')) mkdirSync(DIRECTORY, { recursive: true })
for (const [name, bytes] of built) {
  const path = join(DIRECTORY, `${name}.zst`)
  if (!process.argv.includes('--check')) writeFileSync(path, zstdCompressSync(bytes, COMPRESSION))
  else if (!isCurrent(path, bytes)) {
    process.stderr.write(`${path} is out of date.\n`)
    process.exitCode = 1
  }
}
