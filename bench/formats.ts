/**
 * All counties of the United States (bundled atlas, full detail) into each format, beside ogr2ogr from a GeoPackage of the same counties.
 * `node bench/formats.ts`
 *
 * Ours, in a process of its own whose start is not counted: everything from the question to the catalog to the finished file, and, in
 * brackets, decoding and writing alone. ogr2ogr: the whole process. Memory is the largest resident set of each process.
 * Targets: at least twice as fast; 300 MB.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { arch, cpus, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Catalog, createCatalog } from '../src/domain/catalog/catalog.ts'
import { NO_DISPUTES } from '../src/domain/catalog/disputes.ts'
import { CollectionFile } from '../src/domain/collections/collection-file.ts'
import { selectWithin, survey } from '../src/domain/collections/members.ts'
import { writeCollection } from '../src/domain/collections/write-collection.ts'
import { COLLECTION_FORMATS, type Format } from '../src/domain/formats/index.ts'
import type { GeometryRenderer } from '../src/domain/render/renderer.ts'
import { createInlineRenderer } from '../src/pool/inline.ts'
import { openBundledAtlas } from '../src/sources/atlas/bundled-atlas.ts'

const ROUNDS = 5
const ATLAS = fileURLToPath(new URL('../data/atlas', import.meta.url))
const NEVER = new AbortController().signal

/** ogr2ogr's driver and options that give the same content. */
const DRIVERS: Readonly<Partial<Record<Format, readonly string[]>>> = {
  geojson: ['GeoJSON'],
  geojsonl: ['GeoJSONSeq'],
  geojsons: ['GeoJSONSeq', '-lco', 'RS=YES'],
  // LIBKML takes minutes for this file.
  kml: ['KML'],
  gml: ['GML', '-dsco', 'FORMAT=GML3.2'],
  fgb: ['FlatGeobuf'],
  gpkg: ['GPKG'],
  shp: ['ESRI Shapefile'],
  csv: ['CSV', '-lco', 'GEOMETRY=AS_WKT'],
}

interface Measured {
  readonly ms: number
  /** Decoding and writing alone. */
  readonly writingMs?: number
  readonly megabytes: number
  readonly bytes: number
}

/** In the child: writes once and prints what it took. */
const writeOnce = async (format: Format, path: string): Promise<void> => {
  const { source, close } = await openBundledAtlas(ATLAS, ATLAS)
  const catalog = createCatalog({
    sources: [source],
    polygonBytes: 1_000_000,
    disputes: NO_DISPUTES,
    lexicon: async () => Promise.reject(new Error('Nothing is searched here.')),
  })
  const found = await catalog.find({ by: 'iso', code: 'US' })
  if (!found.found) throw new Error('The atlas lacks the United States.')
  const started = performance.now()
  const { ids, title } = await selectWithin(catalog, found.record, {
    members: 'children',
    adminLevel: null,
    kind: 'county',
  })
  const facts = await survey(catalog, ids, NEVER)
  if (facts === null) throw new Error('The atlas lacks counties.')
  const order = { title, ids, survey: facts, format, detail: 'full', languages: [] } as const
  const bytes = await writeCollection(
    { catalog, renderer: createInlineRenderer() },
    order,
    { signal: NEVER, onStep: () => {} },
    async (written) => {
      copyFileSync(written.path, path)
      return written.bytes
    },
  )
  const ms = performance.now() - started
  const megabytes = process.resourceUsage().maxRSS / 1024
  const writingMs = await timeOfWriting(catalog, order)
  await close()
  const measured: Measured = { ms, writingMs, megabytes, bytes }
  console.log(JSON.stringify(measured))
}

/** Reads everything first, and then writes it. */
const timeOfWriting = async (
  catalog: Catalog,
  order: Parameters<typeof writeCollection>[1],
): Promise<number> => {
  let took = 0
  const renderer: Pick<GeometryRenderer, 'writeCollection'> = {
    writeCollection: async (task, batches) => {
      const all = await Array.fromAsync(batches)
      const started = performance.now()
      const file = new CollectionFile(task)
      for (const batch of all) file.add(batch)
      const written = file.end()
      took = performance.now() - started
      return written
    },
  }
  await writeCollection({ catalog, renderer }, order, { signal: NEVER, onStep: () => {} }, async () => {})
  return took
}

const ours = (format: Format, path: string): Measured =>
  JSON.parse(execFileSync(process.execPath, [import.meta.filename, format, path], { encoding: 'utf8' }))

const byOgr = (driver: readonly string[], input: string, path: string, peak: string): Measured => {
  rmSync(path, { recursive: true, force: true })
  const started = performance.now()
  const [name, ...options] = driver
  const ogr = ['ogr2ogr', '-f', name, ...options, path, input]
  // GNU time writes the largest resident set in KB to its own file: drivers warn on the error output.
  const { status } = spawnSync('/usr/bin/time', ['-f', '%M', '-o', peak, ...ogr], { stdio: 'ignore' })
  const ms = performance.now() - started
  if (status !== 0) throw new Error(`ogr2ogr could not write ${name}.`)
  return { ms, megabytes: Number(readFileSync(peak, 'utf8').trim()) / 1024, bytes: statSync(path).size }
}

const median = (all: readonly Measured[]): Measured => all.toSorted((a, b) => a.ms - b.ms)[all.length >> 1]

const show = ({ ms, writingMs, megabytes, bytes }: Measured): string =>
  `${ms.toFixed(0).padStart(6)} ms ${writingMs === undefined ? '' : `(${writingMs.toFixed(0)} ms) `}${megabytes.toFixed(0).padStart(5)} MB ${(bytes / 1e6).toFixed(1).padStart(6)} MB file`

const main = (): void => {
  console.log(`node ${process.version}, ${platform()} ${arch()}, ${cpus()[0].model}, ${cpus().length} cores`)
  console.log(execFileSync('ogr2ogr', ['--version'], { encoding: 'utf8' }).trim())
  const directory = mkdtempSync(join(tmpdir(), 'metes-bench-'))
  try {
    const input = join(directory, 'counties.gpkg')
    ours('gpkg', input)
    for (const format of COLLECTION_FORMATS) {
      const driver = DRIVERS[format]
      const mine: Measured[] = []
      const theirs: Measured[] = []
      for (let round = 0; round < ROUNDS; round++) {
        mine.push(ours(format, join(directory, `ours.${format}`)))
        if (driver !== undefined)
          theirs.push(byOgr(driver, input, join(directory, `ogr.${format}`), join(directory, 'peak')))
      }
      const [a, b] = [median(mine), theirs.length === 0 ? null : median(theirs)]
      const ratio =
        b === null
          ? ''
          : `   ogr2ogr ${show(b)}   ${(b.ms / a.ms).toFixed(2)} × (${(b.ms / a.writingMs!).toFixed(2)} ×)`
      console.log(`${format.padEnd(9)} ${show(a)}${ratio}`)
    }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const [format, path] = process.argv.slice(2)
if (format === undefined) main()
else await writeOnce(format as Format, path)
