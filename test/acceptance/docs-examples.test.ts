/** The examples of the README and of every page of the docs run, and the answers shown beside them are those of the service. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { OPS } from '../../src/ops/index.ts'
import { examplesOf, isTyped, shows, TERMINAL } from '../support/doc-examples.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** How commands start that cannot run here, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npx metes import ': 'needs an extract from the network; test/import/ imports others',
  'npx metes prefetch ':
    'fetches from a map server; test/live/prefetch.test.ts runs it against servers of its own',
  'npx metes serve --processes ': 'serves until it is ended; test/processes/ starts such services',
  'npx metes reload': 'needs such a service; test/processes/reload.test.ts reloads one',
  'npx metes catalog remove ': 'needs an import; test/import/import-histories.test.ts removes imports',
  'npx metes catalog resolve ': 'needs a conflict; test/identity/decisions.test.ts decides some',
  'npx metes catalog versions': 'needs METES_CATALOG_URL; test/published/ lists versions',
  'npx metes catalog rollback ': 'needs a published version; test/published/ rolls back',
  'npx metes enrich stops.gpkg ': 'needs a GeoPackage; test/acceptance/enrich-formats.test.ts enriches one',
  'npx metes enrich shops.csv --server ':
    'calls a server that does not exist; test/acceptance/enrich-formats.test.ts plays one',
  "npx metes backup --to 's3:":
    'writes to a bucket that does not exist; test/acceptance/backup-bucket.test.ts plays one',
  'metes login ': 'waits for a person; test/acceptance/cli-login.test.ts signs in',
}

/** How commands start that the service refuses, and the code of the refusal. */
const REFUSED: Readonly<Record<string, string>> = {
  'curl http://localhost:8080/v1/auth/device/token ': 'authorization_pending',
  "curl 'http://localhost:8080/v1/ops/poll_device_login' ": 'authorization_pending',
  'metes poll-device-login ': 'authorization_pending',
  'npx metes restore backups/first --force': 'A server or another command uses the data',
  "curl 'http://localhost:8080/v1/boundaries/search?q=x&limit=99&colour=red'": 'invalid_input',
  'npx metes area "the Balkans"': 'unmappable_area',
  'npx metes area "Oregon, Narnia and downtown Portland"': 'unmappable_area',
}

/** Pages whose answers show the account, board or job of the service that wrote them; here they have the same fields. */
const OTHER_DATA: readonly string[] = OPS.filter(({ group }) =>
  ['account', 'feedback', 'jobs', 'signin'].includes(group),
).map(({ name }) => `/docs/reference/${name}`)

/** How blocks start that are not answers. */
const NO_ANSWERS: Readonly<Record<string, string>> = {
  'name,lat,lon\nOffice': 'a file of points, which is written for the command below it',
  'name,country,level,parent,sales\nLos': 'a table, which is written for the commands below it',
  'ID           NAME           FROM': 'a conflict; test/acceptance/cli-conflicts.test.ts lists some',
  '{ "free": {': 'a file of plans; src/config/plans-file.test.ts reads such files',
}

/** Answers whose descriptions stand in the text of the page. */
const DESCRIBED: readonly { readonly page: string; readonly answer: string; readonly command: string }[] = [
  {
    page: '/docs/guide/areas',
    answer: '2 countries: Spain and Portugal;',
    command:
      'metes create-area \'The "Territory" means Spain and Portugal. Licensee shall pay royalties quarterly. This Agreement is governed by the laws of Germany.\' --output area.geojson 2>&1 | grep -v ^Wrote',
  },
  {
    page: '/docs/guide/areas',
    answer: 'Georgia;',
    command: 'metes create-area Georgia --output area.geojson 2>&1 | grep -v ^Wrote',
  },
  {
    page: '/docs/guide/operator',
    answer: '✓ Runtime: ',
    command: 'METES_DATADIR=/srv/metes npx metes doctor',
  },
]

/** The table of the guide. */
const SALES = `name,country,level,parent,sales
Los Angles County,US,,California,120
Orange,US,county,CA,80
6075,US,,,95
ZUERICH,Switzerland,Kanton,,75
Orange County,US,,,40
Springfield,US,,,30
`

