/**
 * Tries the live map against the real servers, in about a minute: `METES_CONTACT=you@example.org node scripts/live-check.ts`, or with
 * `--contact you@example.org`. METES_OVERPASS_URL and METES_NOMINATIM_URL name other servers. It fetches Liechtenstein and some of its
 * municipalities into a temporary directory, shows every request, and exits with 1 when a check fails.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

interface Boundary {
  readonly id: string
  readonly name: string
}

interface Check {
  readonly title: string
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
  /** The result, as a clause. @throws Error when the answer is wrong */
  readonly verdict: (answer: never) => string
}

const { values } = parseArgs({ options: { contact: { type: 'string' } } })
const contact = values.contact ?? process.env.METES_CONTACT
if (contact === undefined || contact === '') {
  console.error(
    'Set METES_CONTACT, or pass --contact, with an email or web address at which the operators of the map servers can reach you. Nothing was sent.',
  )
  process.exit(2)
}

const directory = await mkdtemp(join(tmpdir(), 'metes-live-check-'))
Object.assign(process.env, {
  METES_CONTACT: contact,
  METES_DATA_DIR: directory,
  // The atlas would answer some of the calls itself.
  METES_SOURCES: 'live',
  // Warnings of servers whose area has boundaries of neighbours, too.
  METES_LOG_LEVEL: 'error',
})
delete process.env.METES_DATABASE_URL

/** Shows every request of this process. */
const sent: string[] = []
const realFetch = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const startedMs = performance.now()
  const query = new URLSearchParams(typeof init?.body === 'string' ? init.body : '').get('data')
  const what = `${init?.method ?? 'GET'} ${String(input)}${query === null ? '' : ` ${query.slice(0, 140)}…`}`
  try {
    const response = await realFetch(input, init)
    sent.push(`${what} → ${response.status} in ${Math.round(performance.now() - startedMs)} ms`)
    return response
  } catch (error) {
    sent.push(`${what} → failed after ${Math.round(performance.now() - startedMs)} ms`)
    throw error
  }
}

const require = (holds: boolean, message: string): void => {
  if (!holds) throw new Error(message)
}

const named =
  (id: string) =>
  (feature: {
    readonly id: string
    readonly properties: { readonly name: string; readonly area_km2: number }
  }) => {
    require(feature.id === id, `the answer is ${feature.id}, not ${id}`)
    return `${feature.properties.name}, ${feature.properties.area_km2} km²`
  }

const contains =
  (list: 'children' | 'boundaries' | 'candidates', ids: readonly string[]) =>
  (answer: Readonly<Record<string, readonly Boundary[]>>) => {
    const found = answer[list]
    for (const id of ids) require(found.some((each) => each.id === id), `${id} is missing`)
    return `${found.length} found: ${found.map(({ name }) => name).join(', ')}`
  }

const CHECKS: readonly Check[] = [
  {
    title: 'A boundary by its id',
    operation: 'get_boundary',
    input: { id: 'r1155956', detail: 'low' },
    verdict: named('r1155956'),
  },
  {
    title: 'A country by its ISO code',
    operation: 'get_boundary',
    input: { id: 'iso:LI', detail: 'low' },
    verdict: named('r1155955'),
  },
  {
    title: 'A boundary by its Wikidata entity',
    operation: 'get_boundary',
    input: { id: 'wikidata:Q49663', detail: 'low' },
    verdict: named('r1155953'),
  },
  {
    title: 'The same again, without a request',
    operation: 'get_boundary',
    input: { id: 'wikidata:Q49663', detail: 'low' },
    verdict: (answer) => {
      require(sent.length === 0, 'it was fetched again')
      return named('r1155953')(answer)
    },
  },
  {
    title: 'Municipalities of a country',
    operation: 'list_children',
    input: { id: 'r1155955', admin_level: 8 },
    verdict: contains('children', ['r1155956', 'r1155953', 'r1155952']),
  },
  {
    title: 'What contains a point',
    operation: 'reverse_boundaries',
    input: { lat: 47.141, lon: 9.5215 },
    verdict: contains('boundaries', ['r1155955', 'r1155956']),
  },
  {
    title: 'A search by name',
    operation: 'search_boundaries',
    input: { q: 'Schaan', live: true },
    verdict: contains('candidates', ['r1155952']),
  },
]

const { cliHostOf } = await import('../src/app/cli-host.ts')
const cliHost = cliHostOf(process.env)
const service = await cliHost.openService({})
let failures = 0
try {
  for (const { title, operation, input, verdict } of CHECKS) {
    sent.length = 0
    const startedMs = performance.now()
    let mark = '✓'
    let text: string
    try {
      const answer = await service.call({
        operation,
        input,
        languages: [],
        signal: AbortSignal.timeout(120_000),
      })
      if (!answer.ok) throw new Error(answer.problem.detail ?? answer.problem.title)
      text = verdict(JSON.parse(new TextDecoder().decode(answer.bytes)) as never)
    } catch (error) {
      mark = '✗'
      failures++
      text = error instanceof Error ? error.message : String(error)
    }
    console.log(`${mark} ${title} (${((performance.now() - startedMs) / 1000).toFixed(1)} s): ${text}`)
    for (const line of sent) console.log(`    ${line}`)
  }
  for (const { name, run } of (await cliHost.healthChecks()).filter(({ name }) => name === 'Day budget'))
    console.log(`${name} of this check, doctor's two requests included: ${await run()}`)
} finally {
  await service.close()
  await rm(directory, { recursive: true, force: true })
}
console.log(failures === 0 ? 'All checks passed.' : `${failures} of ${CHECKS.length} checks failed.`)
process.exitCode = failures === 0 ? 0 : 1
