import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { foldName } from '../../domain/catalog/fold.ts'
import { countryNames } from './country-names.ts'

const TABLE = fileURLToPath(new URL('../../../data/names/countries.tsv', import.meta.url))

const rows = readFileSync(TABLE, 'utf8')
  .split('\n')
  .filter((row) => row !== '' && !row.startsWith('#'))
  .map((row) => row.split('\t'))

test('every row is found by its name, folded as searches fold it', () => {
  const named = countryNames(TABLE)
  for (const [folded, countries, sources, name = folded] of rows) {
    assert.equal(foldName(name), folded)
    assert.match(sources, /^[a-z]+$/)
    assert.deepEqual(
      named(folded),
      countries.split(' ').map((country) => ({ id: `iso:${country}`, name })),
    )
  }
})

test('other names are not found, whether before, between or behind the rows', () => {
  const named = countryNames(TABLE)
  for (const name of ['', '#', '0', 'a', 'zzz', '\u{fffff}', ...rows.map(([folded]) => `${folded} x`)])
    assert.deepEqual(named(name), [], name)
})
