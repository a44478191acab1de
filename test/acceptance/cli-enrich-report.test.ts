/** What `metes enrich` reports on standard error, with the answers of a made-up server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enrichAtServer } from '../../src/transports/cli/commands/enrich-at-server.ts'
import { type RunOptions, run } from './cli-harness.ts'

/** A world with one country, east of Greenwich. */
const enrich = enrichAtServer(async ({ input }) => {
  const boundaries = Number(input.lon) >= 0 ? [{ id: 'r1', name: 'Land', kind: 'country' }] : []
  return { ok: true, bytes: Buffer.from(JSON.stringify({ boundaries, attribution: 'Makers' })) }
})

const enriched = (rows: string, args: readonly string[] = [], options: RunOptions = {}) =>
  run(['enrich', '-', '--format', 'csv', ...args], {
    stdin: `name,lat,lon\n${rows}`,
    service: { enrich },
    ...options,
  })

test('points are counted by the kinds that are asked for', async () => {
  const rows = 'a,1,1\nb,1,2\nc,1,-1\nd,x,1\n'
  for (const [kinds, counts] of [
    [[], '2 in a boundary, 1 in none, 1 rejected.\nMakers'],
    [['--kinds', 'country'], '2 in a boundary of the kind country, 1 in none, 1 rejected.\nMakers'],
    [
      ['--kinds', 'city,country'],
      '2 in a boundary of the kinds city or country, 1 in none, 1 rejected.\nMakers',
    ],
    [
      ['--kinds', 'city'],
      '0 in a boundary of the kind city, 3 in none, 1 rejected.\nNo point is in a boundary of the kind city, so the new columns are empty.\nMakers',
    ],
  ] as const) {
    const { code, stderr } = await enriched(rows, kinds)
    assert.equal(code, 0)
    assert.ok(stderr.endsWith(`\n4 rows in 0:00: ${counts}\n`), stderr)
  }
})

test('a file with only a header is told to have no rows', async () => {
  const { code, stdout, stderr } = await enriched('', ['--kinds', 'country'])
  assert.deepEqual(
    [code, stdout, stderr],
    [0, 'name,lat,lon,country_id,country_name\n', 'The file has no rows, so there was nothing to add.\n'],
  )
})
