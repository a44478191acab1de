/**
 * The cost of heavy work by the size of its input: `node bench/complexity.ts ['NAME' …]`, everything by default: an import, and the union,
 * the collection, the block of tiles and the area of boundaries. Each input is doubled five times and processed in a process of its own; the
 * exponent is the slope of processor time and memory over size on logarithmic axes, above those of nothing. Target: at most 1.2 for time,
 * which n log n is here, or a limit that ends it, which is printed.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePbf } from '../test/support/pbf-writer.ts'
import { BOUNDARY_SETS } from './support/boundary-sets.ts'
import { IMPORT_INPUTS } from './support/import-inputs.ts'
import type { Run } from './support/work-once.ts'
import { WORKS } from './support/works.ts'

const DOUBLINGS = 5

interface Series {
  readonly name: string
  readonly smallest: number
  readonly run: (size: number) => Run
  /** Nothing of the kind. */
  readonly nothing: () => Run
}

const directory = mkdtempSync(join(tmpdir(), 'metes-bench-complexity-'))

const runOf = (script: string, ...args: readonly string[]): Run => {
  const path = join(import.meta.dirname, 'support', script)
  const { stdout, stderr, status } = spawnSync(process.execPath, [path, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed:\n${stderr}`)
  return JSON.parse(stdout)
}

/** The last of the files is measured. */
const importOf = (...files: readonly Uint8Array[]): Run => {
  const paths = files.map((_, index) => join(directory, `map-${index}.osm.pbf`))
  paths.forEach((path, index) => {
    writeFileSync(path, files[index])
  })
  return runOf('import-once.ts', ...paths)
}

const SERIES: readonly Series[] = [
  ...Object.entries(IMPORT_INPUTS).map(
    ([name, { smallest, file, before }]): Series => ({
      name: `import: ${name}`,
      smallest,
      run: (size) => importOf(...(before === undefined ? [] : [before(size)]), file(size)),
      nothing: () => importOf(writePbf({})),
    }),
  ),
  ...Object.keys(WORKS).flatMap((work) =>
    Object.entries(BOUNDARY_SETS).map(
      ([set, { smallest }]): Series => ({
        name: `${work}: ${set}`,
        smallest,
        run: (size) => runOf('work-once.ts', work, set, String(size)),
        nothing: () => runOf('work-once.ts', work, set, '4'),
      }),
    ),
  ),
]

/** Slope of the larger half of the sizes, where what does not grow counts little. */
const exponentOf = (values: readonly number[]): string => {
  const upper = values.slice(-4)
  const logs = upper.map((value) => Math.log2(Math.max(1, value)))
  const middle = (logs.length - 1) / 2
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length
  const slope = logs.reduce((sum, log, index) => sum + (index - middle) * (log - mean), 0)
  return (slope / logs.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)).toFixed(2)
}

const shown = (value: number, width: number): string => Math.round(value).toLocaleString('en').padStart(width)

const named = process.argv.slice(2)
try {
  for (const { name, smallest, run, nothing } of SERIES) {
    if (named.length > 0 && !named.some((each) => name.includes(each))) continue
    const none = nothing()
    console.log(`${name}\n      size    time ms     cpu ms    peak MB`)
    const runs = Array.from({ length: DOUBLINGS + 1 }, (_, doubling) => {
      const size = smallest * 2 ** doubling
      const each = run(size)
      const columns = [
        shown(size, 10),
        shown(each.ms, 10),
        shown(each.cpuMs, 10),
        shown(each.peakBytes / 1e6, 10),
      ]
      console.log([...columns, ...(each.leftOut === null ? [] : [` ${each.leftOut}`])].join(' '))
      return each
    })
    const time = exponentOf(runs.map(({ cpuMs }) => cpuMs - none.cpuMs))
    const memory = exponentOf(runs.map(({ peakBytes }) => (peakBytes - none.peakBytes) / 1e6))
    console.log(`  exponent of time ${time}, of memory ${memory}\n`)
  }
} finally {
  rmSync(directory, { recursive: true })
}
