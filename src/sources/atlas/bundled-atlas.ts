/**
 * The atlas that comes with Metes, as a `BoundarySource`. It is kept packed, because text and numbers of a catalog pack to less
 * than half; the first start unpacks it beside the packed file, or into the data directory where that is read-only, in a
 * fifth of a second. From then on the file is only opened.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import type { BoundarySource } from '../../domain/catalog/ports.ts'
import { openAtlas } from '../../storage/sql/open-storage.ts'

interface Manifest {
  /** Of the unpacked file. It names the file, so that the same contents laid out anew are unpacked anew. */
  readonly sha256: string
}

const NAME_DIGITS = 16

/** `packedIn` holds what scripts/build-atlas.ts wrote; `dataDirectory` is written to only when `packedIn` cannot be. */
export const openBundledAtlas = (
  packedIn: string,
  dataDirectory: string,
): Promise<{ readonly source: BoundarySource; readonly close: () => Promise<void> }> =>
  openAtlas(unpackedAtlas(packedIn, dataDirectory))

/** The path of the unpacked file. */
export function unpackedAtlas(packedIn: string, dataDirectory: string): string {
  const manifest: Manifest = JSON.parse(readFileSync(join(packedIn, 'atlas.json'), 'utf8'))
  const name = `atlas-${manifest.sha256.slice(0, NAME_DIGITS)}.db`
  const places = [join(packedIn, name), join(dataDirectory, name)]
  return places.find((path) => existsSync(path)) ?? unpack(join(packedIn, 'atlas.db.zst'), manifest, places)
}

function unpack(packed: string, { sha256 }: Manifest, places: readonly string[]): string {
  const bytes = zstdDecompressSync(readFileSync(packed))
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== sha256) {
    throw new Error(`${packed} unpacks to a file with the checksum ${found}; atlas.json says ${sha256}.`)
  }
  const [beside, inData] = places
  try {
    writeWhole(beside, bytes)
    return beside
  } catch {
    mkdirSync(dirname(inData), { recursive: true })
    writeWhole(inData, bytes)
    return inData
  }
}

/** Several processes may start at once, and any may be killed: the name appears when all bytes are there. */
function writeWhole(path: string, bytes: Buffer): void {
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, bytes)
    renameSync(draft, path)
    removeOtherEditions(path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** A process that still reads one keeps it until it ends; where the system does not allow that, the file stays. */
function removeOtherEditions(path: string): void {
  const directory = dirname(path)
  const others = readdirSync(directory).filter((name) => EDITION.test(name) && name !== basename(path))
  for (const name of others) {
    try {
      rmSync(join(directory, name))
    } catch {}
  }
}

const EDITION = /^atlas-[0-9a-f]{16}\.db$/
