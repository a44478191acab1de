/** The package as people install it: the README's session in an empty prefix, and the examples, against a server of its own. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launchChromium, newPerson, noChromium } from '../support/chromium.ts'
import { blocksOf, examplesOf, isTyped, shows, TERMINAL } from '../support/doc-examples.ts'
import { serveFolder } from '../support/folder-server.ts'
import { hasCompiler, pack, packClient, run, succeed, systemNode } from '../support/installed-package.ts'
import { callTool, postMcp, repliesOf } from '../support/mcp-post.ts'
import { isRequired } from '../support/required.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const EXAMPLES = join(ROOT, 'examples')
const PYTHON = '/usr/bin/python3'
const MCP_CLIENT = join(ROOT, 'tools/node_modules/@modelcontextprotocol/client')

/** As `engines` in package.json. */
const OLDEST_NODE = 20

const skip = !hasCompiler() && 'the package is built with a tool that is not installed (npm run tools)'
const offline = !isRequired('npm-registry') && 'installs from the registry of npm'

let folder: string
let tarball: string
before(async () => {
  if (skip) return
  folder = await mkdtemp(join(tmpdir(), 'metes-package-'))
  tarball = await pack(folder)
})
after(() => folder !== undefined && rm(folder, { recursive: true, force: true }))

