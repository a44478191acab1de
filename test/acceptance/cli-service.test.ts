/** The commands that run the service: import, keys, checks, completion, serve. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { ImportProgress, ImportReport } from '../../src/domain/catalog/import-report.ts'
import { run } from './cli-harness.ts'

const REPORT: ImportReport = {
  boundaries: 1_234,
  elements: 3_000_000,
  levels: [
    { adminLevel: 2, boundaries: 1 },
    { adminLevel: 8, boundaries: 1_200 },
    { adminLevel: null, boundaries: 33 },
  ],
  skipped: [
    {
      id: 'r55' as BoundaryId,
      name: 'Lëtzebuerg',
      adminLevel: 8,
      reason: 'Open ring: nothing continues w123 at 6.1, 49.5.',
      isCut: false,
    },
  ],
  kept: [],
  conflicts: [],
  cleaned: [],
  crowded: [],
  coveredCountries: ['LU'],
  timestamp: '2022-01-01T00:00:00Z',
  timestampProblem: null,
  stored: { added: 1_230, replaced: 4, unchanged: 0, removed: 0 },
  coast: { ways: 1_500, tiles: 12, skipped: [] },
  tiles: { prepared: 3, left: 0 },
}

const STEPS: readonly ImportProgress[] = [
  ...[1, 2, 3].map((part) => ({
    phase: 'reading' as const,
    bytesRead: part * 400_000_000,
    bytesTotal: 1_200_000_000,
    elements: part * 10_000_000,
    boundaries: 0,
    blocksDone: 0,
    blocks: 0,
  })),
  {
    phase: 'storing',
    bytesRead: 1_200_000_000,
    bytesTotal: 1_200_000_000,
    elements: 30_000_000,
    boundaries: 100,
    blocksDone: 0,
    blocks: 0,
  },
]

const importing = (terminal?: number) => {
  let elapsedMs = 0
  return {
    terminal,
    host: { clock: { now: () => 0, elapsedMs: () => elapsedMs } },
    service: {
      importFile: async ({ onProgress }: { onProgress: (progress: ImportProgress) => void }) => {
        for (const step of STEPS) {
          elapsedMs += 4_000
          onProgress(step)
        }
        return REPORT
      },
    },
  }
}

test('an import ends with the boundaries by level, and what was skipped and why', async () => {
  const { code, stdout, stderr } = await run(['import', 'dir/luxembourg.osm.pbf'], importing())
  assert.equal(code, 0)
  assert.equal(stdout, '')
  assert.match(
    stderr,
    /^luxembourg\.osm\.pbf: 1,234 boundaries in 0:16, map data of 2022-01-01T00:00:00Z \(1,230 added, 4 replaced\)\.$/m,
  )
  assert.match(stderr, /^ LEVEL {2}BOUNDARIES\n {5}2 {11}1\n {5}8 {7}1,200\npostal {10}33$/m)
  assert.match(stderr, /^r55 +8 {2}Lëtzebuerg\n {2}Open ring: nothing continues w123 at 6\.1, 49\.5\.$/m)
})

test('an import names its changes, counts boundaries cut off by the file, and ends with a summary', async () => {
  const edge = Array.from({ length: 60 }, (_, at) => ({
    id: `r${900 + at}` as BoundaryId,
    name: `Neighbour ${at}`,
    adminLevel: 8,
    reason: 'Member missing.',
    isCut: true,
  }))
  const importFile = async () => ({
    ...REPORT,
    timestamp: null,
    timestampProblem: 'The file states no date.',
    skipped: [...REPORT.skipped, ...edge],
    cleaned: [
      { id: 'r7' as BoundaryId, name: 'Town', adminLevel: 8, reason: 'Cut to 255 characters: name:de.' },
    ],
  })
  const { stderr } = await run(['import', 'x.osm.pbf'], { service: { importFile } })
  assert.match(stderr, /^r7 +8 {2}Town\n {2}Cut to 255 characters: name:de\.$/m)
  assert.match(stderr, /^60 boundaries were skipped at the edge of the file: .* --skipped lists them\.$/m)
  assert.match(stderr, /^1 boundary skipped:$/m)
  assert.doesNotMatch(stderr, /Neighbour/)
  assert.match(stderr, /^The file states no date\.$/m)
  assert.match(stderr, /\nx\.osm\.pbf: 1,234 boundaries in 0:00 \([^\n]*\)\.\n$/)
  const all = await run(['import', 'x.osm.pbf', '--skipped'], { service: { importFile } })
  assert.match(all.stderr, /^61 boundaries skipped:$/m)
  assert.match(all.stderr, /Neighbour 59\n/)
})

test('boundaries in conflict are counted beside the other changes, and listed with the command that decides', async () => {
  const reason = 'It claims iso:LI. It reaches far beyond Liechtenstein.'
  const conflicts = [{ id: 'r9' as BoundaryId, name: 'Forgedland', adminLevel: 2, reason }]
  const importFile = async () => ({
    ...REPORT,
    boundaries: 1,
    stored: { added: 0, replaced: 0, unchanged: 0, removed: 0 },
    conflicts,
  })
  const { stderr } = await run(['import', 'x.osm.pbf'], { service: { importFile } })
  assert.match(stderr, /^1 boundary in conflict with .*"npx metes catalog conflicts" lists them/m)
  assert.match(stderr, /^r9 +2 {2}Forgedland\n {2}It claims iso:LI\./m)
  assert.match(stderr, /\nx\.osm\.pbf: 1 boundary in 0:00, [^\n]* \(1 in conflict\)\.\n$/)
})

test('a report says why the date of the map is unknown, in words and as JSON', async () => {
  const timestampProblem = 'The file is from the future.'
  const importFile = async () => ({ ...REPORT, timestamp: null, timestampProblem })
  const { stderr, stdout } = await run(['import', 'x.osm.pbf', '--json'], { service: { importFile } })
  assert.match(stderr, /^The file is from the future\.$/m)
  const { timestamp, timestamp_problem } = JSON.parse(stdout)
  assert.deepEqual([timestamp, timestamp_problem], [null, timestampProblem])
})

test('an option accepts older data', async () => {
  const asked: boolean[] = []
  const importFile = async ({ allowOlder }: { readonly allowOlder: boolean }) => {
    asked.push(allowOlder)
    return REPORT
  }
  await run(['import', 'x.osm.pbf'], { service: { importFile } })
  await run(['import', 'x.osm.pbf', '--allow-older'], { service: { importFile } })
  assert.deepEqual(asked, [false, true])
})

const IMPORTS = [
  {
    id: 3,
    file: 'liechtenstein.osm.pbf',
    importedAt: '2024-05-06T07:08:09Z',
    dataTimestamp: '2022-07-24T20:21:51Z',
    boundaries: 1_400,
    coveredCountries: ['LI'],
  },
  {
    id: 5,
    file: 'town.osm.pbf',
    importedAt: '2024-06-06T07:08:09Z',
    dataTimestamp: null,
    boundaries: 2,
    coveredCountries: [],
  },
]

test('imports are listed as a table, or as JSON', async () => {
  const service = { listImports: async () => IMPORTS }
  const { stdout } = await run(['catalog', 'list'], { service })
  assert.deepEqual(
    stdout.split('\n').map((line) => line.trim().split(/ {2,}/)),
    [
      ['import', 'file', 'imported', 'map date', 'boundaries', 'countries'],
      ['3', 'liechtenstein.osm.pbf', '2024-05-06T07:08:09Z', '2022-07-24T20:21:51Z', '1,400', 'LI'],
      ['5', 'town.osm.pbf', '2024-06-06T07:08:09Z', 'unknown', '2'],
      [''],
    ],
  )
  const json = await run(['catalog', 'list', '--json'], { service })
  assert.deepEqual(JSON.parse(json.stdout).imports[1], {
    id: 5,
    file: 'town.osm.pbf',
    imported_at: '2024-06-06T07:08:09Z',
    timestamp: null,
    boundaries: 2,
    covered_countries: [],
  })
  const none = await run(['catalog', 'list'], { service: { listImports: async () => [] } })
  assert.deepEqual([none.stdout, none.code], ['', 0])
  assert.match(none.stderr, /^No imports yet\./)
})

test('removing an import says what was removed and what to import again', async () => {
  const removeImport = async (id: number) =>
    id === 3 ? { removed: IMPORTS[0], incomplete: [{ country: 'CH', file: 'switzerland.osm.pbf' }] } : null
  const removed = await run(['catalog', 'remove', '3', '--json'], { service: { removeImport } })
  assert.equal(removed.code, 0)
  assert.match(removed.stderr, /^Removed import 3, liechtenstein\.osm\.pbf: 1,400 boundaries\.$/m)
  assert.match(
    removed.stderr,
    /^CH is no longer complete: .* switzerland\.osm\.pbf .* Import that file again to restore them\.$/m,
  )
  assert.equal(JSON.parse(removed.stdout).removed.id, 3)
  const unknown = await run(['catalog', 'remove', '9'], { service: { removeImport } })
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /There is no import 9\. Run "npx metes catalog list"/)
  const wrong = await run(['catalog', 'remove', 'x.osm.pbf'], { service: { removeImport } })
  assert.equal(wrong.code, 2)
})

test('progress without a terminal is a line every few seconds, with rate and remaining time', async () => {
  const { stderr } = await run(['import', 'x.osm.pbf'], importing())
  assert.match(
    stderr,
    /^Reading · 66 % · 800 MB of 1\.2 GB · 20,000,000 elements · 100 MB\/s · 0:04 left\nStoring · 100 boundaries$/m,
  )
  assert.equal(stderr.match(/^Reading/gm)?.length, 1)
})

test('progress on a terminal is one line that is redrawn and cleared at the end', async () => {
  const { stderr } = await run(['import', 'x.osm.pbf'], importing(100))
  assert.equal(stderr.split('\r\u001b[KReading').length, 4)
  assert.ok(stderr.includes('\r\u001b[K\u001b[1m LEVEL'), 'the line is cleared before the report')
  assert.match(stderr, /\nx\.osm\.pbf: 1,234 [^\n]*\n$/, 'and the summary comes last')
})

test('an import prepares tiles unless told otherwise, counts their blocks, and reports those that are left', async () => {
  const asked: boolean[] = []
  const importFile = async ({
    preparesTiles,
    onProgress,
  }: {
    readonly preparesTiles: boolean
    readonly onProgress: (progress: ImportProgress) => void
  }) => {
    asked.push(preparesTiles)
    onProgress({ ...STEPS[0], phase: 'tiles', blocksDone: 2, blocks: 3 })
    return { ...REPORT, tiles: { prepared: 2, left: 1 } }
  }
  let elapsedMs = 0
  const clock = { now: () => 0, elapsedMs: () => (elapsedMs += 4_000) }
  const { stderr } = await run(['import', 'x.osm.pbf'], {
    terminal: 100,
    host: { clock },
    service: { importFile },
  })
  assert.ok(stderr.includes('Preparing tiles · 2 of 3 blocks'), stderr)
  assert.match(stderr, /^1 block of vector tiles was not prepared: its first request takes longer\.$/m)
  await run(['import', 'x.osm.pbf', '--no-tiles'], { service: { importFile } })
  assert.deepEqual(asked, [true, false])
})

test('the report of an import is available as JSON on stdout', async () => {
  const { stdout } = await run(['import', 'x.osm.pbf', '--json'], importing())
  const { skipped, stored, covered_countries, tiles } = JSON.parse(stdout)
  assert.equal(skipped[0].admin_level, 8)
  assert.deepEqual(tiles, { prepared: 3, left: 0 })
  assert.deepEqual([stored, covered_countries], [REPORT.stored, ['LU']])
})

test('an import that fails says why and exits with 1', async () => {
  const { code, stderr } = await run(['import', 'x.osm.pbf'], {
    service: { importFile: () => Promise.reject(new Error('x.osm.pbf is cut off at byte 512.')) },
  })
  assert.equal(code, 1)
  assert.equal(stderr, 'Error: x.osm.pbf is cut off at byte 512.\n')
})

test('system errors about a file are explained in words', async () => {
  const { code, stderr } = await run(['import', 'x.osm.pbf'], {
    service: { importFile: () => readFile('/nowhere/x.osm.pbf') as Promise<never> },
  })
  assert.deepEqual([code, stderr], [1, 'Error: /nowhere/x.osm.pbf does not exist.\n'])
})

test('a new key is alone on stdout, bare or as JSON', async () => {
  const service = {
    createKey: async ({
      email,
      plan,
      name,
    }: {
      email: string
      plan: string | null
      name: string | null
    }) => ({
      apiKey: `mts_${email}_${plan}_${name}`,
    }),
  }
  const bare = await run(['admin', 'create-key', '--email', 'ann@example.org'], { service })
  assert.equal(bare.stdout, 'mts_ann@example.org_null_null\n')
  assert.match(bare.stderr, /shown only once/)
  const named = ['--plan', 'pro', '--name', 'laptop', '--json']
  const json = await run(['admin', 'create-key', '--email', 'ann@example.org', ...named], { service })
  assert.deepEqual(JSON.parse(json.stdout), { api_key: 'mts_ann@example.org_pro_laptop' })
  const long = await run(['admin', 'create-key', '--email', 'ann@example.org', '--name', 'x'.repeat(81)], {
    service,
  })
  assert.deepEqual([long.code, long.stdout], [2, ''])
  assert.match(long.stderr, /at most 80 characters/)
})

test('a key for an invalid email address is refused', async () => {
  const { code, stderr } = await run(['admin', 'create-key', '--email', 'ann'])
  assert.equal(code, 2)
  assert.match(stderr, /"ann" is not an email address/)
})

test('doctor continues after a failed check, says how to fix it and exits with 1', async () => {
  const checks = [
    { name: 'Runtime', run: async () => 'Node 24.1.0' },
    {
      name: 'Data directory',
      run: () => Promise.reject(new Error('/data cannot be written. Run "chown metes /data".')),
    },
    { name: 'Atlas', run: async () => '250 countries' },
  ]
  const { code, stdout, stderr } = await run(['doctor'], { host: { healthChecks: async () => checks } })
  assert.equal(code, 1)
  assert.equal(
    stdout,
    '✓ Runtime: Node 24.1.0\n✗ Data directory: /data cannot be written. Run "chown metes /data".\n✓ Atlas: 250 countries\n',
  )
  assert.equal(stderr, 'Error: 1 check failed.\n')
})

test('doctor says once why several checks fail', async () => {
  const check = (name: string) => ({ name, run: () => Promise.reject(new Error('/data cannot be written.')) })
  const { stdout, stderr } = await run(['doctor'], {
    host: { healthChecks: async () => [check('Data directory'), check('Mail')] },
  })
  assert.equal(stdout, '✗ Data directory: /data cannot be written.\n✗ Mail: as for Data directory\n')
  assert.equal(stderr, 'Error: 2 checks failed.\n')
})

test('a port in use is reported with the fix', async () => {
  const error = Object.assign(new Error('listen EADDRINUSE'), {
    code: 'EADDRINUSE',
    port: 8080,
    address: '127.0.0.1',
  })
  const { code, stderr } = await run(['serve'], { host: { serve: () => Promise.reject(error) } })
  assert.equal(code, 1)
  assert.match(stderr, /Port 8080 on 127\.0\.0\.1 is in use by another process\. .*PORT=8081/)
})

test('serve ends with 0 when asked to stop', async () => {
  const stop = new AbortController()
  const { code } = await run(['serve'], {
    signal: stop.signal,
    host: { serve: async () => stop.abort('SIGTERM') },
  })
  assert.equal(code, 0)
})

/** What bash offers after the words, the last one being completed. */
const offers = (script: string, words: readonly string[]): readonly string[] => {
  const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`
  const { stdout, status, stderr } = spawnSync('bash', [
    '-c',
    `${script}\n${set}; _metes; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ])
  assert.equal(status, 0, stderr.toString())
  return stdout.toString().trim().split('\n')
}

