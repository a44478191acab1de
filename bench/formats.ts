/**
 * All counties of the United States (bundled atlas, full detail) into each format, beside ogr2ogr from a GeoPackage of the same counties,
 * written by us: both write the same polygons and columns, unsimplified. `node bench/formats.ts [format …]`
 *
 * Ours, from the question to the catalog to the finished, hashed file, in a service that runs, with a compile cache as bin/metes.js has:
 * its first export, and the median of the next ones, which alternate with ogr2ogr. ogr2ogr: the whole process. A Shapefile is a zip archive in both. Memory is the largest
 * resident set of each process, ours with its threads and after all rounds.
 * Targets: at least twice as fast; 300 MB.
 */

import { execFileSync, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { arch, cpus, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serverLanes } from '../src/compute/pool/lane-limits.ts'
import { openCompute } from '../src/compute/pool/open-compute.ts'
import type { Compute } from '../src/compute/port.ts'
import { type Catalog, createCatalog } from '../src/domain/catalog/catalog.ts'
import { selectWithin, survey } from '../src/domain/collections/collection-members.ts'
import { expectCollection, writeCollection } from '../src/domain/collections/write-collection.ts'
import { COLLECTION_FORMATS, type Format } from '../src/domain/formats/index.ts'
import { openBundledAtlas } from '../src/sources/atlas/bundled-atlas.ts'
import { SERVICE } from '../src/util/work-owner.ts'
import { NO_DISPUTES } from '../test/doubles/no-disputes.ts'

const ROUNDS = 11
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

/** By which ogr2ogr knows that a Shapefile is an archive. */
const EXTENSIONS: Readonly<Partial<Record<Format, string>>> = { shp: 'shz' }

interface Measured {
  readonly ms: number
  readonly megabytes: number
  readonly bytes: number
}

/** In the child: writes whenever the parent asks, and answers what it took. */
const serve = async (format: Format, path: string): Promise<void> => {
  const { source, close } = await openBundledAtlas(ATLAS, ATLAS)
  const catalog = createCatalog({
    sources: [source],
    polygonBytes: 1_000_000,
    disputes: NO_DISPUTES,
    lexicon: async () => Promise.reject(new Error('Nothing is searched here.')),
  })
  const compute = openCompute(serverLanes({ threads: 1 }))
  process.on('message', async () => {
    // As for ogr2ogr: replacing a file takes longer than writing one.
    rmSync(path, { force: true })
    const started = performance.now()
    const bytes = await writeCounties(catalog, compute, format, path)
    const ms = performance.now() - started
    const measured: Measured = { ms, megabytes: process.resourceUsage().maxRSS / 1024, bytes }
    process.send?.(measured)
  })
  process.on('disconnect', async () => {
    await compute.close()
    await close()
  })
  process.send?.('ready')
}

const writeCounties = async (
  catalog: Catalog,
  compute: Compute,
  format: Format,
  path: string,
): Promise<number> => {
  const found = await catalog.find({ by: 'iso', code: 'US' })
  if (!found.found) throw new Error('The atlas lacks the United States.')
  const { ids, title } = await selectWithin(catalog, found.record, {
    members: 'children',
    adminLevel: null,
    kind: 'county',
  })
  expectCollection(compute)
  const facts = await survey(catalog, ids, NEVER)
  if (facts === null) throw new Error('The atlas lacks counties.')
  return writeCollection(
    { catalog, compute },
    { title, ids, survey: facts, format, detail: 'full', languages: [] },
    { owner: SERVICE, signal: NEVER, onStep: () => {} },
    async (written) => {
      renameSync(written.path, path)
      return written.bytes
    },
  )
}

const startOurs = async (format: Format, directory: string, path: string) => {
  const compiled = join(directory, 'compiled')
  const child = fork(import.meta.filename, ['--serve', format, path], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  })
  const next = async (): Promise<Measured> => (await once(child, 'message'))[0] as Measured
  await next()
  return {
    write: (): Promise<Measured> => {
      child.send('write')
      return next()
    },
    close: async (): Promise<void> => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

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

const show = ({ ms, megabytes, bytes }: Measured): string =>
  `${ms.toFixed(0).padStart(6)} ms ${megabytes.toFixed(0).padStart(5)} MB ${(bytes / 1e6).toFixed(1).padStart(6)} MB file`

const compare = async (format: Format, directory: string, input: string): Promise<void> => {
  const driver = DRIVERS[format]
  const ours = await startOurs(format, directory, join(directory, `ours.${format}`))
  const first = await ours.write()
  const mine: Measured[] = []
  const theirs: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    mine.push(await ours.write())
    if (driver !== undefined)
      theirs.push(
        byOgr(driver, input, join(directory, `ogr.${EXTENSIONS[format] ?? format}`), join(directory, 'peak')),
      )
  }
  await ours.close()
  const [a, b] = [median(mine), theirs.length === 0 ? null : median(theirs)]
  const ratio =
    b === null
      ? ''
      : `   ogr2ogr ${show(b)}   ${(b.ms / a.ms).toFixed(2)} × (first ${(b.ms / first.ms).toFixed(2)} ×)`
  console.log(
    `${format.padEnd(9)} first ${first.ms.toFixed(0).padStart(5)} ms, then ${show({ ...a, megabytes: mine[ROUNDS - 1].megabytes })}${ratio}`,
  )
}

const main = async (formats: readonly Format[]): Promise<void> => {
  console.log(`node ${process.version}, ${platform()} ${arch()}, ${cpus()[0].model}, ${cpus().length} cores`)
  console.log(execFileSync('ogr2ogr', ['--version'], { encoding: 'utf8' }).trim())
  const directory = mkdtempSync(join(tmpdir(), 'metes-bench-'))
  try {
    const input = join(directory, 'counties.gpkg')
    const source = await startOurs('gpkg', directory, input)
    await source.write()
    await source.close()
    for (const format of formats) await compare(format, directory, input)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const [first, ...others] = process.argv.slice(2)
if (first === '--serve') await serve(others[0] as Format, others[1])
else await main(first === undefined ? COLLECTION_FORMATS : ([first, ...others] as Format[]))
