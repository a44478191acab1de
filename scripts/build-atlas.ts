/**
 * Builds the bundled atlas, the boundaries that Metes knows without any import: countries, their states and provinces, and the
 * counties of the United States. See docs/guide/atlas.md.
 *
 *     node scripts/build-atlas.ts           packs what .cache/atlas lacks (170 MB) and writes atlas.db.zst, atlas.json and
 *                                           coverage.json of data/atlas
 *     node scripts/build-atlas.ts --check   builds it anew beside and says whether it is the same
 */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import type { BoundaryEntry } from '../src/domain/catalog/ports.ts'
import { readResearchedCoverage } from '../src/sources/atlas/atlas-coverage.ts'
import { unpackedAtlas } from '../src/sources/atlas/bundled-atlas.ts'
import { loadKindTables } from '../src/sources/kinds/kind-tables.ts'
import { writeCatalogFile } from '../src/storage/sql/catalog-file.ts'
import { coverageOf } from './atlas/coverage.ts'
import { entriesOf } from './atlas/entries.ts'
import { readIsoCodes } from './atlas/iso-codes.ts'
import { openPackages } from './atlas/packages.ts'
import { readPlaces } from './atlas/places.ts'
import { idsOfEdition, readSuccessors } from './atlas/successors.ts'

const ROOT = join(import.meta.dirname, '..')
const ATLAS = join(ROOT, 'data/atlas')

interface Built {
  readonly edition: string
  readonly boundaries: number
  readonly bytes: Buffer
  /** The text of coverage.json, one line a country. */
  readonly coverage: string
}

async function build(path: string): Promise<Built> {
  const packages = openPackages(join(ROOT, '.cache/atlas'))
  const kinds = loadKindTables(join(ROOT, 'data/kinds'))
  const successors = readSuccessors(join(ATLAS, 'successors.yaml'))
  const places = await readPlaces(packages, kinds, ATLAS, report)
  const entries = [...entriesOf(places, kinds, successors.predecessors)]
  const ids = new Set(entries.map(({ record }) => record.id))
  successors.check(idsOfEdition(await unpackedAtlas(ATLAS, ATLAS)), ids)
  const edition = editionOf(entries)
  await writeCatalogFile(path, edition, toAsync(entries))
  const coverage = coverageOf(entries, await readIsoCodes(packages), readResearchedCoverage(ATLAS))
  return {
    edition,
    boundaries: entries.length,
    bytes: readFileSync(path),
    coverage: `{\n${Object.entries(coverage)
      .map(([country, count]) => `  "${country}": ${JSON.stringify(count)}`)
      .join(',\n')}\n}\n`,
  }
}

/** The same contents are one edition: caches know the atlas by it. */
function editionOf(entries: readonly BoundaryEntry[]): string {
  const hash = createHash('sha256')
  for (const { geometry, ...entry } of entries) hash.update(JSON.stringify(entry)).update(geometry.rings)
  return hash.digest('hex').slice(0, 16)
}

async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function report(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Slow to make, as fast to read as any other. */
const COMPRESSION_LEVEL = 17

/** 64 MiB, more than the file has: a coast is once in a country, once in its state, once in its county. */
const WINDOW_LOG = 26

async function write(): Promise<void> {
  const { edition, boundaries, bytes, coverage } = await build(join(ATLAS, 'atlas.draft.db'))
  rmSync(join(ATLAS, 'atlas.draft.db'))
  const packed = zstdCompressSync(bytes, {
    params: {
      [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    },
  })
  writeFileSync(join(ATLAS, 'atlas.db.zst'), packed)
  const manifest = { edition, boundaries, bytes: bytes.length, sha256: sha256(bytes) }
  writeFileSync(join(ATLAS, 'atlas.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(ATLAS, 'coverage.json'), coverage)
  report(`${boundaries} boundaries, ${bytes.length} bytes, packed ${packed.length}`)
}

async function check(): Promise<void> {
  const { bytes, coverage } = await build(join(ATLAS, 'atlas.check.db'))
  rmSync(join(ATLAS, 'atlas.check.db'))
  const committed: { sha256: string } = JSON.parse(readFileSync(join(ATLAS, 'atlas.json'), 'utf8'))
  const isSame =
    sha256(bytes) === committed.sha256 && coverage === readFileSync(join(ATLAS, 'coverage.json'), 'utf8')
  if (isSame) return report('The atlas is what this script builds.')
  report('The atlas is not what this script builds: run it without --check and commit data/atlas.')
  process.exitCode = 1
}

await (process.argv[2] === '--check' ? check() : write())
