/** What a person reads on a terminal: sentences and tables, derived from the answer that a program gets. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { ANSWER_TEXTS } from '../../src/transports/cli/output/answer-text/answer-text.ts'
import { casesOf } from '../cases.ts'
import { FEATURE } from '../support/boundary-answer.ts'
import { type RunOptions, run } from './cli-harness.ts'

const operations = OPS.map(describeOp)
const host = { operations: async () => operations }

const onTerminal = async (
  argv: readonly string[],
  answer: unknown,
  options: RunOptions = {},
): Promise<string> => {
  const { code, stdout, stderr } = await run(argv, {
    terminal: 80,
    env: { NO_COLOR: '1' },
    host,
    answer: () => answer,
    ...options,
  })
  assert.equal(code, 0, stderr)
  return stdout
}

test('a polygon is told in sentences, with how to save it', async () => {
  assert.equal(
    await onTerminal(['get', 'LI'], FEATURE),
    `Lïechtenstein is a country in Alps, Europe, at administrative level 2.
Codes: id r1155955, ISO 3166 LI.
It has names in 2 languages; --language chooses one.
It covers 160 km² and has 37,624 inhabitants, summed from its towns.

Drawn at low detail with 1 polygon and 4 vertices.
Box: west 9.47, south 47.05, east 9.64, north 47.27.
Centre: latitude 47.14, longitude 9.55.
To save the polygon, add --output liechtenstein.geojson.

Disputed: A bank, claimed by LI and CH, administered by CH.
https://a.example/bank

Source: https://www.openstreetmap.org/relation/1155955, as of 2026-01-02 03:04
UTC

© OpenStreetMap contributors, ODbL 1.0
`,
  )
})

test('a polygon that is too large for the answer is named by its file, too', async () => {
  const url = 'https://cdn.example/files/large.geojson'
  const large = { ...FEATURE, geometry: null, download_url: url, download_expires_at: '2026-02-03T04:05:06Z' }
  const text = await onTerminal(['get', 'LI'], large)
  assert.match(
    text.replaceAll('\n', ' '),
    /too large to show here\. To save .*It is also at https:\S+ until 2026-02-03 04:05 UTC/,
  )
})

const OPERATION = { name: 'get_boundary', summary: 'Get the polygon.', units: 1 }
const RECORD = { kind: 'county', admin_level: 6, country: 'US', bbox: [0, 0, 1, 1], population: null }
const JOB = {
  id: 'job_1',
  op: 'create_area',
  state: 'running',
  units: 50,
  steps: [{ text: 'Reading the description', at: '2026-01-02T03:04:06Z' }],
  created_at: '2026-01-02T03:04:05Z',
  started_at: '2026-01-02T03:05:05Z',
  finished_at: null,
  result: null,
  problem: null,
}
const COLLECTION = {
  boundaries: 16,
  units: 2,
  estimated_bytes: 9_876,
  format: 'gpkg',
  detail: 'low',
  url: 'https://a.example/files/a.gpkg',
  bytes: 12_345,
  expires_at: '2026-02-03T04:05:06Z',
  notes: ['Two are left out.'],
}
const ITEM = {
  id: 7,
  kind: 'feature',
  title: 'Tiles',
  details: 'Please.',
  status: 'in_progress',
  upvotes: 2,
  comments: [{ id: 1, text: 'Yes.', author: 'operator', created_at: '2026-01-02T03:04:05Z' }],
  op: null,
  created_at: '2026-01-02T03:04:05Z',
}

/** A command, an answer to it, and a part of what a terminal shows. */
const SHOWN: readonly (readonly [argv: readonly string[], answer: unknown, text: RegExp])[] = [
  [
    ['list-ops'],
    { name: 'Metes', version: '1', base_url: 'https://a.example', ops: [OPERATION] },
    /^Metes at https:\/\/a\.example has 1 operation\.\n.*--help.*\n\nCOMMAND +SUMMARY\nget-boundary +Get the polygon\.\n$/,
  ],
  [
    ['search', 'Cologne'],
    { candidates: [], hint: 'Köln is a city.' },
    /^No boundary was found\.\nKöln is a city\.\n$/,
  ],
  [
    ['search', 'Orange County'],
    {
      candidates: [
        {
          ...RECORD,
          id: 'fips:1',
          name: 'Orange County',
          parents: [{ name: 'United States' }, { name: 'Texas' }],
        },
      ],
    },
    /fips:1 +Orange County +county +6 +US +Texas, United States\n/,
  ],
  [
    ['search', 'Köln'],
    { candidates: [{ ...RECORD, id: 'r1', name: 'Köln' }], hint: 'It is a city, too.' },
    /^It is a city, too\.\n\nID .*\nr1 +Köln/,
  ],
  [
    ['at', '47.1', '9.5'],
    {
      boundaries: [{ ...RECORD, id: 'r1', name: 'A' }],
      nearby: [],
      disputed: [],
      condominiums: [],
      point: [9.5, 47.1],
    },
    /^1 boundary contains the point at latitude 47\.1, longitude 9\.5\.\n\nID +NAME/,
  ],
  [
    ['at', '0', '-30'],
    { boundaries: [], nearby: [], disputed: [], condominiums: [], point: [-30, 0] },
    /^No boundary contains the point at latitude 0, longitude -30\.\n$/,
  ],
  [
    ['children', 'LI'],
    {
      children: [{ id: 'r1', name: 'A', kind: 'city', admin_level: 8 }],
      admin_level: 8,
      notes: ['One gap.'],
    },
    /^LI has 1 subdivision, at administrative level 8\.\nNote: One gap\.\n\nID/,
  ],
  [['children', 'VA'], { children: [], admin_level: null, notes: [] }, /^VA has no subdivisions here\.\n$/],
  [
    ['contains-points', 'LI', '--points', '9.5,47.1', '--points', '0,0'],
    { id: 'r1', inside: [true, false], inside_count: 1, total: 2 },
    /^1 of 2 points is inside r1\.\n\nPOINT {2}LON,LAT {3}INSIDE\n {4}1 {2}9\.5,47\.1 {2}yes\n {4}2 {2}0,0 {7}no\n$/,
  ],
  [
    ['export-boundary', 'iso:LI'],
    { url: 'https://cdn.example/a.svg', format: 'svg', detail: 'low', bytes: 12_345 },
    /^The file \(SVG, low detail, 12,345 bytes\) is at\nhttps:\/\/cdn\.example\/a\.svg\nTo save it, add --output li\.svg\.\n$/,
  ],
  [
    ['union-boundaries', 'BE', 'NL', '--exclude', 'LU'],
    {
      ...FEATURE,
      properties: {
        area_km2: 3.456,
        include: [
          { id: 'r1', name: 'A' },
          { id: 'r2', name: 'B' },
        ],
        exclude: [{ id: 'r3', name: 'C' }],
      },
    },
    /^A and B, without C\.\nIt covers 3\.46 km²\.\n[\s\S]*--output area\.geojson\.\n[\s\S]*\nincluded\nID/,
  ],
  [
    ['area', 'Oregon'],
    {
      ...FEATURE,
      properties: {
        summary: 'Oregon; 1 km².',
        notes: ['A note.'],
        area_km2: 1,
        parts: [{ role: 'include', id: 'r1', name: 'Oregon', kind: 'state', text: 'Oregon' }],
      },
    },
    /^Oregon; 1 km²\.\n\n[\s\S]*Note: A note\.\n\nparts\nROLE.*\nincluded/,
  ],
  [
    ['get-job', 'job_1'],
    JOB,
    /^job_1 \(create_area, 50 units\) is running\.\nIt was created 2026-01-02 03:04 UTC, started 2026-01-02 03:05 UTC\.\n- Reading the description\nTo wait for it: npx metes get-job job_1 --wait 20\n$/,
  ],
  [
    ['get-job', 'job_1'],
    { ...JOB, state: 'done', result: FEATURE },
    /is done\.[\s\S]*\n\nLïechtenstein is a country/,
  ],
  [
    ['get-job', 'job_1'],
    { ...JOB, op: 'export_collection', state: 'done', result: COLLECTION },
    /is done\.[\s\S]*\n\nThe file \(16 boundaries, [\s\S]*https:/,
  ],
  [
    ['export-collection', 'DE'],
    COLLECTION,
    /^The file \(16 boundaries, GPKG, low detail, 12,345 bytes\) is at\nhttps:\/\/a\.example\/files\/a\.gpkg\nuntil 2026-02-03 04:05 UTC\.\nNote: Two are left out\.\n$/,
  ],
  [
    ['export-collection', 'DE', '--dry-run'],
    { ...COLLECTION, boundaries: 1, units: 1, url: null, notes: [] },
    /^The export of 1 boundary would cost 1 unit and make a file \(GPKG, low detail\) of\nabout 9,876 bytes\.\nTo export, leave out --dry-run\.\n$/,
  ],
  [
    ['cancel-job', 'job_1'],
    { ...JOB, state: 'failed', problem: { title: 'Too large', detail: 'Ask for less.', code: 'too_large' } },
    /is failed\.[\s\S]*\nToo large: Ask for less\. \(too_large\)\n$/,
  ],
  [
    ['get-account'],
    {
      email: 'ann@example.org',
      plan: 'free',
      units: { used: 12, allowance: 1000, resets_at: '2026-02-01T00:00:00Z' },
      rate_limit: { calls_per_minute: 60 },
      profile: { name: null },
    },
    /^ann@example\.org has the plan free\.\n12 of 1,000 units used this month; the count resets at 2026-02-01 00:00\sUTC\.\nUp to 60 calls a minute\.\n$/,
  ],
  [
    ['get-usage'],
    {
      days: [
        { date: '2026-01-01', calls: 0, units: 0, cache_hits: 0, ops: [] },
        { date: '2026-01-02', calls: 3, units: 2, cache_hits: 1, ops: [] },
      ],
      total: { calls: 3, units: 2, cache_hits: 1 },
    },
    /^3 calls in 2 days used 2 units; 1 answer came from the cache\.\n\nDATE .*\n2026-01-02 +3 +2 +1\n$/,
  ],
  [['list-keys'], { keys: [] }, /^No keys\.\n$/],
  [
    ['create-key'],
    { id: 'k1', api_key: 'mts_new' },
    /shown only once[\s\S]*\nmts_new\n[\s\S]*npx metes revoke-key k1\n$/,
  ],
  [
    ['revoke-key', 'k1'],
    { id: 'k1', revoked_at: '2026-01-02T03:04:05Z' },
    /^The key k1 has been revoked since 2026-01-02 03:04 UTC\.\n$/,
  ],
  [
    ['poll-device-login', 'code'],
    { api_key: 'mts_new', email: 'ann@example.org' },
    /^Signed in as ann@example\.org\.[\s\S]*\nmts_new\n$/,
  ],
  [
    ['start-device-login'],
    {
      device_code: '-d',
      user_code: 'BCDF-GHJK',
      verification_uri: 'https://a.example/device',
      expires_in: 900,
    },
    /enter the code BCDF-GHJK within 15\sminutes\.\nThen: npx metes poll-device-login --device-code=-d\n/,
  ],
  [
    ['get-feedback', '7'],
    ITEM,
    /^#7 Tiles\nFeature request, in progress, 2 upvotes, created 2026-01-02 03:04 UTC\.\n\nPlease\.\n\noperator, 2026-01-02 03:04 UTC: Yes\.\n$/,
  ],
  [['list-feedback'], { items: [], next_cursor: null }, /^No feedback was found\.\n$/],
  [
    ['list-feedback'],
    { items: [ITEM], next_cursor: 'abc' },
    /7 +feature +in_progress +2 +Tiles\n\nFor the next page, add --cursor abc\n$/,
  ],
  [
    ['children', 'LI', '--limit', '1'],
    {
      admin_level: 8,
      children: [{ id: 'iso:LI-01', name: 'Balzers', kind: 'municipality', admin_level: 8 }],
      notes: [],
      next_cursor: 'iso:LI-01',
    },
    /^1 subdivision of LI on this page, at administrative level 8\.\n[\s\S]*Balzers[\s\S]*\n\nFor the next page, add --cursor iso:LI-01\n$/,
  ],
]

for (const [argv, answer, text] of SHOWN)
  test(`metes ${argv.join(' ')}: ${text.source.slice(0, 40)}`, async () => {
    assert.match(await onTerminal(argv, answer), text)
  })

test('a pipe gets the bytes of the answer, whatever a terminal would show', async () => {
  for (const [argv, answer] of SHOWN) {
    const { stdout, stderr } = await run(argv, { host, answer: () => answer })
    assert.equal(stdout, `${JSON.stringify(answer)}\n`, stderr)
  }
})

test('texts are of operations that exist', () => {
  const names = new Set(operations.map(({ name }) => name))
  for (const name of Object.keys(ANSWER_TEXTS)) assert.ok(names.has(name), name)
})

test('a hostile answer neither breaks the text nor moves the cursor', async () => {
  const texts = fc.oneof(
    fc.constant('a\u001b[2J\u202eb'),
    fc.string(),
    fc.constant(null),
    fc.double(),
    fc.object({ maxDepth: 1 }),
  )
  const members = (answer: object): string[] => Object.keys(answer)
  for (const [argv, answer] of [...SHOWN, [['get', 'LI'], FEATURE] as const])
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...members(answer as object)), texts, async (member, value) => {
        const text = await onTerminal(argv, { ...(answer as object), [member]: value })
        for (const hidden of ['\u001b', '\u202e']) assert.ok(!text.includes(hidden), text)
      }),
      { numRuns: casesOf('hostile answers on a terminal') },
    )
})

