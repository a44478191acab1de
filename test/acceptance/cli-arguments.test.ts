/** How the words of a command line are parsed. */

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../cases.ts'
import { inputOf, run } from './cli-harness.ts'

test('an operation is a command with dashes, its main fields are arguments and the rest are options', async () => {
  assert.deepEqual(await inputOf(['search-places', 'Vaduz', '--admin-level', '8', '--kind', 'city']), {
    q: 'Vaduz',
    admin_level: 8,
    kind: 'city',
  })
})

test('an argument can also be written as an option', async () => {
  assert.deepEqual(await inputOf(['search-places', '--q', 'Vaduz']), { q: 'Vaduz' })
})

test('negative numbers are arguments, not options', async () => {
  assert.deepEqual(await inputOf(['reverse-places', '-33.9', '18.4']), { lat: -33.9, lon: 18.4 })
  assert.deepEqual(await inputOf(['reverse-places', '-33.9', '-70']), { lat: -33.9, lon: -70 })
  assert.deepEqual(await inputOf(['search-places', '-51477', '--limit', '-5']), { q: '-51477', limit: -5 })
})

test('a position may be pasted as map sites copy it', async () => {
  const expected = { lat: -33.9, lon: 18.4 }
  for (const words of [
    ['-33.9,18.4'],
    ['-33.9, 18.4'],
    ['-33.9,', '18.4'],
    ['-33.9 18.4'],
    ['(-33.9, 18.4)'],
    ['-33.9;18.4'],
  ])
    assert.deepEqual(await inputOf(['reverse-places', ...words]), expected, words.join(' '))
  assert.deepEqual(await inputOf(['search-places', '47.14,9.52']), { q: '47.14,9.52' })
  for (const word of ['47.14,9.52,3', '[9.52,47.14]', '47.14,x', ','])
    assert.match((await run(['reverse-places', word, '1'])).stderr, /<lat> must be a number/, word)
})

test('an object of numbers can be written as bare numbers', async () => {
  assert.deepEqual(await inputOf(['merge-places', 'r1', '--seed', '-33.9, 18.4']), {
    include: ['r1'],
    seed: { lat: -33.9, lon: 18.4 },
  })
  const half = await run(['merge-places', 'r1', '--seed', '1,'])
  assert.deepEqual([half.code, half.calls.length], [2, 0])
  assert.match(half.stderr, /--seed must be a number; "" is not one/)
  assert.match((await run(['merge-places', '--help'])).stdout, /--seed <lat,lon> .*--seed 1,2/s)
})

test('any point on Earth arrives exactly as written', async () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
  await fc.assert(
    fc.asyncProperty(degrees(90), degrees(180), async (lat, lon) => {
      const decimal = (value: number) => value.toFixed(7)
      assert.deepEqual(await inputOf(['reverse-places', '--', decimal(lat), decimal(lon)]), {
        lat: Number(decimal(lat)),
        lon: Number(decimal(lon)),
      })
      assert.deepEqual(await inputOf(['reverse-places', decimal(lat), decimal(lon)]), {
        lat: Number(decimal(lat)),
        lon: Number(decimal(lon)),
      })
    }),
    { seed: 20, numRuns: casesOf('points on the command line') },
  )
})

test('a list is given by repetition, as JSON, or as several arguments', async () => {
  const expected = { include: ['r1', 'r2'] }
  assert.deepEqual(await inputOf(['merge-places', 'r1', 'r2']), expected)
  assert.deepEqual(await inputOf(['merge-places', '--include', 'r1', '--include', 'r2']), expected)
  assert.deepEqual(await inputOf(['merge-places', '--include', '["r1","r2"]']), expected)
})

test('a list of choices may be separated by commas', async () => {
  assert.deepEqual(await inputOf(['merge-places', 'r1', '--parts', 'parents,children']), {
    include: ['r1'],
    parts: ['parents', 'children'],
  })
})

test('positions are given as JSON, one at a time, or with a comma between', async () => {
  const expected = {
    include: ['r1'],
    points: [
      [9.5, 47.1],
      [-9.5, -47.1],
    ],
  }
  assert.deepEqual(await inputOf(['merge-places', 'r1', '--points', '[[9.5,47.1],[-9.5,-47.1]]']), expected)
  assert.deepEqual(
    await inputOf(['merge-places', 'r1', '--points', '9.5,47.1', '--points', '[-9.5,-47.1]']),
    expected,
  )
})

