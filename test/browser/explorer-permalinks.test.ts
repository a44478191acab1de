/** The address of the map page is a permalink: somebody else who opens it sees the same. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from '../../tools/browser.ts'
import { noChromium } from '../support/chromium.ts'
import { button, heading, mapIsDrawn, panel, search, shows } from '../support/explorer.ts'
import { suiteExplorer } from '../support/suite-explorer.ts'

interface State {
  readonly what: string
  /** How a person comes there from the start. */
  readonly reach: (page: Page) => Promise<void>
}

const find = async (page: Page, name: string): Promise<void> => {
  await search(page).fill(name)
  await page.keyboard.press('Enter')
  await heading(page, name)
}

const STATES: readonly State[] = [
  { what: 'a boundary', reach: (page) => find(page, 'Iceland') },
  {
    what: 'a point and one of its boundaries',
    reach: async (page) => {
      await page.mouse.click(840, 330)
      await page.getByRole('list', { name: 'Boundaries that contain the point' }).waitFor()
    },
  },
  {
    what: 'a subdivision beside a basket',
    reach: async (page) => {
      await find(page, 'Switzerland')
      await button(page, 'Add to basket').click()
      await page.getByRole('button', { name: 'Ticino', exact: true }).click()
      await heading(page, 'Ticino')
      await button(page, 'Cut out').click()
      await page.getByRole('tab', { name: 'Basket (2)' }).waitFor()
    },
  },
  {
    what: 'a basket and its area',
    reach: async (page) => {
      await find(page, 'Malta')
      await button(page, 'Add to basket').click()
      await button(page, 'Open the basket').click()
      await panel(page).locator('.result').waitFor()
    },
  },
  {
    what: 'an empty basket',
    reach: (page) => page.getByRole('tab', { name: 'Basket' }).click(),
  },
]

/** What the open panel says, once it says no more; a message about the last press is not part of the state. */
const textOf = async (page: Page): Promise<string> => {
  await mapIsDrawn(page)
  await panel(page).locator('.waiting').first().waitFor({ state: 'detached' })
  const text = String(await panel(page).textContent())
  return text.replace(/(Added to the basket|Cut out of the area in the basket)\.Open the basket/, '')
}

describe('permalinks of the map page', { skip: noChromium }, () => {
  const site = suiteExplorer()

  for (const { what, reach } of STATES)
    test(`${what} is shown to somebody else`, async () => {
      const page = await site.open()
      await mapIsDrawn(page)
      await reach(page)
      const seen = await textOf(page)
      await page.waitForLoadState('networkidle')
      const link = page.url()
      const other = await site.open(new URL(link).hash.slice(1), { isDark: true })
      assert.equal(await textOf(other), seen)
      assert.equal(other.url(), link)
    })

  test('a description is filled in, and drawn when its button is pressed', async () => {
    const page = await site.open('panel=describe', { isPhone: true })
    await page.getByRole('textbox', { name: 'Describe an area' }).fill("Malta & Gozo's 100 % + émigrés #1")
    await button(page, /^Draw/).tap()
    await panel(page).getByRole('alert').first().waitFor()
    await page.waitForURL(/Malta/)
    const other = await site.open(new URL(page.url()).hash.slice(1))
    const text = other.getByRole('textbox', { name: 'Describe an area' })
    assert.equal(await text.inputValue(), "Malta & Gozo's 100 % + émigrés #1")
    assert.equal(await panel(other).getByRole('alert').count(), 0)
  })

  test('the chosen detail is kept, for somebody who may see it', async () => {
    const page = await site.openSignedIn('links@example.org', 'place=iso:JP')
    await button(page, 'Compare all detail levels · 3 units').click()
    await page.getByRole('radio', { name: /^full/ }).click()
    await page.waitForURL(/detail=full/)
    const visitor = await site.open(new URL(page.url()).hash.slice(1))
    await shows(visitor, /to see and download the boundary with all [\d,]+ points of the source/)
    assert.equal(await visitor.getByRole('radio', { name: /^low/ }).isChecked(), true)
    await page.reload()
    await button(page, 'Show full detail · 1 unit').waitFor()
  })
})