test('the package holds the program, its data and its documents, and nothing that is only for development', {
  skip,
}, async () => {
  const { stdout } = await succeed('tar', ['tzf', tarball])
  const files = stdout
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''))
  for (const path of [
    'bin/metes.js',
    'dist/app/bin.js',
    'dist/client/index.d.ts',
    'dist/transports/mcp/show-map/map.js',
    'dist/transports/mcp/show-map/map.css',
    'data/atlas/atlas.db.zst',
    'spec/openapi.json',
    'docs/guide/caller.md',
    'examples/README.md',
    'clients/python/metes_client/py.typed',
    'LICENSE',
    'NOTICE',
  ])
    assert.ok(files.includes(path), path)
  // All data of the checkout, but what a running service unpacks beside it.
  const data = (await readdir(join(ROOT, 'data'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.(?:db|tiles|bin)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  assert.ok(data.length > 100)
  assert.deepEqual(
    data.filter((path) => !files.includes(path)),
    [],
  )
  assert.deepEqual(
    files.filter(
      (path) =>
        /\.test\.|^(?:src|test|scripts|bench|tools)\/|__pycache__|\.db$|\.tiles$|\.bin$|(?<!\.d)\.ts$/.test(
          path,
        ) && !path.startsWith('examples/'),
    ),
    [],
  )
})

describe('installed into an empty prefix', { skip: skip || offline }, () => {
  let metes: Installation
  let server: RunningServer
  let prefix: string
  before(async () => {
    const node = systemNode()
    if (isRequired('old-node')) assert.equal(node.major, OLDEST_NODE, 'the Node of this machine')
    prefix = join(folder, 'prefix')
    await succeed('npm', ['install', '--global', tarball, '--prefix', prefix, '--no-audit', '--no-fund'])
    metes = await install(join(prefix, 'bin/metes'), node.path)
    server = await metes.serve({ METES_PUBLIC_RATE: '1000' })
  })
  after(async () => {
    await server?.stop()
    await metes?.remove()
  })

  test('the session of the README runs as it is written', async () => {
    const readme = (await readFile(join(prefix, 'lib/node_modules/metes/README.md'), 'utf8')).replaceAll(
      'http://localhost:8080',
      server.url,
    )
    const key = await metes.createKey()
    const work = join(folder, 'session')
    await mkdir(work)
    let ran = 0
    for (const { commands, samples } of examplesOf(readme)) {
      for (const command of commands) {
        // It needs an extract from the network.
        if (command.startsWith('npx metes import')) continue
        const line = command.replace(/^npx /, '').replace(/\bmts_\w+/g, key)
        const { code, text } = await run('bash', ['-c', line], {
          cwd: work,
          env: {
            PATH: join(prefix, 'bin'),
            METES_DATA_DIR: metes.dataDir,
            ...(isTyped(line) && TERMINAL),
          },
        })
        ran++
        assert.equal(code === 0, !command.includes('Narnia'), `${line}\n${text}`)
        for (const sample of samples) assert.ok(shows(text, sample), `${line}\n${text}`)
      }
    }
    assert.ok(ran > 8, `${ran} commands`)
  })

  test('its tables are read as they were made, in whatever order npm has written the files', async () => {
    const tables = join(prefix, 'lib/node_modules/metes/data/names')
    for (const name of await readdir(tables)) {
      if (name.endsWith('.json')) await utimes(join(tables, name), 1, 1)
      // Nothing that could be read.
      if (name.endsWith('.yaml')) await writeFile(join(tables, name), '{')
    }
    assert.match((await metes.run(['search', 'Germany'])).stdout, /"iso":"DE"/)
  })

  test('its help suggests commands as they are typed here, without npx', async () => {
    assert.match((await metes.run(['--help'])).stdout, /\n {2}\$ metes search Luxembourg\n/)
  })

  test('a program enriches points as the command does, with types', async () => {
    const work = join(prefix, 'lib')
    const table = 'name,lat,lon\nOffice,49.61,6.13\nNowhere,,\nBuoy,0,-30\n'
    await writeFile(join(work, 'points.csv'), table)
    await writeFile(join(work, 'enrich.mts'), ENRICH_PROGRAM)
    await writeFile(join(work, 'enrich.mjs'), stripTypeScriptTypes(ENRICH_PROGRAM))
    const env = { METES_DATA_DIR: metes.dataDir }
    const program = await succeed(process.execPath, ['enrich.mjs', 'points.csv'], { cwd: work, env })
    const command = await succeed(
      join(prefix, 'bin/metes'),
      ['enrich', 'points.csv', '--kinds', 'country', '--language', 'en'],
      { cwd: work, env },
    )
    assert.equal(program.stdout, command.stdout)
    assert.equal(program.stdout.split('\n')[1], 'Office,49.61,6.13,r2171347,Luxembourg')
    assert.match(program.text, /Line 3\n.*\n1 of 3, 1 outside, © OpenStreetMap contributors, ODbL 1\.0/s)
    const missing = await run(process.execPath, ['enrich.mjs', 'enrich.mts'], { cwd: work, env })
    assert.match(missing.text, /UnreadablePoints: /)
    await typeCheck('enrich.mts', work)
  })

  test('a program matches places as the command does, with types', async () => {
    const work = join(prefix, 'lib')
    await writeFile(join(work, 'places.csv'), 'name,country\n06037,US\nSuffolk County,US\nLuxembourg,LU\n')
    await writeFile(join(work, 'match.mts'), MATCH_PROGRAM)
    await writeFile(join(work, 'match.mjs'), stripTypeScriptTypes(MATCH_PROGRAM))
    const env = { METES_DATA_DIR: metes.dataDir }
    const program = await succeed(process.execPath, ['match.mjs', 'places.csv'], { cwd: work, env })
    const command = await succeed(join(prefix, 'bin/metes'), ['match', 'places.csv'], { cwd: work, env })
    assert.equal(program.stdout, command.stdout)
    assert.equal(program.stdout.split('\n')[1], '06037,US,fips:06037,1,code')
    assert.match(program.text, /Line 3\n[\s\S]*1 of 3, .*OpenStreetMap/)
    const refused = await run(process.execPath, ['match.mjs', 'match.mts'], { cwd: work, env })
    assert.match(refused.text, /UnreadablePlaces: /)
    await typeCheck('match.mts', work)
  })

  test('its tools are at /mcp, with the page of the map', async () => {
    const found = await callTool(server.url, 'search_boundaries', { q: 'Luxemburg', limit: 1 })
    assert.match(found.content[0].text ?? '', /^1 boundary: /)
    const message = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'ui://metes/map' } }
    const [{ result }] = await repliesOf(await postMcp(server.url, message))
    const { contents } = result as { contents: { text: string }[] }
    const [{ text }] = contents
    assert.match(text, /<style>.+<script>.+ui\/initialize/s)
  })
})

