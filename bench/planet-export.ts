/**
 * A level of the whole planet, 500,000 boundaries with 30 million positions, at full detail into each format: the time, and the largest
 * resident set of the process with its thread (VmHWM of /proc). `node bench/planet-export.ts [format]`
 *
 * Boundaries come from a seeded generator when they are asked for, so that what is measured is the export. A topology is left out: it
 * holds 8 million positions at most. Target: 600 MB.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { serverLanes } from '../src/compute/pool/lane-limits.ts'
import { openCompute } from '../src/compute/pool/open-compute.ts'
import { survey } from '../src/domain/collections/collection-members.ts'
import { writeCollection } from '../src/domain/collections/write-collection.ts'
import { COLLECTION_FORMATS, type Format } from '../src/domain/formats/index.ts'
import { SERVICE } from '../src/util/work-owner.ts'
import { planetCells } from './support/planet-cells.ts'

const BOUNDARIES = 500_000
const MAX_MEGABYTES = 600
const NEVER = new AbortController().signal

/** In a process of its own, whose memory is then that of one export. */
const writeOnce = async (format: Format): Promise<void> => {
  const { ids, catalog } = planetCells(BOUNDARIES)
  const compute = openCompute(serverLanes({ threads: 1 }))
  const started = performance.now()
  const facts = await survey(catalog, ids, NEVER)
  if (facts === null) throw new Error('There are no boundaries.')
  const order = { title: 'Planet', ids, survey: facts, format, detail: 'full', languages: [] } as const
  const { bytes, vertices, features } = await writeCollection(
    { catalog, compute },
    order,
    { owner: SERVICE, signal: NEVER, onStep: () => {} },
    async (written) => written,
  )
  const seconds = (performance.now() - started) / 1000
  await compute.close()
  const megabytes = Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
  console.log(
    `${format.padEnd(9)} ${seconds.toFixed(1).padStart(6)} s ${megabytes.toFixed(0).padStart(5)} MB at most  ` +
      `${features} boundaries, ${(vertices / 1e6).toFixed(1)} million positions, ${(bytes / 1e6).toFixed(0)} MB file` +
      (megabytes > MAX_MEGABYTES ? `  more than ${MAX_MEGABYTES} MB` : ''),
  )
}

const [format] = process.argv.slice(2)
if (format !== undefined) await writeOnce(format as Format)
else {
  console.log(`node ${process.version}, ${platform()} ${arch()}, ${cpus()[0].model}, ${cpus().length} cores`)
  for (const each of COLLECTION_FORMATS)
    if (each !== 'topojson')
      execFileSync(process.execPath, [import.meta.filename, each], { stdio: 'inherit' })
}
