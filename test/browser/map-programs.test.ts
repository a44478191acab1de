/** The pages of examples/ with Leaflet and MapLibre draw a boundary in Chromium, and the guides show their code. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from '../../tools/browser.ts'
import {
  launchChromium,
  leafletFolder,
  newPerson,
  noChromium,
  SOFTWARE_WEBGL,
  type Windows,
} from '../support/chromium.ts'
import { blocksOf } from '../support/doc-examples.ts'
import { serveFolder } from '../support/folder-server.ts'
import type { LocalServer } from '../support/local-server.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MAPLIBRE = join(ROOT, 'node_modules/maplibre-gl')

const exampleOf = (program: string): Promise<string> =>
  readFile(join(ROOT, 'examples', program, 'index.html'), 'utf8')

/** How the code of a guide begins, and the example that contains it. */
const SHOWN = [
  { guide: 'clients', begins: "const map = L.map('map')", program: 'leaflet' },
  { guide: 'clients', begins: 'const answer = await fetch(', program: 'maplibre' },
  { guide: 'tiles', begins: "map.addSource('metes'", program: 'maplibre' },
  { guide: 'tiles', begins: "import { Map } from 'maplibre-gl'", program: 'maplibre-style' },
  { guide: 'embed', begins: '<metes-map name="zone"', program: 'delivery-zone' },
  { guide: 'embed', begins: "import 'metes-client/map'", program: 'delivery-zone' },
  { guide: 'embed', begins: '<metes-map title="Sales', program: 'sales-territory' },
  { guide: 'embed', begins: 'map.area = {', program: 'sales-territory' },
] as const

for (const { guide, begins, program } of SHOWN)
  test(`${guide}.md shows code of examples/${program}: ${begins}`, async () => {
    const page = await readFile(join(ROOT, `docs/guide/${guide}.md`), 'utf8')
    const found = blocksOf(page).filter((block) => block?.code.startsWith(begins))
    assert.equal(found.length, 1)
    const lines = (await exampleOf(program)).replace(/^ {2}/gm, '')
    assert.ok(lines.includes(`\n${found[0]?.code}\n`), `${found[0]?.code}\nis not in\n${lines}`)
  })