const typeCheck = (file: string, cwd: string) =>
  succeed(
    join(ROOT, 'tools/node_modules/.bin/tsc'),
    [
      ...['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', 'node'],
      ...['--typeRoots', join(ROOT, 'node_modules/@types'), file],
    ],
    { cwd },
  )

const MATCH_PROGRAM = `
import { createReadStream } from 'node:fs'
import { matchPlaces, type MatchPlacesReport } from 'metes/match'
const rows = matchPlaces({
  bytes: createReadStream(process.argv[2]),
  onRejected: (rejected) => {
    for (const { place } of rejected) console.error(place)
  },
})
const pieces: Uint8Array[] = []
let next = await rows.next()
for (; next.done !== true; next = await rows.next()) pieces.push(next.value)
process.stdout.write(Buffer.concat(pieces))
const report: MatchPlacesReport = next.value
console.error(\`\${report.rejected} of \${report.rows}, \${report.attribution}\`)
`

const ENRICH_PROGRAM = `
import { createReadStream } from 'node:fs'
import { enrichPoints, type EnrichPointsReport } from 'metes/enrich'
const bytes = createReadStream(process.argv[2])
const rows = enrichPoints({
  input: { format: 'csv', bytes },
  kinds: ['country'],
  languages: ['en'],
  onRejected: (rejected) => {
    for (const { place } of rejected) console.error(place)
  },
})
const pieces: Uint8Array[] = []
let next = await rows.next()
for (; next.done !== true; next = await rows.next()) pieces.push(next.value)
process.stdout.write(Buffer.concat(pieces))
const report: EnrichPointsReport = next.value
console.error(\`\${report.rejected} of \${report.rows}, \${report.outside} outside, \${report.attribution}\`)
`

const noShapely =
  !isRequired('python') && !existsSync('/usr/lib/python3/dist-packages/shapely') && 'there is no shapely'

const CLIENTS = join(ROOT, 'docs/guide/clients.md')
/** Files with code of the guide, by how it begins, and a line that prints what it found. */
const IN_GUIDE = {
  'guide.ts': { begins: 'import { createClient', prints: 'console.log(feature.id)' },
  'guide.py': { begins: 'import requests', prints: 'print(polygon.geom_type)' },
} as const