let metes: Installation
let server: RunningServer
let folder: string
let key: string
before(async () => {
  metes = await install()
  server = await metes.serve({ METES_PUBLIC_RATE: '1000' })
  key = await metes.createKey()
  folder = await mkdtemp(join(tmpdir(), 'metes-docs-'))
  await writeFile(join(folder, 'news.md'), '# What is new\n\nNothing.\n')
  await writeFile(
    join(folder, 'shops.csv'),
    'name,lat,lon\nOffice,49.61,6.13\nShop,41.88,-87.63\nBuoy,0,-30\n',
  )
  await writeFile(join(folder, 'sales.csv'), SALES)
  await mkdir(join(folder, 'bin'))
  const programs = {
    metes: `exec ${process.execPath} ${ROOT}bin/metes.js "$@"`,
    'xdg-open': 'exit 0',
    // As on the machine of the service, except for areas, for which a process would read the whole atlas; the other commands call the server.
    npx: '[ "$2" = area ] || unset METES_SERVER METES_API_KEY; exec "$@"',
    curl: 'exec /usr/bin/curl -sS --fail-with-body "$@"',
  }
  for (const [name, line] of Object.entries(programs)) {
    await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${line}\n`)
    await chmod(join(folder, 'bin', name), 0o755)
  }
  // The commands about the board name items up to 8.
  const other = await metes.createKey({}, 'other@example.org')
  for (let item = 1; item <= 8; item++) {
    await call('request_feature', { title: `Number ${item}` }, { 'X-API-Key': other })
  }
})
after(async () => {
  await server?.stop()
  await metes?.remove()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

const call = async (
  operation: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> => {
  const answer = await fetch(`${server.url}/v1/ops/${operation}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key, ...headers },
    body: JSON.stringify(input),
  })
  assert.ok(answer.ok, `${operation}: ${answer.status}`)
  return (await answer.json()) as Record<string, string>
}

/** All commands about a job may be about the same one. */
let job: Promise<string> | undefined
const doneJob = (): Promise<string> => (job ??= createDoneJob())

const createDoneJob = async (): Promise<string> => {
  const { id } = await call(
    'create_area',
    { text: 'Benelux without Luxembourg' },
    { Prefer: 'respond-async' },
  )
  for (;;) {
    const { state } = await call('get_job', { id, wait: 20 })
    if (state !== 'queued' && state !== 'running') return id
  }
}

/** Ids and codes in commands, which stand for those of the reader. */
const STANDS_FOR: readonly (readonly [RegExp, () => Promise<string>])[] = [
  [/\bmts_[0-9A-Za-z]{20,}/, async () => key],
  [/\bjob_\w+/, () => doneJob()],
  [
    /\bann@example\.org 7k2m9x4c1p8w5t3z\b/,
    async () => `test@example.org ${(await call('create_key', { name: 'to revoke' })).id}`,
  ],
  [/\b7k2m9x4c1p8w5t3z\b/, async () => (await call('create_key', { name: 'to revoke' })).id],
  [/\bGmRhm[\w…-]+/, async () => (await call('start_device_login', {})).device_code],
  [/\breq_…/, async () => 'req_gn8spfanw5fr000000'],
]

/** The reference shows JSON. */
const isOnTerminal = (page: string, line: string): boolean =>
  !page.startsWith('/docs/reference/') && isTyped(line)

const run = async (
  line: string,
  onTerminal = false,
): Promise<{ code: number | null; text: string; stdout: string }> => {
  const child = spawn('bash', ['-c', `set -o pipefail\n${line}`], {
    cwd: folder,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      HOME: folder,
      KEY: key,
      METES_DATA_DIR: metes.dataDir,
      METES_SERVER: server.url,
      METES_API_KEY: key,
      ...(onTerminal && TERMINAL),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, code] = await Promise.all([
    child.stdout.setEncoding('utf8').toArray(),
    child.stderr.setEncoding('utf8').toArray(),
    new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code))),
  ])
  return { code, text: stderr.join('') + stdout.join(''), stdout: stdout.join('') }
}

const fieldsOf = (json: string): readonly string[] => Object.keys(JSON.parse(json))