test('bash completes commands, their options, and the values of choices', async () => {
  const { stdout } = await run(['completion', 'bash'])
  assert.deepEqual(offers(stdout, ['metes', 'rev']), ['reverse-places'])
  assert.deepEqual(offers(stdout, ['metes', 'search-places', '--l']), ['--level', '--limit', '--language'])
  assert.deepEqual(offers(stdout, ['metes', 'search-places', '--kind', '']), ['country', 'city'])
  assert.deepEqual(offers(stdout, ['metes', 'search-places', '--kind', 'city', '--format', 't']), ['table'])
  assert.deepEqual(offers(stdout, ['metes', 'admin', 'cr']), ['create-key'])
})

for (const shell of ['zsh', 'fish'] as const) {
  const absent = spawnSync(shell, ['--version']).error === undefined ? false : `${shell} is not installed`
  test(`${shell} accepts its completion script`, { skip: absent }, async (context) => {
    const { stdout } = await run(['completion', shell])
    const directory = await mkdtemp(join(tmpdir(), 'metes-cli-'))
    context.after(() => rm(directory, { recursive: true }))
    await writeFile(join(directory, 'script'), stdout)
    const { status, stderr } = spawnSync(shell, ['-n', join(directory, 'script')])
    assert.equal(status, 0, stderr.toString())
  })
}
