import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { jsonPathOf, parseYaml, readYaml } from './read-yaml.ts'

const DATA = fileURLToPath(new URL('../../data/', import.meta.url))

describe('a table', () => {
  const read = (madeSecondsLater: number | null): unknown => {
    const folder = mkdtempSync(join(tmpdir(), 'metes-tables-'))
    try {
      const path = join(folder, 'words.yaml')
      writeFileSync(path, 'from: YAML')
      utimesSync(path, 1_000_000, 1_000_000)
      if (madeSecondsLater !== null) {
        const made = 1_000_000 + madeSecondsLater
        writeFileSync(jsonPathOf(path), '{"from":"JSON"}')
        utimesSync(jsonPathOf(path), made, made)
      }
      return readYaml(path)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  test('is read from the JSON that was made of it, also in a package, whose files have one time', () => {
    assert.deepEqual([read(1), read(0)], [{ from: 'JSON' }, { from: 'JSON' }])
  })

  test('that was edited since, or of which none was made, is read from the YAML', () => {
    assert.deepEqual([read(-1), read(null)], [{ from: 'YAML' }, { from: 'YAML' }])
  })
})

test('JSON says the same as the YAML of every table', () => {
  const paths = globSync('**/*.yaml', { cwd: DATA }).map((path) => join(DATA, path))
  assert.ok(paths.length > 200)
  for (const path of paths) {
    const parsed = parseYaml(path)
    assert.deepEqual(JSON.parse(JSON.stringify(parsed)), parsed, path)
  }
})
