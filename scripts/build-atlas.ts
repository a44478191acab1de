/**
 * Builds the bundled atlas, the boundaries that Metes knows without any import: countries, their states and provinces, and the
 * counties of the United States. See docs/guide/atlas.md.
 *
 *     node scripts/build-atlas.ts           packs what .cache/atlas lacks (190 MB) and writes atlas.db.zst, atlas.json,
 *                                           aliases.tsv, coverage.json, gaps.json and disputed.json of data/atlas
 *     node scripts/build-atlas.ts --check   builds it again and compares
 */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { areaKm2 } from '../src/domain/geometry/area.ts'
import { bboxOf } from '../src/domain/geometry/bbox.ts'
import { encodeRings } from '../src/domain/geometry/codec.ts'
import { readResearchedCoverage } from '../src/sources/atlas/atlas-coverage.ts'
import { unpackedAtlas } from '../src/sources/atlas/bundled-atlas.ts'
import { openBundledGazetteer } from '../src/sources/gazetteer/bundled-gazetteer.ts'
import { loadKindTables } from '../src/sources/kinds/kind-tables.ts'
import { loadNameWords } from '../src/sources/names/load-name-words.ts'
import { writeCatalogFile } from '../src/storage/sql/catalog/catalog-file.ts'
import { sha256 } from '../src/util/sha256.ts'
import { type DisputedLand, disputedLand } from './atlas/disputed-land.ts'
import { withoutBorrowedNames } from './atlas/drop-borrowed-names.ts'
import { type AtlasEntry, entriesOf } from './atlas/entries.ts'
import { readIsoCodes } from './atlas/iso-codes.ts'
import { coverageOf } from './atlas/missing-codes.ts'
import { aliasTable } from './atlas/name-alias-table.ts'
import { readNameRules } from './atlas/name-rules.ts'
import { openPackages } from './atlas/packages.ts'
import { readPlaces } from './atlas/places.ts'
import { readDisputes } from './atlas/read-disputes.ts'
import { idsOfEdition, readSuccessors } from './atlas/successors.ts'

const ROOT = join(import.meta.dirname, '..')
const ATLAS = join(ROOT, 'data/atlas')

interface Built {
  readonly edition: string
  readonly boundaries: number
  readonly bytes: Buffer
  /** The files written beside the atlas, by name. */
  readonly texts: Readonly<Record<string, string>>
}

async function build(path: string): Promise<Built> {
  const packages = openPackages(join(ROOT, '.cache/atlas'))
  const kinds = loadKindTables(join(ROOT, 'data/kinds'))
  const disputes = readDisputes(join(ATLAS, 'disputed.yaml'))
  const successors = readSuccessors(join(ATLAS, 'successors.yaml'))
  const { places, unmapped, gaps } = await readPlaces(packages, kinds, ATLAS, disputes, report)
  const disputed = disputedLand(disputes, places, unmapped)
  report(disputed.map(({ entry, land }) => `${entry.area}: ${areaKm2(land).toFixed(1)} km²`).join('; '))
  const entries = withoutBorrowedNames([...entriesOf(places, kinds, successors.predecessors)], {
    towns: await openBundledGazetteer(join(ROOT, 'data/gazetteer'), ATLAS),
    words: loadNameWords(join(ROOT, 'data/names')),
    areNamesakes: readNameRules(join(ATLAS, 'names.yaml')).areNamesakes,
  })
  successors.check(
    idsOfEdition(await unpackedAtlas(ATLAS, ATLAS)),
    new Set(entries.map(({ record }) => record.id)),
  )
  const edition = editionOf(entries)
  await writeCatalogFile(path, edition, toAsync(entries))
  const coverage = coverageOf(
    entries,
    await readIsoCodes(packages),
    readResearchedCoverage(ATLAS),
    (country) => kinds.country(country)?.withoutGovernment ?? [],
  )
  return {
    edition,
    boundaries: entries.length,
    bytes: readFileSync(path),
    texts: {
      'aliases.tsv': aliasTable(entries),
      'coverage.json': `{\n${Object.entries(coverage)
        .map(([country, count]) => `  "${country}": ${JSON.stringify(count)}`)
        .join(',\n')}\n}\n`,
      'gaps.json': `{\n${[...gaps]
        .filter(([, list]) => list.length > 0)
        .map(([country, list]) => `  "${country}": ${JSON.stringify(list)}`)
        .join(',\n')}\n}\n`,
      'disputed.json': `[\n${disputed.map(lineOf).join(',\n')}\n]\n`,
    },
  }
}

/** One dispute per line, its polygon in base64 as stored. */
const lineOf = ({ entry, land }: DisputedLand): string => {
  const { area, claimants, administered_by, condominium, source } = entry
  return JSON.stringify({
    area,
    claimants,
    administered_by,
    condominium,
    source,
    bbox: bboxOf(land),
    land: Buffer.from(encodeRings(land)).toString('base64'),
  })
}

/** Equal contents are one edition: caches identify the atlas by it. */
function editionOf(entries: readonly AtlasEntry[]): string {
  const hash = createHash('sha256')
  for (const { geometry, otherNames: _, ...entry } of entries)
    hash.update(JSON.stringify(entry)).update(geometry.rings)
  return hash.digest('hex').slice(0, 16)
}

async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

function report(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Slow to compress, as fast to read as any other level. */
const COMPRESSION_LEVEL = 17

/** 64 MiB, more than the file: a coast appears in its country, its state and its county. */
const WINDOW_LOG = 26

async function write(): Promise<void> {
  const { edition, boundaries, bytes, texts } = await build(join(ATLAS, 'atlas.draft.db'))
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
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(ATLAS, name), text)
  report(`${boundaries} boundaries, ${bytes.length} bytes, packed ${packed.length}`)
}

async function check(): Promise<void> {
  const { bytes, texts } = await build(join(ATLAS, 'atlas.check.db'))
  rmSync(join(ATLAS, 'atlas.check.db'))
  const committed: { sha256: string } = JSON.parse(readFileSync(join(ATLAS, 'atlas.json'), 'utf8'))
  const isSame =
    sha256(bytes) === committed.sha256 &&
    Object.entries(texts).every(([name, text]) => text === readFileSync(join(ATLAS, name), 'utf8'))
  if (isSame) return report('The atlas is what this script builds.')
  report('The atlas differs from what this script builds: run it without --check and commit data/atlas.')
  process.exitCode = 1
}

await (process.argv[2] === '--check' ? check() : write())