test('narrow terminals wrap sentences, and leave out the columns that tell least', async () => {
  const [, answer] = SHOWN[2]
  const text = await onTerminal(['search', 'x'], answer, { terminal: 40 })
  assert.ok(
    text.split('\n').every((line) => line.length <= 40),
    text,
  )
  assert.match(text, /^ID +NAME +IN\n.*\n\(too narrow for KIND, LEVEL, COUNTRY\)\n$/)
  const polygon = await onTerminal(['get', 'LI'], FEATURE, { terminal: 30 })
  assert.ok(
    polygon.split('\n').every((line) => line.length <= 30 || !line.includes(' ')),
    polygon,
  )
})

test('errors of every command are wrapped to the terminal, and stay whole in a pipe', async () => {
  const sentence = `It failed${' because something else did'.repeat(6)}.`
  const failing = async () => {
    throw new Error(sentence, { cause: new Error(sentence) })
  }
  const service = { importFile: failing, prefetch: failing }
  for (const args of [
    ['import', 'x.osm.pbf'],
    ['prefetch', 'LI'],
    ['import', '--dry-run', 'x.osm.pbf'],
    ['enrich', 'x.unknown'],
  ]) {
    const { stderr } = await run(args, { service, terminal: 40, env: { NO_COLOR: '1' } })
    assert.ok(
      stderr.split('\n').every((line) => line.length <= 40),
      stderr,
    )
    const piped = await run(args, { service })
    assert.ok(piped.stderr.split('\n')[0].length > 60)
    assert.equal(stderr.replaceAll('\n  ', ' '), piped.stderr.replaceAll('\n  ', ' '))
  }
})
