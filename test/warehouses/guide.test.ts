/** The example of docs/guide/warehouses.md gives the answer that the page shows. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DIALECTS, pointBoundariesSql } from '../../src/domain/warehouses/point-boundaries.ts'
import { blocksOf } from '../support/doc-examples.ts'
import { noDuckDb, queryDuckDb } from '../support/duckdb.ts'
import { install } from '../support/service.ts'

const GUIDE = fileURLToPath(new URL('../../docs/guide/warehouses.md', import.meta.url))

test('the guide to warehouses joins shops with states', { skip: noDuckDb }, async () => {
  const blocks = blocksOf(await readFile(GUIDE, 'utf8')).filter((block) => block !== null)
  const codeOf = (start: string): string => blocks.find(({ code }) => code.startsWith(start))!.code
  const folder = await mkdtemp(join(tmpdir(), 'metes-warehouse-'))
  const metes = await install()
  try {
    for (const command of codeOf('npx metes export').split('\n')) {
      const words = command.split(' ').slice(2)
      const output = join(folder, words.pop()!)
      const { code, stderr } = await metes.runHere([...words, output], { METES_SOURCES: 'atlas' })
      assert.equal(code, 0, stderr)
    }
    await writeFile(join(folder, 'shops.csv'), `${codeOf('shop,')}\n`)
    const sql = codeOf('CREATE TABLE points').replace(
      '.read point_boundaries.sql',
      pointBoundariesSql(DIALECTS.duckdb),
    )
    const rows = await queryDuckDb(sql, folder)
    assert.equal(rows.map(({ shop, state }) => `${shop}: ${state}`).join('\n'), codeOf('Alster: '))
    assert.deepEqual(await queryDuckDb(codeOf('SELECT count(DISTINCT value)'), folder), [{ fit: true }])
  } finally {
    await metes.remove()
    await rm(folder, { recursive: true })
  }
})

test('the guide to warehouses reads an exported catalog', { skip: noDuckDb }, async () => {
  const blocks = blocksOf(await readFile(GUIDE, 'utf8')).filter((block) => block !== null)
  const at = blocks.findIndex(({ code }) => code.startsWith('npx metes export-catalog'))
  const [{ code: command }, { code: sql }, { code: answer }] = blocks.slice(at)
  const folder = await mkdtemp(join(tmpdir(), 'metes-warehouse-'))
  const metes = await install()
  try {
    const words = command
      .split(' ')
      .slice(2)
      .map((word) => (word === 'catalog' ? join(folder, word) : word))
    const { code, stderr } = await metes.runHere(words, { METES_SOURCES: 'atlas' })
    assert.equal(code, 0, stderr)
    const rows = await queryDuckDb(sql, folder)
    assert.equal(rows.map((row) => Object.values(row).join(', ')).join('\n'), answer)
  } finally {
    await metes.remove()
    await rm(folder, { recursive: true })
  }
})
