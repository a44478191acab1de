/**
 * `npm test [-- <file or folder> …]`: runs the tests, all by default. `--fast` runs units and the registry, `--deep` gives every
 * generator all its cases, `--watch` runs again what a change concerns.
 */
import { globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { groupsOf } from './test/groups.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RUN_GROUP = fileURLToPath(new URL('./test/run-group.ts', import.meta.url))
const FAST = ['src', 'test/registry', 'test/layers.test.ts']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fast: { type: 'boolean', default: false },
    deep: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
  },
})

/** Tests wait for servers, browsers and other processes, so twice as many as cores keep these busy. */
const CONCURRENCY = 2 * availableParallelism()

const testsIn = (path: string): readonly string[] =>
  statSync(path).isDirectory()
    ? globSync('**/*.test.ts', { cwd: path })
        .toSorted()
        .map((file) => join(path, file))
    : [path]

const chosen = (): readonly string[] => {
  if (positionals.length > 0) return positionals.map((path) => resolve(path))
  return (values.fast ? FAST : ['test', 'src']).map((path) => join(ROOT, path))
}

const files = [...new Set(chosen().flatMap(testsIn))].map((path) => relative(ROOT, path))
if (files.length === 0) throw new Error('There are no tests there.')

// What Node compiles is kept for the next process, as bin/metes.js does for the program.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/tests')
if (values.deep) process.env.METES_TEST_DEEP = '1'

const COUNTED = ['tests', 'suites', 'passed', 'failed', 'cancelled', 'skipped', 'todo'] as const

const report = new spec()
report.pipe(process.stdout)

if (values.watch) run({ files: [...files], watch: true, cwd: ROOT }).pipe(report)
else {
  const startedMs = performance.now()
  const events = new PassThrough({ objectMode: true })
  events.pipe(report)
  const counts = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 }
  const waiting = [...groupsOf(files)]
  /** A process that ends early, even with success, leaves files without a result. */
  const unfinished = new Set(files)

  /** Reports a group file by file, because the reporter cannot follow several at once; without its own totals. */
  const runGroup = async (group: readonly string[]): Promise<void> => {
    let ofFile: TestEvent[] = []
    const flush = (): void => {
      for (const event of ofFile) events.write(event)
      ofFile = []
    }
    for await (const event of run({ files: [RUN_GROUP], argv: [...group], concurrency: 1, cwd: ROOT })) {
      if (event.type === 'test:summary') {
        if (event.data.file === undefined) for (const name of COUNTED) counts[name] += event.data.counts[name]
        continue
      }
      if (event.type === 'test:diagnostic' && event.data.nesting === 0 && event.data.file === undefined)
        continue
      ofFile.push(event)
      if ((event.type === 'test:pass' || event.type === 'test:fail') && event.data.nesting === 0) {
        unfinished.delete(event.data.name)
        flush()
      }
    }
    flush()
  }
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) await runGroup(group)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))

  const total = (message: string): boolean =>
    events.write({ type: 'test:diagnostic', data: { nesting: 0, message, level: 'info' } })
  for (const name of COUNTED) total(`${name} ${counts[name]}`)
  for (const file of unfinished) total(`no result: ${file}`)
  total(`seconds ${((performance.now() - startedMs) / 1000).toFixed(0)}`)
  events.end()
  if (counts.failed + counts.cancelled + unfinished.size > 0 || counts.tests === 0) process.exitCode = 1
}
