/** The embedded map on pages of other sites, in Chromium: the examples run as they are written, by the keyboard alone. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from '../../tools/browser.ts'
import { type MadeUpService, startService } from '../registry/made-up-service.ts'
import {
  assertGoodPage,
  launchChromium,
  newPerson,
  noChromium,
  SOFTWARE_WEBGL,
  type Windows,
} from '../support/chromium.ts'
import { serveFolder } from '../support/folder-server.ts'
import { type LocalServer, serveLocally } from '../support/local-server.ts'
import { pixelsOf } from '../support/pixels.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** The address in the examples. */
const SERVER = 'http://localhost:8080'

describe('on pages of another site', { skip: noChromium }, () => {
  let metes: Installation
  let server: RunningServer
  let closed: MadeUpService
  let silent: LocalServer
  let folder: string
  let pages: LocalServer
  let browser: Windows
  const complaints: string[] = []
  /** Calls and tiles of the frame that a cookie went with. */
  const withCookies: string[] = []
  const foreign: string[] = []

  before(async () => {
    metes = await install()
    server = await metes.serve({ METES_SOURCES: 'atlas' })
    closed = await startService({ embedOrigins: [] })
    silent = await serveLocally(() => {})
    folder = await mkdtemp(join(tmpdir(), 'metes-embed-'))
    await writeElement(join(folder, 'node_modules/metes-client/dist/map'))
    await writeFile(join(folder, 'favicon.ico'), '')
    pages = await serveFolder(folder)
    const { host } = new URL(server.url)
    browser = await launchChromium([...SOFTWARE_WEBGL, `--host-resolver-rules=MAP localhost:8080 ${host}`])
  })
  after(async () => {
    await browser?.close()
    await pages?.close()
    await silent?.close()
    await closed?.close()
    await server?.stop()
    await metes?.remove()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  /** Of the same site as the server, where a browser sends its cookies to frames. */
  const open = async (name: string, html: string): Promise<Page> => {
    await writeFile(join(folder, `${name}.html`), html)
    const page = await newPerson(browser, pages.url.replace('127.0.0.1', 'localhost'))
    await page
      .context()
      .addCookies([
        { name: 'metes_session', value: 'a-session', url: SERVER, httpOnly: true, sameSite: 'Lax' },
      ])
    page.on('pageerror', (error) => complaints.push(`${name}: ${error.stack}`))
    page.on('console', (message) => {
      if (message.type() !== 'debug') complaints.push(`${name}: ${message.text()}`)
    })
    page.on('request', async (request) => {
      const { hostname, pathname, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname))
        foreign.push(request.url())
      if (!/^\/(?:embed\/ops|tiles)\//.test(pathname)) return
      const headers = await request.allHeaders().catch(() => ({}))
      if ('cookie' in headers) withCookies.push(request.url())
    })
    // The map moves at once.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`/${name}.html`)
    return page
  }

  const openExample = async (program: string): Promise<Page> =>
    open(program, await readFile(join(ROOT, 'examples', program, 'index.html'), 'utf8'))

  test('a delivery zone is picked by the keyboard alone, and submitted with its form', async () => {
    const page = await openExample('delivery-zone')
    const frame = page.frameLocator('metes-map iframe')
    await isDrawn(frame)
    assert.equal(await page.locator('metes-map iframe').getAttribute('title'), 'Delivery zone')
    await creditsAreShown(frame)
    assert.equal(await page.evaluate<boolean>("document.querySelector('form').checkValidity()"), false)

    await page.locator('[name=customer]').focus()
    await page.keyboard.type('Ann')
    await tabTo(page, frame, '#search')
    await page.keyboard.type('Ticino')
    await page.keyboard.press('Enter')
    await page.locator('output', { hasText: 'Ticino' }).waitFor()
    // What a screen reader says.
    await frame.locator('[role=status]', { hasText: 'Ticino is picked.' }).waitFor({ state: 'attached' })

    // North of Ticino, on the map.
    await tabTo(page, frame, 'canvas')
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp')
    await tabTo(page, frame, '.here')
    // Until the tiles there have come.
    for (let tries = 0; (await page.locator('output').textContent()) === 'Ticino'; tries++) {
      assert.ok(tries < 3_000, 'nothing is picked at the centre of the map')
      await page.keyboard.press('Enter')
    }
    const chosen = String(await page.locator('output').textContent())

    await page.keyboard.press('Shift+Tab')
    await tabTo(page, frame, '.picked button', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.locator('output', { hasText: 'none' }).waitFor()
    assert.equal(await page.evaluate<boolean>("document.querySelector('form').checkValidity()"), false)

    await tabTo(page, frame, '#search', 'Shift+Tab')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(chosen)
    await page.keyboard.press('Enter')
    await page.locator('output', { hasText: chosen }).waitFor()
    for (let tabs = 0; !(await page.locator('form button:focus').count()); tabs++) {
      assert.ok(tabs < 20, 'the keyboard leaves the frame')
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/\?customer=Ann&zone=[\w%:-]+$/)
  })

  test('several are picked, and what a page does wrong is told or ignored', async () => {
    const page = await open(
      'several',
      `<!doctype html><meta charset="utf-8"><title>Several</title>
<metes-map server="${SERVER}/" mode="pick-several" kind="country" value="iso:AT" scheme="dark"></metes-map>
<script type="module">
import './node_modules/metes-client/dist/map/index.js'
globalThis.told = []
globalThis.listen = (map) => {
  for (const type of ['ready', 'change', 'error']) map.addEventListener(type, ({ detail }) => told.push({ type, detail }))
}
listen(document.querySelector('metes-map'))
// The frame is loading by then.
await null
document.querySelector('metes-map').value = ['iso:AT', 'iso:XX']
globalThis.frame = () => document.querySelector('metes-map').shadowRoot.querySelector('iframe').contentWindow
</script>`,
    )
    const frame = page.frameLocator('metes-map:first-of-type iframe')
    await isDrawn(frame)
    const told = (type: string): Promise<readonly Told[]> =>
      page.evaluate(`told.filter((each) => each.type === '${type}').map(({ detail }) => detail)`)
    await page.waitForFunction(`told.some(({ type }) => type === 'error')`)
    const [unknown] = await told('error')
    assert.equal(unknown.code, 'not_found')
    assert.match(String(unknown.message), /^The boundary "iso:XX" was not found\./)
    await frame.getByText('The boundary "iso:XX" was not found.').waitFor()
    assert.equal((await told('ready')).length, 1)
    await creditsAreShown(frame)

    await page.evaluate(`document.querySelector('metes-map').value = ['iso:AT', 'iso:LI']`)
    await frame.getByRole('button', { name: /^Remove L/ }).waitFor()
    assert.deepEqual(await told('change'), [], 'only the person changes')
    assert.partialDeepStrictEqual(await page.evaluate(`document.querySelector('metes-map').boundaries`), [
      { name: 'Österreich', kind: 'country' },
      { name: 'Liechtenstein', kind: 'country' },
    ])
    await tabTo(page, frame, '#search')
    await page.keyboard.type('Schweiz')
    await page.keyboard.press('Enter')
    await page.waitForFunction(`told.some(({ type }) => type === 'change')`)
    const [{ ids, boundaries }] = await told('change')
    assert.equal(ids?.length, 3)
    assert.deepEqual(
      ids,
      boundaries?.map(({ id }) => id),
    )
    assert.partialDeepStrictEqual(boundaries?.at(-1), { id: ids?.at(-1), kind: 'country' })
    assert.deepEqual(Object.keys(boundaries?.at(-1) ?? {}), ['id', 'name', 'kind'])

    // A flood, texts that would be markup, and more positions than a map shows: the last message is still followed.
    await page.evaluate(`(() => {
      const ring = Array.from({ length: 150_000 }, (_, i) => [i / 1e4, 0])
      for (let i = 0; i < 2_000; i++) frame().postMessage({ metes: 'value', ids: ['r' + i] }, '*')
      for (const data of [null, 1, 'text', [], { metes: {} }, { metes: 'connect', origin: 'x' }, { metes: 'boundaries' }])
        frame().postMessage(data, '*')
      frame().postMessage({ metes: 'value', ids: ['<img src=x onerror=alert(1)>'] }, '*')
      frame().postMessage({ metes: 'area', area: { type: 'Polygon', coordinates: [ring] } }, '*')
    })()`)
    for (const text of [
      'The value must be a list of at most 50 ids of boundaries.',
      'more than 100,000 positions',
    ])
      await page.waitForFunction(
        `told.some(({ type, detail }) => type === 'error' && detail.message.includes('${text}'))`,
      )
    // The page itself and another frame in it are not the page around the frame, nor is the page the frame.
    await page.evaluate(`new Promise((resolve) => {
      const other = document.createElement('iframe')
      other.onload = resolve
      other.srcdoc = "<script>top.frame().postMessage({ metes: 'value', ids: ['iso:FR'] }, '*')</" + "script>"
      document.body.append(other)
      postMessage({ metes: 'boundaries', boundaries: [{ id: 'forged' }], isChange: true }, '*')
    })`)
    await page.evaluate(`document.querySelector('metes-map').value = ['iso:MC']`)
    await frame.getByRole('button', { name: 'Remove Monaco' }).waitFor()
    assert.deepEqual(await page.evaluate(`[...document.querySelector('metes-map').value]`), [
      String(await frame.locator('.picked button').getAttribute('data-key')).slice('remove '.length),
    ])
    assert.equal((await told('change')).length, 1)
    assert.equal(await frame.getByRole('button', { name: /^Remove France/ }).count(), 0)

    // Elements that cannot work say why, where the map would be and in their event.
    const wrong: readonly (readonly [attributes: string, code: string, message: RegExp])[] = [
      ['', 'invalid_input', /must be the address of a Metes service.+It is missing\./],
      ['server="metes.example.org"', 'invalid_input', /It is “metes\.example\.org”\./],
      ['server="localhost:8080"', 'invalid_input', /It is “localhost:8080”\./],
      ['server="javascript:alert(1)"', 'invalid_input', /It is “javascript:alert\(1\)”\./],
      [
        `server="${SERVER}" mode="choose"`,
        'invalid_input',
        /“choose” is not a mode \(pick, pick-several, show\)\./,
      ],
      [
        `server="${closed.url}"`,
        'not_framed',
        /does not let this page show its map\..+METES_EMBED_ORIGINS=http:\/\/localhost:\d+$/,
      ],
      [`server="${silent.url}"`, 'unreachable', /^No map from 127\.0\.0\.1:\d+\. /],
      ['server="http://localhost:2"', 'unreachable', /^No map from localhost:2\. Check the attribute server/],
    ]
    // From here on the browser itself complains of what is refused.
    const seen = complaints.length
    for (const [attributes, code, message] of wrong) {
      await page.evaluate(`(() => {
        told.length = 0
        document.querySelectorAll('metes-map:not(:first-of-type)').forEach((each) => each.remove())
        document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(`<metes-map ${attributes}></metes-map>`)})
        listen(document.body.lastElementChild)
      })()`)
      await page.waitForFunction(`told.some(({ type }) => type === 'error')`)
      const [problem] = await told('error')
      assert.equal(problem.code, code)
      assert.match(String(problem.message), message)
      const alert = page.locator('metes-map').last().getByRole('alert').first()
      if (attributes.includes('mode='))
        await page.frameLocator('metes-map:last-of-type iframe').getByText(message).waitFor()
      else assert.match(String(await alert.textContent()), message)
    }
    await pagesRefuse(page)
    complaints.length = seen
  })

  /** Pages of accounts, sign-in, consent and keys are not drawn in frames. */
  const pagesRefuse = async (page: Page): Promise<void> => {
    const paths = [
      '/',
      '/account',
      '/account/feeds',
      '/sign-in',
      '/device',
      '/feedback',
      '/docs',
      '/oauth/consent',
    ]
    const loaded =
      await page.evaluate<number>(`Promise.all(${JSON.stringify(paths)}.map((path) => new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.className = 'page'
      frame.onload = resolve
      frame.src = '${SERVER}' + path
      document.body.append(frame)
    }))).then(({ length }) => length)`)
    assert.equal(loaded, paths.length)
    const shown = page
      .frames()
      .filter((each) => each.url().startsWith(SERVER))
      .map((each) => new URL(each.url()).pathname)
    assert.deepEqual([...new Set(shown)], ['/embed'])
  }

  test('a sales territory is shown, with what is cut out of it', async () => {
    const page = await openExample('sales-territory')
    const frame = page.frameLocator('metes-map iframe')
    await page.waitForResponse(
      (response) => response.url().endsWith('/embed/ops/union_boundaries') && response.ok(),
    )
    await isDrawn(frame)
    assert.deepEqual(await frame.locator('.panel h2').allTextContents(), ['Merged', 'Cut out'])
    assert.equal(await frame.locator('.picked li').count(), 4)
    await frame
      .locator('[role=status]', { hasText: 'An area is shown on the map.' })
      .waitFor({ state: 'attached' })
    await creditsAreShown(frame)
    assert.equal(await frame.locator('.here').count(), 0)
    assert.equal(await frame.locator('#search').count(), 0)
    const names = await page.evaluate<string[]>(
      `document.querySelector('metes-map').boundaries.map(({ name }) => name)`,
    )
    assert.equal(names.length, 3, 'what is merged has names')
    // The border of what is cut out is one with that of the area.
    const png = (await page.locator('metes-map').screenshot()).toString('base64')
    const [green, red] = [
      await pixelsOf(page, png, 'g > r + 40 && g > b'),
      await pixelsOf(page, png, 'r > g + 80 && r > b + 80'),
    ]
    assert.ok(green > 200 && red === 0, `${green} pixels of the area's border, ${red} of what is cut out`)
  })

  test('axe finds nothing in the frame, wide and narrow, light and dark', async () => {
    const page = await newPerson(browser, SERVER)
    await page.goto('/embed?mode=pick-several&kind=country&ids=iso:AT,iso:XX')
    await page.getByText('The boundary "iso:XX" was not found.').waitFor()
    await assertGoodPage(page)
    await page.setViewportSize({ width: 320, height: 480 })
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 320)
  })

  test('no page complained, sent a cookie with the calls and tiles of a map, or asked another host', () => {
    assert.deepEqual(
      complaints.filter((text) => !/404 \(Not Found\)/.test(text)),
      [],
    )
    assert.deepEqual(withCookies, [])
    assert.deepEqual(foreign, [])
  })
})

/** As the package has it, which `test/package/client.test.ts` builds. */
const writeElement = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const source = join(ROOT, 'src/map-element')
  for (const file of (await readdir(source)).filter((name) => name.endsWith('.ts'))) {
    const code = stripTypeScriptTypes(await readFile(join(source, file), 'utf8'))
    await writeFile(
      join(folder, file.replace('.ts', '.js')),
      code.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"),
    )
  }
}

type FrameLocator = ReturnType<Page['frameLocator']>

interface Told {
  readonly code?: string
  readonly message?: string
  readonly ids?: readonly string[]
  readonly boundaries?: readonly { readonly id: string; readonly name: string; readonly kind: string }[]
}

const isDrawn = (frame: FrameLocator): Promise<void> =>
  frame.locator('.world-map[data-state=ready]').waitFor()

/** Presses Tab until an element of the frame has the focus. */
const tabTo = async (page: Page, frame: FrameLocator, element: string, key = 'Tab'): Promise<void> => {
  for (let tabs = 0; tabs < 20; tabs++) {
    if (await frame.locator(`${element}:focus`).count()) return
    await page.keyboard.press(key)
  }
  assert.fail(`${element} is not reached by 20 tabs`)
}

const creditsAreShown = async (frame: FrameLocator): Promise<void> => {
  const credits = frame.locator('.credits')
  assert.match(String(await credits.textContent()), /^© OpenStreetMap contributors \(ODbL\), .*GeoNames$/)
  assert.ok(await credits.isVisible())
  const link = credits.getByRole('link')
  assert.deepEqual(
    [await link.getAttribute('target'), await link.getAttribute('rel')],
    ['_blank', 'noopener noreferrer'],
  )
}
