/**
 * search_boundaries over HTTP on the bundled atlas, compared with a bare node:http server that sends the same bytes: `node bench/search.ts`.
 * First 14 queries, repeated as by a search box and many users, so that their answers are cached: the target is 4,000
 * calls a second at 8 connections. Then queries without a cached answer: names of the atlas, complete, as prefixes and misspelt.
 * Prints as bench/http.ts does; needs wrk.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { unpackedAtlas } from '../src/sources/atlas/bundled-atlas.ts'
import { seededRandom } from '../test/support/shapes.ts'
import { ask, METES, type Round, report, start } from './support/http-load.ts'

const ROUNDS = 7
const CONNECTIONS = 8
const SECONDS = 2
/** More than all rounds can use, so that none repeats. */
const NEW_QUERIES = 120_000

const QUERIES = [
  'Paris',
  'Berlin',
  'Texas',
  'lux',
  'Zuri',
  'State of Texas',
  'Orange County, California',
  'New York',
  'Köln',
  '東京',
  'Lichtenstien',
  'US-CA',
  'Springfield',
  'Baden-W',
]

const BARE = fileURLToPath(new URL('support/http-bare-paths.ts', import.meta.url))
const ATLAS = fileURLToPath(new URL('../data/atlas', import.meta.url))

const directory = await mkdtemp(join(tmpdir(), 'metes-bench-'))
const service = await start([METES, 'serve'], {
  PORT: '0',
  METES_DATA_DIR: directory,
  METES_PUBLIC_RATE: '1000000',
})

const pathOf = (query: string): string => `/v1/boundaries/search?q=${encodeURIComponent(query)}`

/** wrk requests one path after the other; a second run continues where the last one ended. */
const scriptFor = async (name: string, paths: readonly string[], first = 0): Promise<string> => {
  const list = join(directory, `${name}.txt`)
  const script = join(directory, `${name}-${first}.lua`)
  await writeFile(list, paths.join('\n'))
  await writeFile(
    script,
    `local paths = {}
for line in io.lines("${list}") do paths[#paths + 1] = line end
local at = ${first}
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end`,
  )
  return script
}

const known = QUERIES.map(pathOf)
const bare = await start([BARE, service.url, ...known])
const ready = await scriptFor('ready', known)
const load = { connections: CONNECTIONS, seconds: SECONDS, script: ready }
const ours: Round[] = []
const theirs: Round[] = []
ask(service, load)
ask(bare, load)
for (let round = 0; round < ROUNDS; round++) {
  ours.push(ask(service, load))
  theirs.push(ask(bare, load))
}
await bare.stop()
console.log(
  `${QUERIES.length} queries repeated: ${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections`,
)
report('metes search_boundaries', ours)
report('bare node:http         ', theirs)

/** Names as typed: complete, as prefixes, with one letter doubled. */
const typed = async (): Promise<readonly string[]> => {
  const random = seededRandom(1)
  const rows = new DatabaseSync(await unpackedAtlas(ATLAS, directory), { readOnly: true })
    .prepare('select name, names from boundary order by id')
    .all() as { name: string; names: string }[]
  const names = rows.flatMap(({ name, names: json }) => [
    name,
    ...(json === '' ? [] : (JSON.parse(json) as string[]).filter((_, at) => at % 2 === 0)),
  ])
  const queries = new Set<string>()
  for (let tries = 0; queries.size < NEW_QUERIES && tries < 10 * NEW_QUERIES; tries++) {
    const letters = Array.from(names[Math.floor(random() * names.length)])
    const at = 1 + Math.floor(random() * (letters.length - 1))
    const way = random()
    const query =
      way < 0.4 ? letters : way < 0.8 ? letters.slice(0, at + 1) : letters.toSpliced(at, 0, letters[at] ?? '')
    queries.add(query.join('').slice(0, 200))
  }
  return [...queries]
}

const unasked = (await typed()).map(pathOf)
const fresh: Round[] = []
let asked = 0
for (let round = 0; round < ROUNDS; round++) {
  const before = asked
  const run = ask(service, { ...load, script: await scriptFor('new', unasked, before) })
  asked += Math.ceil(run.perSecond * SECONDS) + CONNECTIONS
  fresh.push(run)
}
console.log(`${asked} of ${unasked.length} queries, each asked once`)
report('metes search_boundaries', fresh)
await service.stop()
await rm(directory, { recursive: true })
