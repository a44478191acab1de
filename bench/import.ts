/**
 * Importing extracts: `node bench/import.ts [FILE.osm.pbf …]`, by default the extracts in `../shared/data/osm`.
 *
 * - Compared with osmium, where it is installed: `osmium tags-filter` for the same boundaries and `osmium export` of their
 *   polygons. Metes also finds parents, kinds and weights and fills the catalog.
 * - Reading alone: the largest extract repeated to 250 and to 500 MB, compared with bare decompression. Targets: 16.7 MB/s per core
 *   (1 GB a minute), and a peak of memory that does not grow with the file.
 */
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { arch, cpus, platform, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { kindsIn, NODES, openBlock, RELATIONS, WAYS } from '../src/sources/extract/pbf/block.ts'
import { openPbf, readBlob } from '../src/sources/extract/pbf/file.ts'
import { blob, framed, headerBlock } from '../test/support/pbf-writer.ts'
import type { ImportRun } from './support/import-once.ts'
import { median } from './support/median.ts'

const ROUNDS = 3
const DATA = fileURLToPath(new URL('../../shared/data/osm', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'metes-bench-import-'))

const importOnce = (file: string): ImportRun => {
  const script = join(import.meta.dirname, 'support/import-once.ts')
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The import of ${file} failed:\n${stderr}`)
  return JSON.parse(stdout)
}

const hasOsmium = spawnSync('osmium', ['--version']).status === 0

const osmiumMs = (file: string): number => {
  const filtered = join(work, 'filtered.osm.pbf')
  const started = performance.now()
  for (const args of [
    ['tags-filter', file, 'r/boundary=administrative,postal_code', '-o', filtered, '--overwrite'],
    [
      'export',
      filtered,
      '--geometry-types=polygon',
      '-f',
      'geojsonseq',
      '-o',
      join(work, 'out.geojsonseq'),
      '--overwrite',
    ],
  ]) {
    const { status, stderr } = spawnSync('osmium', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`osmium ${args[0]} failed:\n${stderr}`)
  }
  return performance.now() - started
}

/** The blobs of a file, each kind repeated `times` times, in the usual order. */
const repeated = async (file: string, bytes: number): Promise<string> => {
  const source = await openPbf(file)
  const times = Math.ceil(bytes / source.fileBytes)
  const path = join(work, `${Math.round(bytes / 1e6)}.osm.pbf`)
  const from = openSync(file, 'r')
  const into = openSync(path, 'w')
  writeSync(into, blob('OSMHeader', headerBlock({})))
  const blobs = Array.from({ length: source.blobCount }, (_, index) => {
    const raw = readBlob(file, from, source.offsets[index], source.sizes[index])
    return {
      kinds: kindsIn(openBlock(raw)),
      framed: framed('OSMData', bytesAt(from, source.offsets[index], source.sizes[index])),
    }
  })
  for (const kind of [NODES, WAYS, RELATIONS]) {
    for (let time = 0; time < times; time++) {
      for (const { kinds, framed } of blobs) if (kinds === kind) writeSync(into, framed)
    }
  }
  closeSync(from)
  closeSync(into)
  return path
}

const bytesAt = (descriptor: number, offset: number, size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  readSync(descriptor, bytes, 0, size, offset)
  return bytes
}

const inflateMs = async (file: string): Promise<number> => {
  const source = await openPbf(file)
  const descriptor = openSync(file, 'r')
  const started = performance.now()
  for (let index = 0; index < source.blobCount; index++) {
    readBlob(file, descriptor, source.offsets[index], source.sizes[index])
  }
  closeSync(descriptor)
  return performance.now() - started
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const rate = (bytes: number, ms: number): string => `${(bytes / 1000 / ms).toFixed(1)} MB/s`
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

const given = process.argv.slice(2)
const files =
  given.length > 0 || !existsSync(DATA) ? given : readdirSync(DATA).map((name) => join(DATA, name))
if (files.length === 0) throw new Error('Name a file: there are no extracts in ../shared/data/osm.')
console.log(
  `${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, median of ${ROUNDS}`,
)

try {
  for (const file of files) {
    const ours: ImportRun[] = []
    const theirs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(importOnce(file))
      if (hasOsmium) theirs.push(osmiumMs(file))
    }
    const ms = median(ours.map((run) => run.ms))
    const { boundaries, peakBytes } = ours[0]
    const peer = hasOsmium
      ? `osmium ${seconds(median(theirs))}, ratio ${(ms / median(theirs)).toFixed(2)}`
      : 'osmium is not installed'
    console.log(
      `${basename(file)}: ${boundaries} boundaries in ${seconds(ms)}, peak ${megabytes(peakBytes)}; ${peer}`,
    )
  }
  const largest = files.toSorted((a, b) => statSync(b).size - statSync(a).size)[0]
  for (const bytes of [250e6, 500e6]) {
    const file = await repeated(largest, bytes)
    const size = statSync(file).size
    const bare = await inflateMs(file)
    const run = importOnce(file)
    const reading = run.phases.reading
    console.log(
      `${megabytes(size)}, ${run.elements.toLocaleString('en')} elements: read at ${rate(size, reading)}, ` +
        `imported at ${rate(size, run.ms)}, peak ${megabytes(run.peakBytes)}; zlib alone ${rate(size, bare)} on one core`,
    )
    rmSync(file)
  }
} finally {
  rmSync(work, { recursive: true })
}