test('objects are JSON, and booleans are options with an opposite', async () => {
  assert.deepEqual(await inputOf(['merge-places', 'r1', '--seed', '{"lat":1,"lon":2}', '--no-subscribed']), {
    include: ['r1'],
    seed: { lat: 1, lon: 2 },
    subscribed: false,
  })
})

test('a field named format takes precedence over the format of the answer', async () => {
  assert.deepEqual(await inputOf(['merge-places', 'r1', '--format', 'kml']), {
    include: ['r1'],
    format: 'kml',
  })
})

test('the whole input can come from stdin, and options add to it', async () => {
  const stdin = '{"q":"Vaduz","limit":1}'
  assert.deepEqual(await inputOf(['search-places', '--input', '-'], { stdin }), { q: 'Vaduz', limit: 1 })
  assert.deepEqual(await inputOf(['search-places', '--input', '-', '--limit', '2'], { stdin }), {
    q: 'Vaduz',
    limit: 2,
  })
})

test('the whole input can come from a file', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-cli-'))
  context.after(() => rm(directory, { recursive: true }))
  const file = join(directory, 'input.json')
  await writeFile(file, '{"lat":47.1,"lon":9.5}')
  assert.deepEqual(await inputOf(['reverse-places', '--input', file]), { lat: 47.1, lon: 9.5 })
})

test('the input may begin with a byte order mark and have the line ends of Windows', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'metes-cli-'))
  context.after(() => rm(directory, { recursive: true }))
  const file = join(directory, 'input.json')
  const text = '\ufeff{\r\n  "lat": 47.1,\r\n  "lon": 9.5\r\n}\r\n'
  await writeFile(file, text)
  const input = { lat: 47.1, lon: 9.5 }
  assert.deepEqual(await inputOf(['reverse-places', '--input', file]), input)
  assert.deepEqual(await inputOf(['reverse-places', '--input', '-'], { stdin: text }), input)
})

test('an unreadable input is refused by its name', async () => {
  const absent = await run(['search-places', '--input', '/nowhere/input.json'])
  assert.equal(absent.code, 1)
  assert.match(absent.stderr, /Cannot read the input file \/nowhere\/input\.json/)
  const broken = await run(['search-places', '--input', '-'], { stdin: '{"q":' })
  assert.equal(broken.code, 1)
  assert.match(broken.stderr, /stdin is not valid JSON/)
  const list = await run(['search-places', '--input', '-'], { stdin: '["Vaduz"]' })
  assert.match(list.stderr, /stdin is not a JSON object/)
})