describe('in Chromium', { skip: noChromium }, () => {
  let metes: Installation
  let server: RunningServer
  let folder: string
  let pages: LocalServer
  let browser: Windows
  const complaints: string[] = []
  const foreign: string[] = []
  before(async () => {
    metes = await install()
    server = await metes.serve({ METES_SOURCES: 'atlas' })
    folder = await mkdtemp(join(tmpdir(), 'metes-maps-'))
    await mkdir(join(folder, 'node_modules'))
    await symlink(leafletFolder(), join(folder, 'node_modules/leaflet'))
    await symlink(MAPLIBRE, join(folder, 'node_modules/maplibre-gl'))
    // Browsers ask for it.
    await writeFile(join(folder, 'favicon.ico'), '')
    pages = await serveFolder(folder)
    // The pages call the address that the guides show.
    const { host } = new URL(server.url)
    browser = await launchChromium([...SOFTWARE_WEBGL, `--host-resolver-rules=MAP localhost:8080 ${host}`])
  })
  after(async () => {
    await browser?.close()
    await pages?.close()
    await server?.stop()
    await metes?.remove()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  const open = async (program: string): Promise<Page> => {
    // The last line is the test's: it looks at the map of the page.
    const example = (await exampleOf(program)).replace(/<\/script>\n$/, 'globalThis.shown = map</script>\n')
    await writeFile(join(folder, `${program}.html`), example)
    const page = await newPerson(browser, pages.url)
    page.on('console', (message) => complaints.push(`${program}: ${message.text()}`))
    page.on('pageerror', (error) => complaints.push(`${program}: ${error.stack}`))
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url())
      if (protocol.startsWith('http') && !['127.0.0.1', 'localhost'].includes(hostname))
        foreign.push(request.url())
    })
    await page.goto(`/${program}.html`)
    await page.waitForFunction('globalThis.shown')
    return page
  }

  test('Leaflet draws the outline, fits the map to it, and shows the attribution', async () => {
    const page = await open('leaflet')
    const paths = page.locator('#map path.leaflet-interactive')
    assert.equal(await paths.count(), 1)
    assert.match((await paths.getAttribute('d')) ?? '', /^M\d+ \d+(L\d+ \d+){20,}z$/)
    const [drawn, map] = [await paths.boundingBox(), await page.locator('#map').boundingBox()]
    assert.ok(drawn !== null && map !== null)
    assert.ok(drawn.y >= map.y && drawn.y + drawn.height <= map.y + map.height, 'all of it is in the map')
    assert.ok(drawn.height > map.height / 2, `${drawn.height} of ${map.height} pixels`)
    assert.match(String(await page.locator('.leaflet-control-attribution').textContent()), ATTRIBUTION)
  })

  test('MapLibre draws the polygon over the borders of the tiles, and shows the attribution', async () => {
    const page = await open('maplibre')
    await page.waitForFunction('shown.loaded() && !shown.isMoving()')
    const found = await page.evaluate<{ area: string[]; borders: string[] }>(`({
      area: shown.queryRenderedFeatures({ layers: ['area'] }).map(({ properties }) => properties.name),
      borders: shown.queryRenderedFeatures({ layers: ['borders'] }).map(({ properties }) => properties.name),
    })`)
    assert.deepEqual([...new Set(found.area)], ['Liechtenstein'])
    for (const name of ['Liechtenstein', 'Vorarlberg']) assert.ok(found.borders.includes(name), name)
    const [west, south, east, north] = await page.evaluate<number[]>('shown.getBounds().toArray().flat()')
    assert.ok(west < 9.48 && south < 47.05 && east > 9.63 && north > 47.27, 'all of it is in the map')
    assert.ok(north - south < 0.4, 'the map is fitted to it')
    assert.match(String(await page.locator('.maplibregl-ctrl-attrib').textContent()), ATTRIBUTION)
  })

  test('MapLibre draws the whole style from its address, with names in a language, the attribution, and a key', async () => {
    const page = await open('maplibre-style')
    await page.waitForFunction('shown.loaded() && !shown.isMoving()')
    const names = (layer: string): Promise<readonly string[]> =>
      page.evaluate(
        `shown.queryRenderedFeatures({ layers: ['${layer}'] }).map(({ properties }) => properties['name:de'] ?? properties.name)`,
      )
    for (const [layer, name] of [
      ['names', 'Kanton Graubünden'],
      ['capitals', 'Bern'],
    ])
      assert.equal((await names(layer)).filter((each) => each === name).length, 1, `${name} is written once`)
    for (const layer of ['land', 'water', 'border-3', 'border-country'])
      assert.ok(
        await page.evaluate<number>(`shown.queryRenderedFeatures({ layers: ['${layer}'] }).length`),
        layer,
      )
    const credits = String(await page.locator('.maplibregl-ctrl-attrib').textContent())
    assert.match(credits, ATTRIBUTION)
    assert.match(credits, /GeoNames/)
    assert.equal(credits.match(/OpenStreetMap/g)?.length, 1, 'equal credits are shown once')

    // Calls, tiles and the style also with a key, which the browser asks about in advance; pages are only framed.
    const headers = { Authorization: `Bearer ${await metes.createKey()}` }
    const status = (path: string): Promise<unknown> =>
      page.evaluate(`fetch('http://localhost:8080${path}', { headers: ${JSON.stringify(headers)} })
        .then(({ status, headers }) => [status, headers.get('x-request-id') !== null], (error) => error.name)`)
    for (const path of [
      '/v1/boundaries/iso:LI?detail=medium',
      '/tiles/style.json?scheme=dark',
      '/tiles/labels.json',
      '/tiles/labels/5/16/11.mvt?languages=de',
      '/tiles/all/5/16/11.mvt',
      '/tiles/world.json',
    ])
      assert.deepEqual(await status(path), [200, true], path)
    for (const path of ['/embed', '/account']) assert.equal(await status(path), 'TypeError', path)
    complaints.splice(0, complaints.length, ...complaints.filter((text) => !/CORS|ERR_FAILED/.test(text)))
  })

  test('no page complained, or asked another host for anything', () => {
    assert.deepEqual(complaints, [])
    assert.deepEqual(foreign, [])
  })
})

const ATTRIBUTION = /© OpenStreetMap contributors/