/** The first fields of a shortened answer, which is indented. */
const fieldsShown = (sample: string): readonly string[] =>
  Array.from(sample.matchAll(/^ {2}"(\w+)":/gm), ([, name]) => name)

const pageTexts = async (): Promise<ReadonlyMap<string, string>> => {
  const contents = await (await fetch(`${server.url}/docs`)).text()
  const paths = [
    ...new Set(Array.from(contents.matchAll(/href="(\/docs\/\w+\/[\w-]+)"/g), ([, path]) => path)),
  ]
  const pages = new Map<string, string>()
  pages.set(
    'README.md',
    readFileSync(`${ROOT}README.md`, 'utf8').replaceAll('http://localhost:8080', server.url),
  )
  for (const path of paths) {
    const answer = await fetch(server.url + path, { headers: { accept: 'text/markdown' } })
    assert.deepEqual([answer.status, path], [200, path])
    pages.set(path, await answer.text())
  }
  return pages
}

/** The address of the service, as its pages show it. */
const SHOWN_URL = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/g

const startOf = <Value>(table: Readonly<Record<string, Value>>, line: string): string | undefined =>
  Object.keys(table).find((start) => line.replace(SHOWN_URL, 'http://localhost:8080').startsWith(start))

/** What a command writes into a JSON file is JSON, on a terminal too. */
const checkWritten = async (line: string): Promise<void> => {
  const [, file] = /--output (\S+\.(?:geo)?json)\b/.exec(line) ?? []
  if (file === undefined) return
  const written = await readFile(join(folder, file), 'utf8')
  assert.ok(written.startsWith('{'), `${line}\n${written.slice(0, 200)}`)
}

test('the examples of every page', { concurrency: 3 }, async (t) => {
  const pages = await pageTexts()
  const used = new Set<string>()
  let count = 0

  const check = async (page: string, text: string): Promise<void> => {
    for (const { commands, samples } of examplesOf(text)) {
      const answers: { line: string; text: string; stdout: string }[] = []
      for (const command of commands) {
        const skipped = startOf(NOT_RUN, command)
        if (skipped !== undefined) {
          used.add(skipped)
          continue
        }
        let line = command
        for (const [written, actual] of STANDS_FOR) {
          if (written.test(line)) line = line.replace(written, await actual())
        }
        const { code, text, stdout } = await run(line, isOnTerminal(page, command))
        count++
        const refused = startOf(REFUSED, command)
        if (refused === undefined) {
          assert.equal(code, 0, `${page}: ${line}\n${text}`)
          await checkWritten(line)
        } else {
          used.add(refused)
          assert.notEqual(code, 0, line)
          assert.ok(text.includes(REFUSED[refused]), `${page}: ${line}\n${text}`)
        }
        answers.push({ line, text, stdout })
      }
      for (const sample of samples) {
        const other = startOf(NO_ANSWERS, sample)
        if (other !== undefined) {
          used.add(other)
          continue
        }
        const described = DESCRIBED.find((each) => each.page === page && sample.startsWith(each.answer))
        if (described !== undefined) {
          used.add(described.answer)
          const { text } = await run(described.command)
          answers.push({ line: described.command, text, stdout: '' })
        }
        const isShown = OTHER_DATA.includes(page)
          ? answers.some(({ stdout }) => fieldsShown(sample).every((name) => fieldsOf(stdout).includes(name)))
          : answers.some(({ text }) => shows(text, sample))
        assert.ok(
          (answers.length === 0 && described === undefined) || isShown,
          `${page} shows\n${sample}\nbut the answer is\n${answers.map(({ line, text }) => `${line}\n${text.slice(0, 3000)}`).join('\n')}`,
        )
      }
    }
  }

  await Promise.all(Array.from(pages, ([page, text]) => t.test(page, () => check(page, text))))

  assert.ok(count > 100, `${count} commands ran`)
  const tables = [NOT_RUN, REFUSED, NO_ANSWERS].flatMap((table) => Object.keys(table))
  const listed = [...tables, ...DESCRIBED.map(({ answer }) => answer)]
  assert.deepEqual(
    listed.filter((each) => !used.has(each)),
    [],
    'listed, but in no document',
  )
})
