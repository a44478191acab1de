/** Where the map page moves its map, and that Back moves it back. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { coloursOf } from '../../src/map-style/colours.ts'
import type { Page } from '../../tools/browser.ts'
import { noChromium } from '../support/chromium.ts'
import { button, heading, mapIsDrawn, panel, picture, search, shows } from '../support/explorer.ts'
import { pixelsOf } from '../support/pixels.ts'
import { suiteExplorer } from '../support/suite-explorer.ts'

const LEFT_OUT = 'Distant parts are out of view.'

/** The length that the map's scale shows tells its zoom, whatever the address says. */
const scaleIs = (page: Page, length: string): Promise<void> =>
  page.locator('.maplibregl-ctrl-scale').getByText(length, { exact: true }).waitFor()

const find = async (page: Page, name: string): Promise<void> => {
  await search(page).fill(name)
  await search(page).press('Enter')
  await heading(page, name)
}

type Colour = readonly number[]

const rgbOf = (hex: string): Colour => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** The colour below a fill of the map page. */
const filledWith = (above: Colour, below: Colour): Colour =>
  above.map((value, index) => 0.22 * value + 0.78 * below[index])

/** That colour, but for rounding. */
const isColour = (colour: Colour): string =>
  ['r', 'g', 'b'].map((name, index) => `Math.abs(${name} - ${colour[index]}) <= 2`).join(' && ')

describe('the view of the map', { skip: noChromium }, () => {
  const site = suiteExplorer()

  test('is close to the point of the example', async () => {
    const page = await site.open()
    await mapIsDrawn(page)
    await button(page, 'What is at the Eiffel Tower?').click()
    await page.waitForURL(/map=8\/48.8584\/2.2945/)
    await scaleIs(page, '20 km')
  })

  test('shows a shape with small holes filled once, without wedges between the holes and the border', async () => {
    const page = await site.open('panel=basket&basket=iso:BE,iso:NL&map=5.97/51.3626/4.8865')
    await shows(page, /km²/)
    const { land, include } = coloursOf('light')
    const png = await picture(page)
    const once = filledWith(rgbOf(include), rgbOf(land))
    const [filled, filledTwice] = [
      await pixelsOf(page, png, isColour(once)),
      await pixelsOf(page, png, isColour(filledWith(rgbOf(include), once))),
    ]
    assert.ok(filled > 10_000 && filledTwice < 20, `${filled} filled, ${filledTwice} twice`)
  })

  test('is the bulk of a country with small parts far away, until the person wants all', async () => {
    const page = await site.open('place=iso:NL')
    await page.waitForURL(/map=[67](\.\d+)?\/52\.\d+\/5\.\d+/)
    await page.getByText(LEFT_OUT).waitFor()
    await button(page, 'Show all').click()
    await page.waitForURL(/map=[23](\.\d+)?\/3\d\.\d+\/-30\.\d+/)
    assert.equal(await page.getByText(LEFT_OUT).count(), 0)
  })

  test('is the bulk of a described area, and the note goes with it', async () => {
    const page = await site.open('', { isPhone: true })
    await button(page, 'Benelux without Luxembourg').click()
    await button(page, /^Draw/).click()
    await page.waitForURL(/map=[4-7](\.\d+)?\/5\d\.\d+\/\d\.\d+/)
    await page.getByText(LEFT_OUT).waitFor()
    await page.getByRole('tab', { name: 'Place' }).click()
    assert.equal(await page.getByText(LEFT_OUT).count(), 0)
    await page.getByRole('tab', { name: 'Describe' }).click()
    await panel(page).locator('.result').waitFor()
  })

  test('is the one before after Back, also on the first page', async () => {
    const page = await site.open()
    await mapIsDrawn(page)
    await scaleIs(page, '2000 km')
    await find(page, 'Iceland')
    await scaleIs(page, '50 km')
    await find(page, 'Brazil')
    await scaleIs(page, '500 km')
    await page.goBack()
    await heading(page, 'Iceland')
    await scaleIs(page, '50 km')
    await page.goBack()
    await panel(page).getByText('Examples').waitFor()
    await scaleIs(page, '2000 km')
  })

  test('is covered by no credits on a phone', async () => {
    const page = await site.open('', { isPhone: true })
    await mapIsDrawn(page)
    const map = (await page.locator('.world-map canvas').boundingBox())!
    for (const part of ['.maplibregl-ctrl-attrib', '.maplibregl-ctrl-scale']) {
      const { y, height } = (await page.locator(part).boundingBox())!
      assert.ok(y >= map.y + map.height, part)
      assert.ok(y + height <= map.y + map.height + 28, part)
    }
  })

  test('has zoom buttons that show the focus of the keyboard', async () => {
    const page = await site.open()
    await mapIsDrawn(page)
    await page.locator('.world-map canvas').focus()
    await page.keyboard.press('Tab')
    await page.locator('.maplibregl-ctrl-zoom-in:focus').waitFor()
    const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outline')
    assert.match(outline, /solid 3px/)
  })
})
