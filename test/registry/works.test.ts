/** The work that threads can do. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '../..')

const modules = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('src/compute/'))
  .map((path) => join(ROOT, path))
  .filter((path) => readFileSync(path, 'utf8').includes('defineWork('))

test('threads find all work by its module and its name', async () => {
  const found: string[] = []
  for (const path of modules) {
    const defined = readFileSync(path, 'utf8').match(/= defineWork\(/g)?.length
    const works = Object.entries(await import(path)).filter(([name]) => name.endsWith('Work'))
    assert.equal(works.length, defined, path)
    for (const [name, work] of works) {
      const { module, name: own } = work as { readonly module: string; readonly name: string }
      assert.deepEqual([module, own], [pathToFileURL(path).href, name])
      found.push(name)
    }
  }
  assert.ok(found.length > 10)
  assert.equal(new Set(found).size, found.length)
})
