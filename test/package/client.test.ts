/** The package of the client, installed alone, as programs and pages use it. */
import assert from 'node:assert/strict'
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from '../../tools/browser.ts'
import { launchChromium, newPerson, noChromium, type Windows } from '../support/chromium.ts'
import { blocksOf, shows } from '../support/doc-examples.ts'
import { serveFolder } from '../support/folder-server.ts'
import { hasCompiler, packClient, succeed, systemNode } from '../support/installed-package.ts'
import { type LocalServer, serveLocally } from '../support/local-server.ts'
import { isRequired } from '../support/required.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSC = join(ROOT, 'tools/node_modules/.bin/tsc')
const skip = !hasCompiler() && 'the package is built with a tool that is not installed (npm run tools)'

/** As `engines` in its package.json. */
const OLDEST_NODE = 20
/** Of all modules of each entry together, compressed as they are. */
const MAX_JAVASCRIPT_BYTES = [
  ['dist/*.js', 10_000],
  ['dist/map/*.js', 5_000],
] as const
/** With declarations, licence and README. */
const MAX_INSTALLED_BYTES = 150_000

const INSTALLED = 'node_modules/metes-client'

test('npm knows both packages, which have the same version', async () => {
  const both = ['--workspaces', '--include-workspace-root']
  const { stdout } = await succeed('npm', ['pkg', 'get', 'version', ...both])
  const versions: Readonly<Record<string, string>> = JSON.parse(stdout)
  assert.deepEqual(Object.keys(versions), ['metes', 'metes-client'])
  assert.equal(versions['metes-client'], versions.metes)
})

