/**
 * Builds the bundled gazetteer: populated places as points, from GeoNames. See docs/guide/atlas.md.
 *
 *     node scripts/build-gazetteer.ts           downloads what .cache/atlas lacks (15 MB) and writes the files of data/gazetteer
 *     node scripts/build-gazetteer.ts --check   builds it again and compares
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { encodeGazetteer } from '../src/sources/gazetteer/encode-gazetteer.ts'
import { openPackages } from './atlas/packages.ts'
import { type Division, editionOf, entriesOf } from './gazetteer/entries.ts'

const ROOT = join(import.meta.dirname, '..')
const GAZETTEER = join(ROOT, 'data/gazetteer')

interface Built {
  readonly edition: string
  readonly towns: number
  readonly bytes: Uint8Array
}

function build(): Built {
  const packages = openPackages(join(ROOT, '.cache/atlas'))
  const table = packages.text('towns')
  const divisions = [...packages.files('townDivisions').values()].flatMap((file): readonly Division[] =>
    JSON.parse(file.toString('utf8')),
  )
  const entries = entriesOf(table, divisions)
  return { edition: editionOf(table), towns: entries.length, bytes: encodeGazetteer(entries) }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function report(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Level 19 compresses best; a window of 32 MB spans the file. Neither slows unpacking down. */
const COMPRESSION = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_windowLog]: 25,
}

function write(): void {
  const { edition, towns, bytes } = build()
  const packed = zstdCompressSync(bytes, { params: COMPRESSION })
  writeFileSync(join(GAZETTEER, 'gazetteer.bin.zst'), packed)
  const manifest = { edition, towns, bytes: bytes.length, sha256: sha256(bytes) }
  writeFileSync(join(GAZETTEER, 'gazetteer.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  report(`${towns} towns, ${bytes.length} bytes, packed ${packed.length}`)
}

function check(): void {
  const { bytes } = build()
  const committed: { sha256: string } = JSON.parse(readFileSync(join(GAZETTEER, 'gazetteer.json'), 'utf8'))
  if (sha256(bytes) === committed.sha256) {
    report('The gazetteer is what this script builds.')
  } else {
    report(
      'The gazetteer differs from what this script builds: run it without --check and commit data/gazetteer.',
    )
    process.exitCode = 1
  }
}

if (process.argv[2] === '--check') check()
else write()
