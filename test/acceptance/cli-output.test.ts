/** The output of a command, for people and for programs. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { PROBLEMS } from '../../src/op/problem/problem-statuses-and-texts.ts'
import type { CallRequest, ProblemBody } from '../../src/transports/client/command-call.ts'
import { run } from './cli-harness.ts'

const CANDIDATES = {
  candidates: [
    candidate('r1155955', 'Liechtenstein', 'country', 2, [], 38_378),
    candidate('r393479', '東京都', 'state', 4, [{ name: '日本' }], 14_047_594),
    candidate('r5', 'Cafe\u0301', 'city', 8, [{ name: 'France' }, { name: 'Île-de-France' }], null),
  ],
  attribution: '© OpenStreetMap contributors, ODbL 1.0',
}

const FEATURE = {
  type: 'Feature',
  id: 'r1155955',
  bbox: [9.47, 47.05, 9.64, 47.27],
  properties: {
    name: 'Liechtenstein',
    kind: 'country',
    population: null,
    area_km2: 160.4,
    names: { de: 'Liechtenstein', fr: 'Liechtenstein' },
    parents: [],
    source: { url: 'https://www.openstreetmap.org/relation/1155955', stale: false },
    attribution: '© OpenStreetMap contributors, ODbL 1.0',
  },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [9.5, 47.1],
        [9.6, 47.1],
        [9.6, 47.2],
        [9.5, 47.1],
      ],
    ],
  },
}

function candidate(
  id: string,
  name: string,
  kind: string,
  level: number,
  parents: unknown[],
  population: number | null,
) {
  return { id, name, kind, admin_level: level, country: null, parents, population, bbox: [0, 0, 1, 1] }
}

const answering = (value: unknown) => ({ answer: () => value })

test('a program gets the answer as compact JSON on stdout and nothing on stderr', async () => {
  const { code, stdout, stderr } = await run(['search-places', 'x'], answering(CANDIDATES))
  assert.equal(code, 0)
  assert.equal(stdout, `${JSON.stringify(CANDIDATES)}\n`)
  assert.equal(stderr, '')
})

test('--json gives a terminal the same JSON, indented, with each position on one line', async () => {
  const { stdout } = await run(['search-places', 'x', '--json'], { ...answering(FEATURE), terminal: 80 })
  assert.deepEqual(JSON.parse(stdout), FEATURE)
  assert.match(stdout, /^ {2}"bbox": \[9\.47, 47\.05, 9\.64, 47\.27\],$/m)
  assert.ok(stdout.split('\n').every((line) => line.length <= 100))
})

test('columns of a table stay aligned through wide characters and accents', async () => {
  const { stdout } = await run(['search-places', 'x', '--format', 'table'], answering(CANDIDATES))
  assert.equal(
    stdout,
    [
      'ID        NAME           KIND     LEVEL  IN                     POPULATION',
      'r1155955  Liechtenstein  country      2                             38,378',
      'r393479   東京都         state        4  日本                   14,047,594',
      'r5        Cafe\u0301           city         8  Île-de-France, France',
      '',
      '© OpenStreetMap contributors, ODbL 1.0',
      '',
    ].join('\n'),
  )
})

test('a table puts each note on its own line', async () => {
  const noted = { ...CANDIDATES, notes: ['One.', 'Two.'] }
  const { stdout } = await run(['search-places', 'x', '--format', 'table'], answering(noted))
  assert.match(stdout, /^note +One\.\nnote +Two\.$/m)
})

test('a table is cut to the width of the terminal, never of a pipe', async () => {
  const long = { candidates: [candidate('r1', 'x'.repeat(300), 'city', 8, [], null)] }
  const onTerminal = await run(['search-places', 'x', '--format', 'table'], {
    ...answering(long),
    terminal: 60,
    env: { NO_COLOR: '1' },
  })
  assert.ok(
    onTerminal.stdout.split('\n').every((line) => line.length <= 60),
    onTerminal.stdout,
  )
  assert.match(onTerminal.stdout, /x…/)
  const piped = await run(['search-places', 'x', '--format', 'table'], answering(long))
  assert.match(piped.stdout, /x{300}/)
})

test('a place found by another name says by which', async () => {
  const found = { ...candidate('r393479', 'Tokyo', 'state', 4, [], null), matched_name: '東京都' }
  const same = { ...candidate('r2', 'Tokyo', 'city', 8, [], null), matched_name: 'Tokyo' }
  const { stdout } = await run(
    ['search-places', 'x', '--format', 'table'],
    answering({ candidates: [found, same] }),
  )
  assert.match(stdout, /FOUND AS\nr393479 .* 東京都\nr2 .* 8\n$/)
})

test('candidates say how each was found', async () => {
  const exact = { ...candidate('r2', 'Tokyo', 'city', 8, [], null), match: 'exact' }
  const guessed = { ...candidate('r3', 'Kyoto', 'city', 8, [], null), match: 'fuzzy' }
  const { stdout } = await run(
    ['search-places', 'x', '--format', 'table'],
    answering({ candidates: [exact, guessed] }),
  )
  assert.match(stdout, /^ID .* MATCH\nr2 .* exact\nr3 .* fuzzy$/m)
})

test('an empty list says so', async () => {
  const { stdout } = await run(['search-places', 'x', '--format', 'table'], answering({ candidates: [] }))
  assert.equal(stdout, 'No boundaries found.\n')
  const ocean = await run(
    ['search-places', 'x', '--format', 'table'],
    answering({ point: [0, 0], boundaries: [] }),
  )
  assert.equal(ocean.stdout, 'point  0, 0\n\nNo boundaries.\n')
})

test('a name in the data cannot move the cursor or colour the terminal', async () => {
  const hostile = { candidates: [candidate('r1', 'a\u001b[2Jb\r\nc\u009bd', 'city', 8, [], null)] }
  const { stdout } = await run(['search-places', 'x', '--format', 'table'], answering(hostile))
  assert.match(stdout, /a \[2Jb c d/)
})

test('colours are for terminals, unless NO_COLOR or a dumb terminal declines them', async () => {
  const coloured = async (options: object) =>
    (
      await run(['search-places', 'x', '--format', 'table'], { ...answering(CANDIDATES), ...options })
    ).stdout.includes('\u001b[')
  assert.equal(await coloured({ terminal: 80 }), true)
  assert.equal(await coloured({}), false)
  assert.equal(await coloured({ terminal: 80, env: { NO_COLOR: '1' } }), false)
  assert.equal(await coloured({ terminal: 80, env: { TERM: 'dumb' } }), false)
})

test('an answer is written to a file atomically, with nothing on stdout and no temporary file', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-cli-'))
  context.after(() => rm(directory, { recursive: true }))
  const file = join(directory, 'liechtenstein.json')
  const { code, stdout, stderr } = await run(['search-places', 'x', '--output', file], answering(FEATURE))
  assert.equal(code, 0)
  assert.equal(stdout, '')
  assert.match(stderr, /Wrote .*liechtenstein\.json \(\d+ bytes\)/)
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), FEATURE)
  assert.deepEqual(await readdir(directory), ['liechtenstein.json'])
})

const DRAWING = Buffer.from('<svg/>')

const EXPORTED = {
  url: 'https://cdn.example/files/abc.svg',
  format: 'svg',
  bytes: DRAWING.length,
  sha256: createHash('sha256').update(DRAWING).digest('hex'),
}

const holding = (content: Buffer, asked: string[] = []) => ({
  ...answering(EXPORTED),
  service: {
    openFile: async (url: string) => {
      asked.push(url)
      return Readable.from([content.subarray(0, 3), content.subarray(3)])
    },
  },
})

test('for an answer that names a file, the file is written, and the answer goes to stdout', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-cli-'))
  context.after(() => rm(directory, { recursive: true }))
  const file = join(directory, 'drawing.svg')
  const asked: string[] = []
  const { code, stdout, stderr } = await run(['merge-places', 'x', '--output', file], holding(DRAWING, asked))
  assert.equal(code, 0, stderr)
  assert.deepEqual(asked, [EXPORTED.url])
  assert.deepEqual(JSON.parse(stdout), EXPORTED)
  assert.match(stderr, /Wrote .*drawing\.svg \(6 bytes\)/)
  assert.deepEqual(await readFile(file), DRAWING)
  assert.deepEqual(await readdir(directory), ['drawing.svg'])
})

test('a file that differs from the answer is deleted, with the reason', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-cli-'))
  context.after(() => rm(directory, { recursive: true }))
  for (const [content, why] of [
    ['<svg', /ends after 4 of 6 bytes/],
    ['<svg/>\n', /more than 6 bytes/],
    ['<gml/>', /SHA-256 differs/],
  ] as const) {
    const { code, stdout, stderr } = await run(
      ['merge-places', 'x', '--output', join(directory, 'drawing.svg')],
      holding(Buffer.from(content)),
    )
    assert.equal(code, 1)
    assert.equal(stdout, '')
    assert.match(stderr, why)
    assert.deepEqual(await readdir(directory), [])
  }
})

const LARGE = { ...FEATURE, geometry: null, download_url: 'https://cdn.example/files/large.geojson' }

const serving = (answer: unknown, ...pieces: readonly string[]) => ({
  ...answering(answer),
  service: { openFile: async () => Readable.from(pieces.map((piece) => Buffer.from(piece))) },
})

test('for a Feature with its polygon in a file, that file is written, and nothing goes to stdout', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-cli-'))
  context.after(() => rm(directory, { recursive: true }))
  const file = join(directory, 'large.json')
  const whole = JSON.stringify(FEATURE)
  const cut = whole.indexOf('"geometry"') + 5
  const { code, stdout, stderr } = await run(
    ['search-places', 'x', '--output', file],
    serving(LARGE, whole.slice(0, cut), whole.slice(cut)),
  )
  assert.deepEqual([code, stdout], [0, ''], stderr)
  assert.equal(stderr, `Wrote ${file} (${Buffer.byteLength(whole)} bytes).\n`)
  assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), FEATURE)
})

test('a file without a polygon is never written', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-cli-'))
  context.after(() => rm(directory, { recursive: true }))
  const { download_url: _, ...unnamed } = LARGE
  const keyed = { ...LARGE, download_url: `https://cdn.example/files/${'0'.repeat(64)}.geojson` }
  for (const [answer, content, why] of [
    [unnamed, FEATURE, /the answer names no file/],
    [{ ...LARGE, download_url: 'files/large' }, FEATURE, /the answer names no file/],
    [LARGE, LARGE, /it has no polygon/],
    [LARGE, { text: '"geometry":{' }, /it has no polygon/],
    [keyed, FEATURE, /its SHA-256 differs/],
  ] as const) {
    const { code, stdout, stderr } = await run(
      ['search-places', 'x', '--output', join(directory, 'large.json')],
      serving(answer, JSON.stringify(content)),
    )
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, why)
    assert.match(stderr, /Nothing was written/)
    assert.deepEqual(await readdir(directory), [])
  }
})

test('the summary of an area comes before the written file, its notes after it', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-cli-'))
  context.after(() => rm(directory, { recursive: true }))
  const file = join(directory, 'area.json')
  const properties = { summary: 'France; 1 km².', notes: ['One \u001b[2Jnote.', 'Two.'] }
  const area = { ...FEATURE, properties }
  const { stderr } = await run(['search-places', 'x', '--output', file], answering(area))
  assert.equal(
    stderr,
    `France; 1 km².\nWrote ${file} (${Buffer.byteLength(JSON.stringify(area)) + 1} bytes).\nNote: One  [2Jnote.\nNote: Two.\n`,
  )
})

test('without --output nothing is fetched', async () => {
  const { code, stdout } = await run(['search-places', 'x'], answering(EXPORTED))
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(stdout), EXPORTED)
})

test('a file that cannot be written is a failure with its reason', async () => {
  const { code, stderr } = await run(
    ['search-places', 'x', '--output', '/nowhere/file.json'],
    answering(FEATURE),
  )
  assert.equal(code, 1)
  assert.match(stderr, /Cannot write \/nowhere\/file\.json: its directory does not exist\./)
})

test('a refusal prints title, code, and every issue on stderr, without the request id that no log of others has, and exits with 1', async () => {
  const { code, stdout, stderr } = await run(['search-places', 'x', '--limit', '99'], {
    service: {
      call: async () => ({
        ok: false,
        problem: {
          title: 'The input is not valid',
          detail: 'The input has 2 faults.',
          code: 'invalid_input',
          request_id: 'req_1',
          issues: [
            { path: 'limit', message: 'limit must be at most 40.', code: 'too_big' },
            { path: 'near', message: 'Expected "lat,lon".', code: 'invalid_format' },
          ],
        },
      }),
    },
  })
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.equal(
    stderr,
    'Error: The input is not valid (invalid_input)\n  limit must be at most 40.\n  near: Expected "lat,lon".\nSee "npx metes search-places --help".\n',
  )
})

test('every refusal exits with 1, and only invalid input refers to the help', async () => {
  for (const code of Object.keys(PROBLEMS)) {
    const problem = { title: 'Refused', code }
    const refused = await run(['search-places', 'x'], {
      service: { call: async () => ({ ok: false, problem }) },
    })
    assert.equal(refused.code, 1, code)
    assert.equal(refused.stderr.includes('--help'), code === 'invalid_input', code)
  }
})

test('the service is closed after an answer, a refusal and a crash', async () => {
  const closed: string[] = []
  const service = (call: () => Promise<never>) => ({ call, close: async () => void closed.push('closed') })
  await run(['search-places', 'x'], { service: { close: async () => void closed.push('closed') } })
  const crash = await run(['search-places', 'x'], {
    service: service(() => Promise.reject(new Error('The disk is full.'))),
  })
  assert.equal(crash.code, 1)
  assert.equal(crash.stderr, 'Error: The disk is full.\n')
  assert.deepEqual(closed, ['closed', 'closed'])
})

test('an interrupted command ends at once with 130, whatever it is doing', async () => {
  const interrupt = new AbortController()
  const { code, stdout, stderr } = await run(['search-places', 'x'], {
    signal: interrupt.signal,
    answer: () => {
      interrupt.abort('SIGINT')
      return new Promise(() => {})
    },
  })
  assert.deepEqual([code, stdout, stderr], [130, '', ''])
})

test('a long call shows its steps on a terminal, in one line that is cleared at the end', async () => {
  const tell = async ({ progress }: CallRequest) => {
    progress?.('Finding 2 places')
    progress?.(`Merging ${'very '.repeat(40)}many`)
    return { type: 'Feature' }
  }
  const { code, stderr } = await run(['merge-places', 'r1', 'r2'], { terminal: 40, answer: tell })
  assert.equal(code, 0)
  const lines = stderr.split('\r\x1b[K')
  assert.deepEqual(lines.slice(0, 2), ['', '⠋ Finding 2 places'])
  assert.match(lines[2], /^⠙ Merging very .*…$/)
  assert.ok([...lines[2]].length < 40)
  assert.equal(lines.at(-1), '')
})

test('without a terminal the steps of a long call are not printed', async () => {
  const tell = async ({ progress }: CallRequest) => {
    progress?.('Finding 2 places')
    return {}
  }
  const { stderr } = await run(['merge-places', 'r1', 'r2'], { answer: tell })
  assert.equal(stderr, '')
})

test('unmapped phrases of a description are listed with reasons and candidates', async () => {
  const candidate = {
    id: 'fips:41067',
    name: 'Washington County',
    kind: 'county',
    parents: [{ name: 'United States' }, { name: 'Oregon' }],
  }
  const problem = {
    title: 'The description cannot be mapped',
    code: 'unmappable_area',
    detail: 'Two phrases.',
    unmapped: [
      { text: 'Washington County', reason: '31 boundaries have this name.', candidates: [candidate] },
      { text: `Goth\u001bam ${'x'.repeat(200)}`, reason: 'Not known.', candidates: [] },
    ],
  }
  const { code, stderr } = await run(['merge-places', 'r1'], {
    service: { call: async () => ({ ok: false, problem: problem as unknown as ProblemBody }) },
  })
  assert.equal(code, 1)
  assert.deepEqual(stderr.split('\n').slice(1, 3), [
    '  "Washington County": 31 boundaries have this name.',
    '    fips:41067  Washington County, Oregon, United States (county)',
  ])
  assert.match(stderr, /x…": Not known\./)
  assert.ok(!stderr.includes('\u001b'))
})
