/** The page of show_map in a host's frame: it speaks the app protocol, draws what it receives, and asks nobody for anything. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { mapPage } from '../../src/transports/mcp/show-map/page.ts'
import type { Page } from '../../tools/browser.ts'
import { launchChromium, newPerson, noChromium, type Windows } from '../support/chromium.ts'
import { type LocalServer, serveLocally } from '../support/local-server.ts'

/** A host: a page that embeds the map in a sandboxed frame, answers `ui/initialize` and notes what the map says. */
const HOST = `<!doctype html><title>Host</title>
<iframe sandbox="allow-scripts" style="width:600px;height:500px"></iframe>
<script>
window.heard = []
const frame = document.querySelector('iframe')
window.say = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
window.addEventListener('message', ({ data }) => {
  window.heard.push(data)
  if (data.method === 'ui/initialize')
    say({
      id: data.id,
      result: {
        protocolVersion: '2026-01-26',
        hostInfo: { name: 'host', version: '1' },
        hostCapabilities: {},
        hostContext: { theme: 'dark' },
      },
    })
})
window.open = (page) => { frame.srcdoc = page }
</script>`

interface Heard {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, never>>
  readonly result?: object
}

const square = (name: string, west: number, east: number) => ({
  bbox: [west, 0, east, 1],
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, 0],
        [east, 0],
        [east, 1],
        [west, 1],
        [west, 0],
      ],
    ],
  },
  properties: { id: 'r1', name, area_km2: 12_308.8, attribution: '© made up' },
})

describe('the map page', { skip: noChromium }, () => {
  let server: LocalServer
  let browser: Windows
  let page: Page
  const requested: string[] = []
  const complaints: string[] = []

  before(async () => {
    server = await serveLocally((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(HOST)
    })
    browser = await launchChromium()
    page = await newPerson(browser, server.url)
    await page.goto('/')
    page.on('request', (request) => requested.push(request.url()))
    page.on('console', (message) => complaints.push(message.text()))
    await page.evaluate(`open(${JSON.stringify(mapPage())})`)
    await page.waitForFunction("heard.some(({ method }) => method === 'ui/notifications/initialized')")
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  const heard = () => page.evaluate<Heard[]>('heard')
  const showResult = async (result: object): Promise<void> => {
    const before = (await heard()).length
    await page.evaluate(`say({ method: 'ui/notifications/tool-result', params: ${JSON.stringify(result)} })`)
    await page.waitForFunction(`heard.length > ${before}`)
  }
  const map = () => page.frameLocator('iframe')

  test('introduces itself before anything else', async () => {
    const [first, second] = await heard()
    assert.equal(first.method, 'ui/initialize')
    assert.equal(first.params?.protocolVersion, '2026-01-26')
    assert.equal(second.method, 'ui/notifications/initialized')
  })

  test('draws each Feature in its own colour, with names, areas and attribution, and says its size', async () => {
    await showResult({
      content: [],
      _meta: { 'metes/features': [square('Left', 0, 1), square('Right <b>', 1, 2)] },
    })
    const paths = await map().locator('path').all()
    const styles = await Promise.all(paths.map((path) => path.getAttribute('style')))
    assert.equal(new Set(styles).size, 2)
    assert.deepEqual(await map().locator('li').allTextContents(), ['Left 12,309 km²', 'Right <b> 12,309 km²'])
    assert.equal(await map().locator('footer').textContent(), '© made up')
    const last = (await heard()).at(-1)
    assert.equal(last?.method, 'ui/notifications/size-changed')
    assert.ok(Number(last.params?.height) > 100)
  })

  test('draws across the antimeridian as one', async () => {
    const fiji = {
      ...square('Fiji', 177, -178),
      geometry: {
        type: 'MultiPolygon',
        coordinates: [square('', 177, 180).geometry.coordinates, square('', -180, -178).geometry.coordinates],
      },
    }
    await showResult({ content: [], _meta: { 'metes/features': [fiji] } })
    const box = await map().locator('svg').getAttribute('viewBox')
    const [, , width, height] = (box ?? '').split(' ').map(Number)
    assert.ok(width / height > 4 && width / height < 6, box ?? '')
  })

  test('shows the text of a result without Features, and answers the host', async () => {
    await showResult({
      content: [{ type: 'text', text: 'not_found: no <i>such</i> boundary' }],
      isError: true,
    })
    assert.equal(await map().locator('main').textContent(), 'not_found: no <i>such</i> boundary')
    await page.evaluate("say({ id: 77, method: 'ui/resource-teardown', params: {} })")
    await page.waitForFunction('heard.some(({ id }) => id === 77)')
    assert.deepEqual((await heard()).find(({ id }) => id === 77)?.result, {})
  })

  test('asked no host for anything, and broke no rule of its policy', () => {
    assert.deepEqual(
      requested.filter((url) => !url.startsWith('about:')),
      [],
    )
    assert.deepEqual(complaints, [])
  })
})