describe('installed alone, without a network', { skip }, () => {
  let folder: string
  let project: string
  let metes: Installation
  let server: RunningServer
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'metes-client-'))
    const packed = join(folder, 'packed')
    project = join(folder, 'project')
    for (const each of [packed, project]) await mkdir(each)
    const tarball = await packClient(packed)
    await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
    await succeed('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project })
    metes = await install()
    server = await metes.serve({ METES_PUBLIC_RATE: '1000' })
  })
  after(async () => {
    await server?.stop()
    await metes?.remove()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  /** By their paths in the package. */
  const files = async (pattern: string): Promise<ReadonlyMap<string, Buffer>> => {
    const cwd = join(project, INSTALLED)
    const found = new Map<string, Buffer>()
    for await (const entry of glob(pattern, { cwd, withFileTypes: true }))
      if (entry.isFile()) {
        const path = join(entry.parentPath, entry.name)
        found.set(path.slice(cwd.length + 1), await readFile(path))
      }
    return found
  }

  test('it is one package', async () => {
    const lock = JSON.parse(await readFile(join(project, 'node_modules/.package-lock.json'), 'utf8'))
    assert.deepEqual(Object.keys(lock.packages), [INSTALLED])
  })

  test('it is small', async () => {
    for (const [pattern, maxBytes] of MAX_JAVASCRIPT_BYTES) {
      const modules = [...(await files(pattern)).values()]
      assert.ok(modules.length > 1, pattern)
      const javaScript = modules.reduce((sum, text) => sum + gzipSync(text).length, 0)
      assert.ok(javaScript <= maxBytes, `${pattern} is ${javaScript} bytes`)
    }
    const all = [...(await files('**')).values()].reduce((sum, { length }) => sum + length, 0)
    assert.ok(all < MAX_INSTALLED_BYTES, `${all} bytes`)
  })

  test('its modules import only each other, and know no Node: they also run in Deno, Bun and browsers', async () => {
    for (const [path, text] of await files('**/*.js')) {
      const code = text.toString()
      for (const [, imported] of code.matchAll(/\b(?:from|import)\s*\(?'([^']+)'/g))
        assert.match(imported, /^\.\/[\w-]+\.js$/, path)
      assert.doesNotMatch(code, /\b(?:process|Buffer|require|__dirname|setImmediate)\b/, path)
    }
  })

  test('it holds its licence and its README', async () => {
    const found = await files('*')
    assert.deepEqual([...found.keys()].toSorted(), ['LICENSE', 'README.md', 'package.json'])
    assert.deepEqual(found.get('LICENSE'), await readFile(join(ROOT, 'LICENSE')))
  })

  /** How compilers find packages: those of programs for Node, and those of bundlers for pages. */
  const COMPILERS = {
    nodenext: { module: 'nodenext', lib: ['es2022'], types: ['node'] },
    bundler: { module: 'preserve', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] },
  }
  for (const [name, options] of Object.entries(COMPILERS))
    test(`programs have its types, with the resolution of modules "${name}"`, async () => {
      const work = join(project, name)
      await mkdir(work)
      await writeFile(join(work, 'program.ts'), PROGRAM)
      const [code] = blocksIn(await readme())
      await writeFile(join(work, 'readme.ts'), code)
      if (options.lib.includes('dom')) await writeFile(join(work, 'element.ts'), ELEMENT_PROGRAM)
      const compilerOptions = {
        ...options,
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        target: 'es2022',
        typeRoots: [join(ROOT, 'node_modules/@types')],
      }
      await writeFile(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
      await succeed(TSC, ['-p', work])
    })

  for (const [name, node] of [
    ['Node of the tests', process.execPath],
    ['Node of this machine', systemNode().path],
  ]) {
    test(`a program calls a server, on the ${name}`, async () => {
      if (node !== process.execPath && isRequired('old-node'))
        assert.equal(systemNode().major, OLDEST_NODE, 'the Node of this machine')
      await writeFile(join(project, 'program.js'), stripTypeScriptTypes(PROGRAM))
      const env = { METES_URL: server.url, METES_API_KEY: await metes.createKey() }
      const { stdout } = await succeed(node, ['program.js'], { cwd: project, env })
      assert.deepEqual(stdout.trim().split('\n'), [
        'Liechtenstein, Polygon',
        'true false',
        'not_found 404',
        'unreachable 0 true',
      ])
    })

    test(`the element loads where there are no elements, as a server that renders pages loads it, on the ${name}`, async () => {
      await writeFile(join(project, 'rendered.js'), "import 'metes-client/map'\nconsole.log('loaded')\n")
      const { stdout } = await succeed(node, ['rendered.js'], { cwd: project })
      assert.equal(stdout, 'loaded\n')
    })

    test(`the session of its README runs as it is written, on the ${name}`, async () => {
      const [code, session] = blocksIn((await readme()).replaceAll(':8080', `:${new URL(server.url).port}`))
      await writeFile(join(project, 'first-calls.mjs'), code)
      const { text } = await succeed(node, ['first-calls.mjs'], { cwd: project })
      assert.ok(shows(text, session), text)
    })
  }

  const readme = (): Promise<string> => readFile(join(project, INSTALLED, 'README.md'), 'utf8')

  describe('in a page of another site, in Chromium', { skip: noChromium }, () => {
    let pages: LocalServer
    let browser: Windows
    let page: Page
    before(async () => {
      pages = await serveFolder(project)
      await writeFile(join(project, 'page.html'), '<!doctype html>')
      browser = await launchChromium()
      page = await newPerson(browser, pages.url)
      await page.goto('/page.html')
    })
    after(async () => {
      await browser?.close()
      await pages?.close()
    })

    /** What a function of the page returns, or the problem it throws; `headers` are those that the page can read, in the order of the answers. */
    const inPage = <T>(options: object, run: string): Promise<Told<T>> =>
      page.evaluate<Told<T>>(`(async () => {
        const { createClient, MetesProblem } = await import('/${INSTALLED}/dist/index.js')
        const headers = []
        const metes = createClient({ retries: 0, ...${JSON.stringify(options)}, fetch: async (...request) => {
          const answer = await fetch(...request)
          headers.push(Object.fromEntries(answer.headers))
          return answer
        } })
        try {
          return { value: await (${run})(metes), headers }
        } catch (error) {
          if (!(error instanceof MetesProblem)) throw error
          const { code, message, retryAfterSeconds, problem } = error
          return { error: { code, message, retryAfterSeconds, problem }, headers }
        }
      })()`)

    test('calls with a key and all further headers of the client are allowed in advance', async () => {
      const options = { baseUrl: server.url, apiKey: await metes.createKey(), language: 'de' }
      const { value } = await inPage<readonly unknown[]>(
        options,
        `async (metes) => [
          await metes.containsPoints({ id: 'iso:LI', points: [[9.52, 47.14]] }, { idempotencyKey: 'page-1' }),
          await metes.createArea({ text: 'Liechtenstein', detail: 'low' }, { respondAsync: { afterSeconds: 60 }, maxInlineBytes: 100000 }),
        ]`,
      )
      assert.partialDeepStrictEqual(value, [{ inside: [true] }, { status: 200, output: { type: 'Feature' } }])
    })

    test('problems are readable, with the request id and the challenge', async () => {
      const { error, headers } = await inPage(
        { baseUrl: server.url, apiKey: 'mts_unknown' },
        `(metes) => metes.listKeys()`,
      )
      assert.equal(error?.code, 'unauthorized')
      assert.match(error.message, /^The credential is .+\.$/)
      assert.equal(headers[0]['x-request-id'], error.problem.request_id)
      assert.match(headers[0]['www-authenticate'], /^Bearer /)
    })

    test('rate limits are readable, with answers and with the refusal', async () => {
      const limited = await metes.serve({ METES_PUBLIC_RATE: '1' })
      try {
        const { error, headers } = await inPage(
          { baseUrl: limited.url },
          `async (metes) => {
            const first = await metes.request('list_ops')
            if (first.headers.get('ratelimit') === null) throw new Error('The answer has no RateLimit.')
            await metes.listOps()
          }`,
        )
        assert.equal(error?.code, 'rate_limited')
        assert.ok(Number(error.retryAfterSeconds) > 0)
        for (const each of headers) {
          assert.equal(each['ratelimit-policy'], '"public";q=1;w=60')
          assert.match(each.ratelimit, /^"public";r=0;t=\d+$/)
        }
        assert.equal(headers[1]['retry-after'], String(error.retryAfterSeconds))
      } finally {
        await limited.stop()
      }
    })

    test('a server that does not allow the call, or none, is unreachable: the browser asks in advance', async () => {
      const methods: (string | undefined)[] = []
      const closed = await serveLocally(({ method }, response) => {
        methods.push(method)
        response.writeHead(204, { 'access-control-allow-origin': '*' }).end()
      })
      const call = async (): Promise<void> => {
        const { error } = await inPage(
          { baseUrl: closed.url, apiKey: 'mts_x' },
          `(metes) => metes.searchBoundaries({ q: 'Vaduz' })`,
        )
        assert.equal(error?.code, 'unreachable')
        assert.equal(error.message, `No answer from ${closed.url}: Failed to fetch`)
      }
      await call()
      assert.deepEqual(methods, ['OPTIONS'])
      await closed.close()
      await call()
    })
  })
})

interface Told<T> {
  readonly value?: T
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly retryAfterSeconds: number | null
    readonly problem: Readonly<Record<string, unknown>>
  }
  readonly headers: readonly Readonly<Record<string, string>>[]
}

