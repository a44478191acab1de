/** The map page for everybody: what axe finds, browsers that cannot draw it, and services that offer less or more. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from '../../tools/browser.ts'
import { assertGoodPage, noChromium } from '../support/chromium.ts'
import { button, heading, panel, search, shows } from '../support/explorer.ts'
import { suiteExplorer } from '../support/suite-explorer.ts'

interface Shown {
  readonly what: string
  readonly link: string
  /** What the person does before axe looks. */
  readonly first?: (page: Page) => Promise<void>
}

const STATES: readonly Shown[] = [
  { what: 'the start', link: '' },
  {
    what: 'a list of results',
    link: '',
    first: async (page) => {
      await search(page).fill('Washington')
      await page.getByRole('option').first().waitFor()
    },
  },
  { what: 'a point and its boundary', link: 'at=48.137,11.575', first: (page) => heading(page, 'Bavaria') },
  {
    what: 'disputed land',
    link: 'at=45.2,34.2',
    first: (page) => heading(page, 'Autonomous Republic of Crimea'),
  },
  {
    what: 'a basket',
    link: 'panel=basket&basket=iso:NL,-iso:BE',
    first: (page) => panel(page).locator('.result').waitFor(),
  },
  {
    what: 'a described area',
    link: `panel=describe&text=${encodeURIComponent('Benelux without Luxembourg')}`,
    first: async (page) => {
      await button(page, /^Draw/).click()
      await panel(page).locator('.result').waitFor()
    },
  },
  {
    what: 'a refused description',
    link: `panel=describe&text=${encodeURIComponent('France and Springfield')}`,
    first: async (page) => {
      await button(page, /^Draw/).click()
      await panel(page).locator('mark.refused').first().waitFor()
    },
  },
  {
    what: 'a broken link to a place that does not exist',
    link: 'place=r1&colour=red',
    first: (page) => panel(page).getByRole('alert').waitFor(),
  },
]

describe('looks of the map page', { skip: noChromium }, () => {
  const site = suiteExplorer()

  for (const { what, link, first } of STATES)
    test(`axe finds nothing in ${what}, with everything open`, async () => {
      const page = await site.open(link)
      await first?.(page)
      await page.evaluate("for (const each of document.querySelectorAll('.panel details')) each.open = true")
      await assertGoodPage(page)
    })

  test('axe finds nothing where a signed-in person compares details', async () => {
    const page = await site.openSignedIn('looks@example.org', 'place=iso:JP')
    await button(page, 'Compare all detail levels · 3 units').click()
    await page.locator('.detail:nth-child(4)').getByText('points').waitFor()
    await assertGoodPage(page)
  })

  test('without WebGL the introduction with its outline is shown, and why', async () => {
    const page = await site.open('', { hasWebGl: false })
    await page.getByRole('heading', { name: 'Boundaries of the world' }).waitFor()
    await shows(page, 'The map needs WebGL, which this browser does not support.')
    await page.getByRole('img', { name: 'Outline of Iceland' }).waitFor()
    await assertGoodPage(page)
  })

  test('without scripts the introduction is shown', async () => {
    const page = await site.open('', { scripts: false })
    await page.getByRole('heading', { name: 'Boundaries of the world' }).waitFor()
    await page.getByRole('img', { name: 'Outline of Iceland' }).waitFor()
  })
})

describe('the map page of a service without accounts', { skip: noChromium }, () => {
  const site = suiteExplorer({ METES_ACCESS: 'open' })

  test('everything is free, and nothing speaks of accounts', async () => {
    const page = await site.open('place=iso:JP&detail=full')
    await page.getByRole('button', { name: 'Compare all detail levels' }).click()
    await page.locator('.detail:nth-child(4)').getByText('points').waitFor()
    await page.getByRole('tab', { name: 'Describe' }).click()
    await page.getByRole('textbox', { name: 'Describe an area' }).fill('Malta')
    await page.getByRole('button', { name: /^Draw$/ }).click()
    await page.locator('.result').waitFor()
    assert.equal(
      await page
        .getByText(/sign in|account|unit/i)
        .filter({ visible: true })
        .count(),
      0,
    )
  })
})

describe('the map page without a demonstration', { skip: noChromium }, () => {
  const site = suiteExplorer({ METES_DEMO: '0' })

  test('a visitor searches and sees low detail, and the rest needs an account', async () => {
    const page = await site.open('place=iso:LI')
    await page.getByRole('heading', { name: 'Liechtenstein' }).waitFor()
    await page.getByRole('tab', { name: 'Describe' }).click()
    await page.getByRole('tabpanel').getByText('Needs an account.').waitFor()
    await page.getByRole('button', { name: 'What is here?' }).click()
    await page.getByRole('alert').getByText('needs an API key').waitFor()
  })
})
