/** The map page of a running service in the official host half of MCP Apps: the bridge understands all the page says, and the page the bridge. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from '../../tools/browser.ts'
import { serveAppHost } from '../support/app-host.ts'
import { launchChromium, newPerson, noChromium, type Windows } from '../support/chromium.ts'
import type { LocalServer } from '../support/local-server.ts'
import { connectClient, type McpClient, noClients } from '../support/mcp-clients.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const INPUT = { boundaries: ['iso:LU', 'iso:BE'] }

type Rings = readonly (readonly (readonly number[])[])[]

interface MapFeature {
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: Rings }
    | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Rings[] }
}

interface Size {
  readonly width: number
  readonly height: number
}

describe('the map page in the official host', { skip: noChromium || noClients }, () => {
  let metes: Installation
  let server: RunningServer
  let client: McpClient
  let host: LocalServer
  let browser: Windows
  let page: Page
  const requested: string[] = []
  const complaints: string[] = []

  before(async () => {
    metes = await install()
    server = await metes.serve({ METES_SOURCES: 'atlas' })
    client = await connectClient('new', { url: `${server.url}/mcp`, headers: {} })
    host = await serveAppHost()
    browser = await launchChromium()
    page = await newPerson(browser, host.url)
    page.on('request', (request) => requested.push(request.url()))
    // The bridge writes every message to the console, for developers.
    page.on('console', (message) => message.type() !== 'debug' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error.stack)))
    await page.goto('/host.html')
    await page.waitForFunction('globalThis.load')
  })
  after(async () => {
    await browser?.close()
    await host?.close()
    await client?.close()
    await server?.stop()
    await metes?.remove()
  })

  const map = () => page.frameLocator('iframe')
  const send = (method: string, params: object): Promise<unknown> =>
    page.evaluate(`bridge.${method}(${JSON.stringify(params)})`)
  const heightOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.height ?? 0

  test('the tool names the page, which has the type of apps', async () => {
    const tool = (await client.listTools()).tools.find(({ name }) => name === 'show_map')
    const uri = await page.evaluate<string>(`pageUriOf(${JSON.stringify(tool)})`)
    assert.equal(uri, 'ui://metes/map')
    const { contents } = await client.readResource({ uri })
    assert.equal(contents.length, 1)
    assert.equal(contents[0].mimeType, await page.evaluate('APP_TYPE'))
    await page.evaluate(`load(${JSON.stringify(contents[0].text)})`)
  })

  test('introduces itself, and takes the colours of the host', async () => {
    await page.waitForFunction('globalThis.isInitialized')
    assert.deepEqual(await page.evaluate('bridge.getAppVersion()'), {
      name: 'metes-map',
      title: 'Map',
      version: '1',
    })
    assert.deepEqual(await page.evaluate('bridge.getAppCapabilities()'), {
      availableDisplayModes: ['inline', 'fullscreen'],
    })
    assert.equal(await map().locator('html').getAttribute('style'), 'color-scheme: dark;')
    await send('setHostContext', { theme: 'light' })
    await map().locator('html[style="color-scheme: light;"]').waitFor()
  })

  test('draws the boundaries of a call, with names, areas and attribution', async () => {
    await send('sendToolInputPartial', { arguments: {} })
    await send('sendToolInput', { arguments: INPUT })
    const result = await client.callTool({ name: 'show_map', arguments: INPUT })
    await send('sendToolResult', result)
    await map().locator('path').nth(1).waitFor({ state: 'attached' })
    const features = result._meta?.['metes/features'] as readonly MapFeature[]
    const paths = await map().locator('path').all()
    const drawn = await Promise.all(paths.map((path) => path.getAttribute('d')))
    assert.deepEqual(
      drawn.map((path) => path?.match(/[ML]/g)?.length),
      features.map(({ geometry }) => vertexCount(geometry)),
    )
    const styles = await Promise.all(paths.map((path) => path.getAttribute('style')))
    assert.equal(new Set(styles).size, 2)
    const { shown, attribution } = result.structuredContent as {
      readonly shown: readonly { readonly name: string; readonly area_km2: number }[]
      readonly attribution: string
    }
    assert.deepEqual(
      await map().locator('li').allTextContents(),
      shown.map(({ name, area_km2 }) => `${name} ${Math.round(area_km2).toLocaleString('en')} km²`),
    )
    assert.equal(await map().locator('footer').textContent(), attribution)
  })

  test('fits the frame of the height that it asks for, also after the host makes it narrower', async () => {
    for (const width of [600, 320]) {
      await page.evaluate(`document.querySelector('iframe').style.width = '${width}px'`)
      await page.waitForFunction(`sizes.at(-1)?.width === ${width}`)
      const { height } = await page.evaluate<Size>('sizes.at(-1)')
      assert.equal(await heightOf(page.locator('iframe')), height)
      assert.equal(Math.ceil(await heightOf(map().locator('html'))), height)
    }
  })

  test('uses the height of a full screen', async () => {
    const inline = await heightOf(map().locator('svg'))
    await page.evaluate("document.querySelector('iframe').style.cssText = 'width:1000px;min-height:700px'")
    await send('setHostContext', { theme: 'light', displayMode: 'fullscreen' })
    await map().locator('html[data-display-mode="fullscreen"]').waitFor()
    assert.ok((await heightOf(map().locator('svg'))) > inline)
  })

  test('shows why a call was refused, and that one was cancelled', async () => {
    const refused = await client.callTool({ name: 'show_map', arguments: { boundaries: ['iso:QQ'] } })
    assert.equal(refused.isError, true)
    await send('sendToolResult', refused)
    await map().getByText(String(refused.content[0].text)).waitFor()
    await send('sendToolCancelled', { reason: 'The user stopped it.' })
    await map().getByText('The call was cancelled.').waitFor()
  })

  test('answers what the host asks, and agrees to its teardown', async () => {
    await assert.rejects(send('listTools', {}), /Method not found/)
    assert.deepEqual(await send('teardownResource', {}), {})
    await page.evaluate('bridge.close()')
  })

  test('said nothing that the bridge refused, and asked no other host for anything', async () => {
    assert.deepEqual(await page.evaluate('faults'), [])
    assert.deepEqual(complaints, [])
    const { origin } = new URL(host.url)
    assert.deepEqual(
      requested.filter((url) => new URL(url).origin !== origin && !/^(?:about|data):/.test(url)),
      [],
    )
  })
})

const vertexCount = ({ type, coordinates }: MapFeature['geometry']): number =>
  (type === 'Polygon' ? [coordinates] : coordinates).flat().reduce((sum, ring) => sum + ring.length - 1, 0)