describe('the examples', { skip }, () => {
  let metes: Installation
  let server: RunningServer
  /** What they are given: the address and a key. */
  let env: Readonly<Record<string, string>>
  /** A project that has both packages as dependencies. */
  let project: string
  before(async () => {
    project = join(folder, 'project')
    await mkdir(join(project, 'node_modules/@modelcontextprotocol'), { recursive: true })
    await succeed('tar', ['xzf', tarball, '-C', join(project, 'node_modules')])
    await succeed('mv', [join(project, 'node_modules/package'), join(project, 'node_modules/metes')])
    const client = join(project, 'node_modules/metes-client')
    await mkdir(client)
    await succeed('tar', ['xzf', await packClient(client), '--strip-components=1', '-C', client])
    await symlink(MCP_CLIENT, join(project, 'node_modules/@modelcontextprotocol/client'))
    await cp(EXAMPLES, project, { recursive: true })
    await writeFile(join(project, 'package.json'), '{ "type": "module" }')
    metes = await install()
    server = await metes.serve({ METES_PUBLIC_RATE: '1000' })
    for (const [file, { begins, prints }] of Object.entries(IN_GUIDE)) {
      const code = blocksOf(await readFile(CLIENTS, 'utf8')).find((block) =>
        block?.code.startsWith(begins),
      )?.code
      assert.ok(code !== undefined, begins)
      const here = code.replaceAll('http://localhost:8080', server.url)
      await writeFile(join(project, file), `${here}\n${prints}\n`)
    }
    env = { METES_URL: server.url, METES_API_KEY: await metes.createKey() }
  })
  after(async () => {
    await server?.stop()
    await metes?.remove()
  })

  test('curl', async () => {
    const { text } = await succeed('bash', ['curl/first-calls.sh'], { cwd: project, env })
    assert.match(text, /"inside":\[true,false\]/)
    assert.match(text, /\d{4,} luxembourg\.geojson/)
    assert.match(text, /\d{4,} area\.geojson/)
  })

  const SAYS = [
    /^2 countries .*: Belgium and Netherlands; .* km²\.$/m,
    /^ {2}include Belgium \(r\d+\)$/m,
    /^ {2}"Narnia": /m,
    /^Clervaux is in /m,
    /^Brussels is not in /m,
  ]

  test('TypeScript, on the Node of the tests', async () => {
    const { text } = await succeed(process.execPath, ['typescript/territory.ts'], { cwd: project, env })
    for (const line of SAYS) assert.match(text, line)
  })

  test('the same without its types, on the Node of this machine', async () => {
    const source = await readFile(join(project, 'typescript/territory.ts'), 'utf8')
    await writeFile(join(project, 'territory.js'), stripTypeScriptTypes(source))
    const { text } = await succeed(systemNode().path, ['territory.js'], { cwd: project, env })
    for (const line of SAYS) assert.match(text, line)
  })

  test('the client is in the main package, too', async () => {
    const program = "import { createClient } from 'metes/client'; console.log(createClient.name)"
    const { stdout } = await succeed(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: project,
    })
    assert.equal(stdout, 'createClient\n')
  })

  test('TypeScript of the guide', async () => {
    const { text } = await succeed(process.execPath, ['guide.ts'], { cwd: project, env })
    assert.match(text, /^r2171347$/m)
  })

  test('what is written in TypeScript compiles against the declarations of the packages', async () => {
    await symlink(join(ROOT, 'node_modules/@types'), join(project, 'node_modules/@types'))
    const files = ['typescript/territory.ts', 'mcp/tools.ts', 'mcp/http.ts', 'guide.ts']
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      'false',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      'node',
      '--ignoreConfig',
    ]
    await succeed(process.execPath, [join(ROOT, 'tools/node_modules/.bin/tsc'), ...options, ...files], {
      cwd: project,
    })
  })

  test('Python', { skip: noShapely }, async () => {
    const { text } = await succeed(PYTHON, ['python/states.py'], {
      cwd: project,
      env: { ...env, PYTHONPATH: join(project, 'node_modules/metes/clients/python') },
    })
    assert.equal(text.match(/km², with Vienna$/gm)?.length, 1, text)
    assert.match(text, /^Together: 8[34],\d\d\d km²$/m)
  })

  test('Python of the guide', { skip: noShapely }, async () => {
    const { text } = await succeed(PYTHON, ['guide.py'], { cwd: project, env })
    assert.match(text, /^Polygon$/m)
  })

  test('an MCP client, over HTTP', async () => {
    const { text } = await succeed(process.execPath, ['mcp/http.ts'], { cwd: project, env })
    assert.match(text, /^\d+ tools: .*search_boundaries/m)
    assert.match(text, /1 boundary: (Luxembourg|Lëtzebuerg)/)
    assert.match(text, /The point is in, largest first: (Luxembourg|Lëtzebuerg)/)
  })

  test('an MCP client, over stdio', async () => {
    const args = ['mcp/tools.ts', process.execPath, join(ROOT, 'bin/metes.js')]
    const { text } = await succeed(process.execPath, args, {
      cwd: project,
      env: { METES_DATA_DIR: metes.dataDir },
    })
    assert.match(text, /^\d+ tools: .*search_boundaries/m)
    assert.match(text, /Luxembourg|Lëtzebuerg/)
  })

  test('the client on a page without a bundler, in Chromium', { skip: noChromium }, async () => {
    // Beside node_modules, as in a project of its own.
    await cp(join(project, 'browser/index.html'), join(project, 'page.html'))
    const pages = await serveFolder(project)
    const browser = await launchChromium()
    try {
      const page = await newPerson(browser, pages.url)
      await page.goto(`/page.html?service=${encodeURIComponent(server.url)}`)
      await page.fill('#place', 'Liechtenst')
      await page.waitForSelector('#candidates li')
      assert.match((await page.textContent('#candidates li')) ?? '', /^Liechtenstein · \(country\)$/)
    } finally {
      await browser.close()
      await pages.close()
    }
  })
})
