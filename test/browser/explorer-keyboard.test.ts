/** Whole tasks at the map page by the keyboard alone: no mouse, no touch, and no focus but that of Tab. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Locator, Page } from '../../tools/browser.ts'
import { noChromium } from '../support/chromium.ts'
import { button, heading, mapIsDrawn, panel, search } from '../support/explorer.ts'
import { suiteExplorer } from '../support/suite-explorer.ts'

const MAX_TABS = 80

const hasFocus = async (page: Page, element: Locator): Promise<boolean> =>
  (await element.and(page.locator(':focus')).count()) > 0

/** Presses Tab until the element has the focus. */
const tabTo = async (page: Page, element: Locator): Promise<void> => {
  await element.waitFor()
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    if (await hasFocus(page, element)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${element} is not reached by ${MAX_TABS} tabs`)
}

const press = async (page: Page, element: Locator): Promise<void> => {
  await tabTo(page, element)
  await page.keyboard.press('Enter')
}

const find = async (page: Page, name: string): Promise<void> => {
  await tabTo(page, search(page))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await heading(page, name)
}

describe('the map page by the keyboard alone', { skip: noChromium }, () => {
  const site = suiteExplorer()

  test('two countries are found, merged and downloaded', async () => {
    const page = await site.open()
    await find(page, 'Belgium')
    await press(page, button(page, 'Add to basket'))
    await find(page, 'Netherlands')
    await press(page, button(page, 'Add to basket'))
    await press(page, button(page, 'Open the basket'))
    await panel(page).locator('.result').waitFor()
    await press(page, panel(page).locator('summary', { hasText: 'Download' }))
    await tabTo(page, panel(page).getByRole('link', { name: 'Download GeoJSON', exact: true }))
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    assert.equal((await download).suggestedFilename(), 'area.geojson')
  })

  test('the map is reached without passing the panel', async () => {
    const page = await site.open('place=iso:US-TX')
    await heading(page, 'Texas')
    await press(page, button(page, 'Skip to the map'))
    assert.ok(await hasFocus(page, page.locator('canvas')))
  })

  test('subdivisions are opened, and one of them is shown', async () => {
    const page = await site.open('place=iso:US', { isDark: true })
    await press(page, button(page, 'Subdivisions of Alabama'))
    await press(page, page.getByRole('button', { name: 'Autauga County', exact: true }))
    await heading(page, 'Autauga County')
    // The keyboard goes on where the new boundary begins.
    await page.locator('h2:focus', { hasText: 'Autauga County' }).waitFor()
  })

  test('an example of the first page is opened', async () => {
    const page = await site.open()
    await press(page, button(page, 'Spain and Portugal'))
    await panel(page).locator('.result').waitFor()
    await press(page, button(page, 'Remove Spain'))
    await button(page, 'Remove Spain').waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    assert.equal(await panel(page).locator(':focus').count(), 1)
  })

  test('what refused words may mean is reached, and opened in the other panel', async () => {
    const page = await site.open('panel=describe')
    await tabTo(page, page.getByRole('textbox', { name: 'Describe an area' }))
    await page.keyboard.type('Washington County')
    await press(page, button(page, /^Draw/))
    const candidate = panel(page).locator('.refusals').getByRole('button').first()
    const name = String(await candidate.textContent())
    await press(page, candidate)
    await page.locator('h2:focus', { hasText: name }).waitFor()
  })

  test('everything that takes the focus says what it is', async () => {
    const page = await site.open('place=iso:LU')
    await heading(page, 'Luxembourg')
    await press(page, panel(page).locator('summary', { hasText: 'Download' }))
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      if ((await focused.count()) === 0) continue
      assert.match(await focused.ariaSnapshot(), /^- [a-z]+(?: "[^"]+"|: \S)/)
    }
  })

  test('a description is written, drawn and copied', async () => {
    const page = await site.open()
    await tabTo(page, page.getByRole('tab', { name: 'Place' }))
    await page.keyboard.press('ArrowLeft')
    await tabTo(page, page.getByRole('textbox', { name: 'Describe an area' }))
    await page.keyboard.type('Malta')
    await press(page, button(page, /^Draw/))
    await panel(page).locator('.result').waitFor()
    await press(page, panel(page).locator('summary', { hasText: 'Copy as' }))
    await press(page, panel(page).getByRole('button', { name: 'CLI', exact: true }))
    await press(page, panel(page).getByRole('button', { name: 'Copy', exact: true }))
    await panel(page).getByText('Copied.').waitFor()
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /^metes area .*Malta$/)
  })

  test('on the map, the place at its centre is asked for', async () => {
    const page = await site.open('map=4/-25/134', { isDark: true })
    await mapIsDrawn(page)
    await tabTo(page, page.locator('.world-map canvas'))
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/map=4\/-25\/13[5-9]/)
    await press(page, button(page, 'What is here?'))
    await page
      .getByRole('list', { name: 'Boundaries that contain the point' })
      .getByRole('button', { name: 'Australia' })
      .waitFor()
  })

  test('wherever Tab leads, the focus is visible and inside the window', async () => {
    for (const isPhone of [false, true]) {
      const page = await site.open('panel=basket&basket=iso:LI,-iso:CH', { isPhone })
      await panel(page).getByRole('button').first().waitFor()
      for (let tabs = 0; tabs < 25; tabs++) {
        await page.keyboard.press('Tab')
        const where = await page.evaluate<{ readonly what: string; readonly isSeen: boolean }>(`(() => {
          const element = document.activeElement
          const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
          const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          return {
            what: element.outerHTML.slice(0, 120),
            isSeen: element === document.body || (width > 0 && height > 0 && top > -1 && bottom < innerHeight + 1 && at !== null && (element.contains(at) || at.contains(element))),
          }
        })()`)
        assert.ok(where.isSeen, `${isPhone ? 'phone' : 'desktop'}: ${where.what}`)
      }
    }
  })
})