const WRONG_USAGE: readonly (readonly [why: string, argv: readonly string[], says: RegExp])[] = [
  [
    'an unknown option',
    ['search-places', 'x', '--limt', '3'],
    /Unknown option '--limt'\n\(Did you mean --limit\?\)/,
  ],
  ['an unknown command', ['serch-places', 'x'], /Did you mean search-places\?/],
  ['a missing argument', ['search-places'], /Missing <q>: A place name/],
  ['one argument of two', ['reverse-places', '47.1'], /Missing <lon>/],
  ['an argument too many', ['search-places', 'a', 'b'], /Too many arguments/],
  ['an option without its value', ['search-places', 'a', '--limit'], /argument missing/],
  [
    'a word for a whole number',
    ['search-places', 'a', '--limit', 'ten'],
    /--limit must be a whole number; "ten" is not one/,
  ],
  [
    'a fraction for a whole number',
    ['search-places', 'a', '--limit', '1.5'],
    /--limit must be a whole number/,
  ],
  ['a word for a number', ['reverse-places', 'north', '9'], /<lat> must be a number; "north" is not one/],
  ['nothing for a number', ['reverse-places', '', '9'], /<lat> must be a number/],
  [
    'an invalid choice',
    ['search-places', 'a', '--kind', 'planet'],
    /--kind must be one of country, city; "planet"/,
  ],
  [
    'a mistyped choice',
    ['search-places', 'a', '--kind', 'contry'],
    /"contry" is not\.\n\(Did you mean country\?\)/,
  ],
  ['the start command of other programs', ['start'], /\(Did you mean serve\?\)/],
  ['one word of a command', ['merge', 'r1'], /\(Did you mean merge-places\?\)/],
  [
    'two formats',
    ['search-places', 'a', '--json', '--format', 'yaml'],
    /--json cannot be used with --format yaml/,
  ],
  [
    'a file with an extension of no format',
    ['search-places', 'a', '--output', 'places.gml'],
    /The answer of search-places is not a boundary, so it cannot be written to places\.gml\. Use \.json, \.yaml, or \.yml\./,
  ],
  [
    'a file with an unknown extension',
    ['search-places', 'a', '--output', 'places.xls'],
    /The extension of places\.xls is unknown to search-places\. Use \.json, \.yaml, or \.yml, or name/,
  ],
  [
    'a file with an extension that the operation has no format for',
    ['merge-places', 'r1', '--output', 'places.wkt'],
    /Use \.kml or \.svg, or name the format with --format/,
  ],
  ['an invalid choice in a list', ['merge-places', 'r1', '--parts', 'parents,aunts'], /"aunts" is not/],
  [
    'an object that is not JSON',
    ['merge-places', 'r1', '--seed', '1;2'],
    /--seed must be lat,lon or a JSON object/,
  ],
  ['a field given twice', ['search-places', 'a', '--q', 'b'], /<q> is given twice/],
  [
    'an unknown format of answers',
    ['search-places', 'a', '--format', 'xml'],
    /Allowed choices are json, yaml, table/,
  ],
  [
    'a server that is not a URL',
    ['search-places', 'a', '--server', 'localhost:8080'],
    /"localhost:8080" is not one/,
  ],
  ['a group of commands without one', ['admin'], /create-key/],
  ['a required option that is absent', ['admin', 'create-key'], /--email <address>/],
  ['an unknown shell', ['completion', 'tcsh'], /Allowed choices are bash, zsh, fish/],
]

for (const [why, argv, says] of WRONG_USAGE) {
  test(`${why} is wrong usage: exit code 2, nothing on stdout, and a hint`, async () => {
    const { code, stdout, stderr, calls } = await run(argv)
    assert.equal(code, 2)
    assert.equal(stdout, '')
    assert.match(stderr, says)
    assert.equal(calls.length, 0)
  })
}

test('the operation, not the command, refuses a value outside its range', async () => {
  assert.deepEqual(await inputOf(['search-places', 'a', '--limit', '99']), { q: 'a', limit: 99 })
})

test('languages are passed on, the preferred one first', async () => {
  const { calls } = await run(['search-places', 'a', '--language', 'pt-BR,en'])
  assert.deepEqual(calls[0].languages, ['pt-BR', 'en'])
  assert.deepEqual((await run(['search-places', 'a'])).calls[0].languages, [])
})

test('help shows fields with ranges and defaults, examples to paste, and the cost', async () => {
  const { code, stdout } = await run(['search-places', '--help'])
  assert.equal(code, 0)
  assert.match(stdout, /Usage: metes search-places <q> \[options\]/)
  assert.match(stdout, /--limit <integer> +How many at most \(1 to 40; default 10\)/)
  assert.match(stdout, /--kind <kind> +Only this kind \(one of country, city\)/)
  assert.match(stdout, /\$ npx metes search-places Vaduz --limit 3/)
  assert.match(stdout, /Cost on a server: free; no key required/)
})

test('no command at all shows the list of commands, operations first', async () => {
  const { code, stdout } = await run([])
  assert.equal(code, 0)
  assert.match(stdout, /Boundaries:\n {2}search-places <q> +Find places by name/)
  assert.deepEqual(await run(['--help']), await run([]))
})

test('the version is printed without opening anything', async () => {
  const { code, stdout } = await run(['--version'], {
    host: { openService: () => Promise.reject(new Error('opened')) },
  })
  assert.equal(code, 0)
  assert.equal(stdout, '1.2.3\n')
})

test('mistyped input is repeated without its control characters', async () => {
  const wrong = 'no\u001b[31msuch\u202eplaces\u200b'
  const { code, stderr } = await run([wrong], { terminal: 80, env: { NO_COLOR: '1' } })
  assert.equal(code, 2)
  assert.match(stderr, /no \[31msuchplaces/)
  for (const hidden of ['\u001b', '\u202e', '\u200b']) assert.ok(!stderr.includes(hidden))
})
