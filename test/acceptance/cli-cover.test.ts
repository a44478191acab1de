/** Covers on the command line: the export, what refuses it, and the statements that read it. */
import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parquetMetadataAsync } from 'hyparquet'
import { asyncBufferFromFile } from 'hyparquet/src/node.js'
import type { Catalog } from '../../src/domain/catalog/catalog.ts'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { KEY, startService } from '../registry/made-up-service.ts'
import { madeUpCatalog } from '../registry/made-up-world.ts'
import { type Installation, install } from '../support/service.ts'
import { run } from './cli-harness.ts'

describe('metes export --format cover', () => {
  let installation: Installation
  const path = (name: string): string => join(installation.dataDir, name)
  before(async () => {
    installation = await install()
  })
  after(() => installation.remove())

  test('writes all polygons of a level, with their version, attribution and licence', async () => {
    const line = ['export', 'iso:DE', '--level', '4', '--format', 'cover', '--detail', 'low']
    const { code, stdout } = await installation.runHere([...line, '--output', path('cover.parquet')])
    const { boundaries, bytes, detail } = JSON.parse(stdout)
    assert.deepEqual([code, boundaries, detail], [0, 16, 'full'])
    assert.equal(statSync(path('cover.parquet')).size, bytes)
    const { key_value_metadata: metadata, schema } = await parquetMetadataAsync(
      await asyncBufferFromFile(path('cover.parquet')),
    )
    const facts = Object.fromEntries(metadata!.map(({ key, value }) => [key, value]))
    assert.match(facts.catalog_version!, /./)
    assert.match(facts.attribution!, /^© OpenStreetMap contributors, ODbL 1\.0; /)
    assert.equal(facts.licence, 'ODbL 1.0; public domain; CC BY 4.0')
    assert.ok(schema.every(({ type }) => [undefined, 'INT32', 'INT64', 'BYTE_ARRAY'].includes(type)))
  })

  test('of a level that is missing is refused, and leaves no file', async () => {
    const line = ['export', 'iso:DE', '--level', '9', '--format', 'cover', '--output', path('none.parquet')]
    const { code, stdout, stderr } = await installation.runHere(line)
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /empty_area/)
    assert.ok(!existsSync(path('none.parquet')))
  })

  test('is no format of one boundary', async () => {
    const { code, stderr } = await installation.runHere(['export-boundary', 'iso:LU', '--format', 'cover'])
    assert.equal(code, 2)
    assert.match(stderr, /"cover" is not/)
  })
})

test('every command that has --admin-level has --level for it', async () => {
  const operations = OPS.map(describeOp)
  const host = { operations: async () => operations }
  const lines = [
    ['search', 'Bern', '--level', '4'],
    ['children', 'iso:CH', '--level', '4'],
    ['export', 'iso:CH', '--level', '4'],
  ]
  const having = operations.filter(({ input }) => input.properties?.admin_level !== undefined)
  assert.equal(having.length, lines.length)
  for (const line of lines) {
    const { calls } = await run(line, { host })
    assert.equal((calls[0].input as Record<string, unknown>).admin_level, 4, line.join(' '))
  }
  assert.match((await run(['completion', 'bash'], { host })).stdout, / --level /)
})

test('cover-sql prints statements on standard output alone, and refuses other engines', async () => {
  const { code, stdout, stderr, calls } = await run(['cover-sql', 'duckdb'])
  assert.deepEqual([code, stderr, calls], [0, '', []])
  assert.match(stdout, /CREATE OR REPLACE VIEW point_boundaries AS\n/)
  assert.ok(stdout.endsWith(';\n'))
  const refused = await run(['cover-sql', 'oracle'])
  assert.deepEqual([refused.code, refused.stdout], [2, ''])
  assert.match(refused.stderr, /Allowed choices are duckdb, clickhouse,/)
})

test('a cover that would be too large is refused with its estimate, by a dry run too', async () => {
  const vast: Catalog = {
    ...madeUpCatalog(),
    records: async (ids) => {
      const known = await madeUpCatalog().records(ids)
      return new Map([...known].map(([id, record]) => [id, { ...record, vertices: 30_000_000 }]))
    },
  }
  const service = await startService({ catalog: vast })
  for (const dryRun of [true, false]) {
    const response = await fetch(`${service.url}/v1/boundaries/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
      body: JSON.stringify({ ids: ['r1'], format: 'cover', dry_run: dryRun }),
    })
    const { code, detail } = (await response.json()) as Record<string, string>
    assert.deepEqual([response.status, code], [413, 'too_large'])
    assert.match(detail, /about 315,\d{3},\d{3} bytes; the limit is 250,000,000/)
  }
  await service.close()
})
