/** Downloads of the map page: every format, of a boundary, a basket and a described area, each with its size before it is downloaded. */
import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { COMMON_FORMATS, FORMAT_LABELS, FURTHER_FORMATS } from '../../src/explorer/file-formats.ts'
import type { Page } from '../../tools/browser.ts'
import { noChromium } from '../support/chromium.ts'
import { button, panel, shows } from '../support/explorer.ts'
import { suiteExplorer } from '../support/suite-explorer.ts'

const COMMON_LABELS = COMMON_FORMATS.map((format) => FORMAT_LABELS[format])
const FURTHER_LABELS = FURTHER_FORMATS.map((format) => FORMAT_LABELS[format])
const EVERY_LABEL = [...COMMON_LABELS, ...FURTHER_LABELS]

const openDownloads = async (page: Page): Promise<void> => {
  await panel(page).getByText('Download', { exact: true }).first().click()
  await panel(page).getByText('More formats', { exact: true }).click()
}

const linkOf = (page: Page, label: string) =>
  panel(page).getByRole('link', { name: `Download ${label}`, exact: true })

const create = (page: Page, label: string): Promise<void> =>
  button(page, new RegExp(`^Create ${label}( ·|$)`)).click()

/** Downloads it and compares it with the size that the page shows beside it. */
const assertSizeShown = async (page: Page, label: string): Promise<void> => {
  const link = linkOf(page, label)
  await link.waitFor()
  const shown = String(await link.locator('xpath=preceding-sibling::*[1]').textContent())
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const { size } = await stat(await download.path())
  const [, digits, unit] = /^([\d.,]+) (bytes|kB|MB)$/.exec(shown) ?? []
  const bytes = Number(digits?.replaceAll(',', '')) * { bytes: 1, kB: 1e3, MB: 1e6 }[String(unit)]!
  assert.ok(size > 0 && Math.abs(size - bytes) <= bytes / 100, `${label}: ${shown}, ${size} bytes`)
}

describe('downloads of the map page', { skip: noChromium }, () => {
  const site = suiteExplorer({ METES_PUBLIC_RATE: '1000' })

  test('a boundary, in every format', async () => {
    // Chromium drops what exceeds 10 downloads of a page in a second.
    for (const labels of [COMMON_LABELS, FURTHER_LABELS]) {
      const page = await site.open('place=iso:LI')
      await openDownloads(page)
      for (const label of labels) await assertSizeShown(page, label)
    }
  })

  test('the area of a basket, in every format; a file is created when it is wanted', async () => {
    const page = await site.open('panel=basket&basket=iso:LI,iso:CH,-iso:CH-ZH')
    const calls: string[] = []
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
    await panel(page).locator('.result').waitFor()
    const before = calls.length
    await openDownloads(page)
    await assertSizeShown(page, 'GeoJSON')
    assert.equal(calls.length, before)
    for (const label of EVERY_LABEL.filter((each) => each !== 'GeoJSON')) {
      await create(page, label)
      await assertSizeShown(page, label)
    }
  })

  test('a file whose creation failed is created at the second try', async () => {
    const page = await site.open('panel=basket&basket=iso:LI,iso:CH')
    await panel(page).locator('.result').waitFor()
    await openDownloads(page)
    await page.route('**/union_boundaries', (route) => route.abort(), { times: 1 })
    await create(page, 'KML')
    await button(page, /^Try again to create KML( ·|$)/).click()
    await assertSizeShown(page, 'KML')
  })

  test('a file of an area is given up when the area changes', async () => {
    const page = await site.open('panel=basket&basket=iso:LI,iso:CH')
    await panel(page).locator('.result').waitFor()
    await page.evaluate(`{
      globalThis.held = new Set()
      const { createObjectURL, revokeObjectURL } = URL
      URL.createObjectURL = (file) => {
        const address = createObjectURL.call(URL, file)
        if (file.type === 'application/geo+json') held.add(address)
        return address
      }
      URL.revokeObjectURL = (address) => {
        held.delete(address)
        revokeObjectURL.call(URL, address)
      }
    }`)
    for (const place of ['Liechtenstein', null]) {
      await panel(page).getByText('Download', { exact: true }).first().click()
      await linkOf(page, 'GeoJSON').waitFor()
      assert.equal(await page.evaluate<number>('held.size'), 1)
      if (place !== null) await button(page, `Remove ${place}`).click()
    }
  })

  test('a described area, as a visitor, in every format, which costs no further drawing', async () => {
    const page = await site.open('panel=describe&text=Malta')
    await button(page, /^Draw/).click()
    await panel(page).locator('.result').waitFor()
    await openDownloads(page)
    await assertSizeShown(page, 'GeoJSON')
    await shows(page, 'You can download this area in every format without a further charge.')
    for (const label of EVERY_LABEL.filter((each) => each !== 'GeoJSON')) {
      await create(page, label)
      await assertSizeShown(page, label)
    }
    for (const country of ['Cyprus', 'Andorra']) {
      await page.getByRole('textbox', { name: 'Describe an area' }).fill(country)
      await button(page, /^Draw/).click()
      await panel(page).locator('.result').getByText(country).waitFor()
    }
  })

  test('a described area, in every format, whose price an account is told before and after', async () => {
    const page = await site.openSignedIn('files@example.org', 'panel=describe&text=Malta', { isPhone: true })
    await button(page, 'Draw · 50 units').click()
    await shows(page, '950 of 1,000 units left this month')
    await openDownloads(page)
    await assertSizeShown(page, 'GeoJSON')
    const others = EVERY_LABEL.filter((each) => each !== 'GeoJSON')
    for (const [index, label] of others.entries()) {
      await create(page, label)
      await assertSizeShown(page, label)
      await shows(page, `${900 - 50 * index} of 1,000 units left this month`)
    }
  })
})

describe('downloads of areas that are too large for an answer', { skip: noChromium }, () => {
  const site = suiteExplorer({ METES_MAX_INLINE_BYTES: '1000' })

  test('the file that the answer names is offered, without another call', async () => {
    const page = await site.open('panel=basket&basket=iso:LI,iso:CH')
    await panel(page).locator('.result').waitFor()
    const calls: string[] = []
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
    await openDownloads(page)
    await assertSizeShown(page, 'GeoJSON')
    assert.deepEqual(calls, [])
  })
})
