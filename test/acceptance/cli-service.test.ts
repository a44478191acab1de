/** The commands that run the service: import, keys, checks, completion, serve. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ImportProgress, ImportReport } from '../../src/transports/cli/host.ts'
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
      id: 'r55',
      name: 'Lëtzebuerg',
      adminLevel: 8,
      reason: 'Open ring: nothing continues w123 at 6.1, 49.5.',
    },
  ],
  kept: [],
  coveredCountries: ['LU'],
  timestamp: '2022-01-01T00:00:00Z',
  stored: { added: 1_230, replaced: 4, unchanged: 0, removed: 0 },
  coast: { ways: 1_500, tiles: 12 },
}

const STEPS: readonly ImportProgress[] = [
  ...[1, 2, 3].map((part) => ({
    phase: 'reading' as const,
    bytesRead: part * 400_000_000,
    bytesTotal: 1_200_000_000,
    elements: part * 10_000_000,
    boundaries: 0,
  })),
  {
    phase: 'storing',
    bytesRead: 1_200_000_000,
    bytesTotal: 1_200_000_000,
    elements: 30_000_000,
    boundaries: 100,
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

test('an import ends with the boundaries by level and what was skipped, and why', async () => {
  const { code, stdout, stderr } = await run(['import', 'dir/luxembourg.osm.pbf'], importing())
  assert.equal(code, 0)
  assert.equal(stdout, '')
  assert.match(
    stderr,
    /^luxembourg\.osm\.pbf: 1,234 boundaries in 0:16, the map of 2022-01-01T00:00:00Z \(1,230 added, 4 replaced\)\.$/m,
  )
  assert.match(stderr, /^ LEVEL {2}BOUNDARIES\n {5}2 {11}1\n {5}8 {7}1,200\npostal {10}33$/m)
  assert.match(stderr, /^r55 +8 {2}Lëtzebuerg\n {2}Open ring: nothing continues w123 at 6\.1, 49\.5\.$/m)
})

test('progress away from a terminal is a line every few seconds, with rate and time left', async () => {
  const { stderr } = await run(['import', 'x.osm.pbf'], importing())
  assert.match(
    stderr,
    /^Reading · 66 % · 800 MB of 1\.2 GB · 20,000,000 elements · 100 MB\/s · 0:04 left\nStoring · 100 boundaries$/m,
  )
  assert.equal(stderr.match(/^Reading/gm)?.length, 1)
})

test('progress on a terminal is one line that is drawn anew and cleared at the end', async () => {
  const { stderr } = await run(['import', 'x.osm.pbf'], importing(100))
  assert.equal(stderr.split('\r\u001b[KReading').length, 4)
  assert.ok(stderr.includes('\r\u001b[Kx.osm.pbf: 1,234'))
})

test('the report of an import can be had as JSON on stdout', async () => {
  const { stdout } = await run(['import', 'x.osm.pbf', '--json'], importing())
  const { skipped, stored, covered_countries } = JSON.parse(stdout)
  assert.equal(skipped[0].admin_level, 8)
  assert.deepEqual([stored, covered_countries], [REPORT.stored, ['LU']])
})

test('an import that fails says why and exits with 1', async () => {
  const { code, stderr } = await run(['import', 'x.osm.pbf'], {
    service: { importFile: () => Promise.reject(new Error('x.osm.pbf is cut off at byte 512.')) },
  })
  assert.equal(code, 1)
  assert.equal(stderr, 'Error: x.osm.pbf is cut off at byte 512.\n')
})

test('what the system says of a file is told in words', async () => {
  const { code, stderr } = await run(['import', 'x.osm.pbf'], {
    service: { importFile: () => readFile('/nowhere/x.osm.pbf') as Promise<never> },
  })
  assert.deepEqual([code, stderr], [1, 'Error: /nowhere/x.osm.pbf does not exist.\n'])
})

test('a new key is alone on stdout, bare or as JSON', async () => {
  const service = {
    createKey: async ({ email, plan }: { email: string; plan: string | null }) => ({
      apiKey: `mts_${email}_${plan}`,
    }),
  }
  const bare = await run(['admin', 'create-key', '--email', 'ann@example.org'], { service })
  assert.equal(bare.stdout, 'mts_ann@example.org_null\n')
  assert.match(bare.stderr, /shown this once/)
  const json = await run(['admin', 'create-key', '--email', 'ann@example.org', '--plan', 'pro', '--json'], {
    service,
  })
  assert.deepEqual(JSON.parse(json.stdout), { api_key: 'mts_ann@example.org_pro' })
})

test('a key for what is no e-mail address is refused', async () => {
  const { code, stderr } = await run(['admin', 'create-key', '--email', 'ann'])
  assert.equal(code, 1)
  assert.match(stderr, /"ann" is not an e-mail address/)
})

test('doctor goes on after a failed check, says what to do and exits with 1', async () => {
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

test('a port in use is said in words, with what to do', async () => {
  const error = Object.assign(new Error('listen EADDRINUSE'), {
    code: 'EADDRINUSE',
    port: 8080,
    address: '127.0.0.1',
  })
  const { code, stderr } = await run(['serve'], { host: { serve: () => Promise.reject(error) } })
  assert.equal(code, 1)
  assert.match(stderr, /Port 8080 on 127\.0\.0\.1 is in use by another process\. .*PORT=8081/)
})

test('serve ends with 0 when it was asked to stop', async () => {
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
  assert.deepEqual(offers(stdout, ['metes', 'search-places', '--l']), ['--limit', '--language'])
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