/** The program of the README, and what it prints. */
const blocksIn = (readme: string): readonly [code: string, session: string] => {
  const blocks = blocksOf(readme).map((block) => block?.code ?? '')
  const code = blocks.find((each) => each.startsWith('import ')) ?? ''
  const session = /^\$ node first-calls\.mjs\n(.+)$/s.exec(
    blocks.find((each) => each.startsWith('$ node')) ?? '',
  )
  assert.ok(code !== '' && session !== null)
  return [code, session[1]]
}

const ELEMENT_PROGRAM = `
import 'metes-client/map'
import type { MetesMapChange } from 'metes-client/map'

const map = document.createElement('metes-map')
map.value = ['iso:LI']
map.area = { type: 'Polygon' }
map.addEventListener('change', ({ detail }) => {
  const change: MetesMapChange = detail
  console.log(change.ids.join(), ...change.boundaries.map(({ name, kind }) => name + kind))
})
map.addEventListener('error', ({ detail: { code, message } }) => console.log(code, message))
map.addEventListener('ready', ({ detail }) => console.log(detail === null))
map.addEventListener('focus', (event: Event) => console.log(event.type))
// @ts-expect-error: ids are a list
map.value = 'iso:LI'
// @ts-expect-error: there is no such field
map.addEventListener('change', ({ detail }) => console.log(detail.name))
`

const PROGRAM = `
import { type BoundaryFeature, createClient, type Detail, MetesProblem } from 'metes-client'

declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

const { METES_URL: baseUrl = '', METES_API_KEY: apiKey } = process.env
const metes = createClient({ baseUrl, apiKey })
const detail: Detail = 'low'
const feature: BoundaryFeature = await metes.getBoundary({ id: 'iso:LI', detail })
console.log(\`\${feature.properties.name}, \${feature.geometry?.type}\`)
const { inside } = await metes.containsPoints({ id: 'iso:LI', points: [[9.52, 47.14], [0, 0]] })
console.log(...inside)

/** @throws an error that is no problem */
const problemOf = async (call: Promise<unknown>): Promise<MetesProblem> => {
  const error = await call.then(() => null, (error: unknown) => error)
  if (error instanceof MetesProblem) return error
  throw error
}
const { code, status } = await problemOf(metes.getBoundary({ id: 'r1' }))
console.log(code, status)
const nowhere = await problemOf(createClient({ baseUrl: 'http://127.0.0.1:2' }).listOps())
console.log(nowhere.code, nowhere.status, nowhere.cause instanceof TypeError)

/** Checked by the compiler, never called. */
export const types = (): void => {
  // @ts-expect-error: there is no such detail
  metes.getBoundary({ id: 'iso:LI', detail: 'finest' })
  // @ts-expect-error: there is no such problem
  console.log(nowhere.code === 'unheard_of')
}
`
