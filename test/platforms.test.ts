/** What macOS and Windows require of the repository, as far as it shows on any system (docs/decisions/0143-platforms.md). */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const git = (...args: readonly string[]): readonly string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((line) => line !== '')

const files = git('ls-files', '-z')

const sources = files
  .filter((path) => /^(?:src|bin|scripts|test)\/.*\.[jt]s$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

test('no two files differ only in the case of letters', () => {
  const folded = Map.groupBy(files, (path) => path.normalize('NFC').toLowerCase())
  assert.ok(folded.size > 2_000)
  assert.deepEqual(
    [...folded.values()].filter((paths) => paths.length > 1),
    [],
  )
})

test('each file has a name that Windows allows, in a path that leaves room for the folder above', () => {
  const isRefused = (name: string): boolean =>
    /[<>:"\\|?*\p{Cc}]|[. ]$/u.test(name) || /^(?:con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$)/i.test(name)
  // MAX_PATH is 260.
  const refused = files.filter((path) => path.length > 160 || path.split('/').some(isRefused))
  assert.deepEqual(refused, [])
})

test('texts have the line ends of Unix, whatever git is told to write', () => {
  const refused = git('ls-files', '-z', '--eol').filter(
    (line) => !/^i\/(?:lf|none)\s+w\/(?:lf|none)\s+attr\/text=auto eol=lf\s|^i\/-text\s/.test(line),
  )
  assert.deepEqual(refused, [])
})

test('no path is made from the text of an address, which is none on Windows', () => {
  const made = sources.flatMap(({ path, text }) =>
    Array.from(
      text.matchAll(/new URL\([^()]*(?:import\.meta\.url|[A-Z]{3,})\)\s*\.pathname/g),
      ([found]) => `${path}: ${found}`,
    ),
  )
  assert.deepEqual(made, [])
})

test('no module is loaded by its path, which Windows refuses', () => {
  const loading = sources.filter(
    ({ path, text }) => /^(?:src|bin)\//.test(path) && /(?<!typeof )\bimport\((?!\s*['"`.])/.test(text),
  )
  // Each has an address: of a sibling, of work (`import.meta.url`), or made of the path.
  assert.deepEqual(
    loading.map(({ path }) => path),
    ['bin/metes.js', 'src/compute/pool/thread.ts', 'src/ops/load-op.ts'],
  )
  assert.match(readFileSync(join(ROOT, 'bin/metes.js'), 'utf8'), /import\(pathToFileURL\(/)
})

test('the service has no package that is made for some systems only, except Node itself', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; os?: unknown; cpu?: unknown; hasInstallScript?: boolean }>
  }
  const special = Object.entries(packages).filter(
    ([, { dev, os, cpu, hasInstallScript }]) => !dev && (os ?? cpu ?? hasInstallScript) !== undefined,
  )
  assert.deepEqual(
    special.map(([path]) => path),
    ['node_modules/node'],
  )
})
