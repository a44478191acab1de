/** The map page for everybody: what axe finds, browsers that cannot draw it, and services that offer less or more. */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertGoodPage, noChromium } from '../support/chromium.ts'
import { heading, shows } from '../support/explorer.ts'
import { suiteExplorer } from '../support/suite-explorer.ts'

const BENELUX = 'Benelux without Luxembourg'

describe('looks of the map page', { skip: noChromium }, () => {
  const site = suiteExplorer()
  afterEach(() => {
    assert.deepEqual(site.foreignRequests(), [])
    assert.deepEqual(site.faults(), [])
  })

  for (const link of [
    '',
    'at=48.137,11.575',
    'panel=basket&basket=iso:NL,-iso:BE',
    `panel=describe&text=${BENELUX}`,
  ]) {
    test(`axe finds nothing at #${link}`, async () => {
      const page = await site.open(link)
      if (link.startsWith('at=')) await heading(page, 'Bavaria')
      await page.evaluate("for (const each of document.querySelectorAll('.panel details')) each.open = true")
      await assertGoodPage(page)
    })
  }

  test('without WebGL the introduction with its outline is shown, and why', async () => {
    const page = await site.open('', { hasWebGl: false })
    await page.getByRole('heading', { name: 'Boundaries of the world' }).waitFor()
    await shows(page, 'The map cannot be shown, because this browser has no WebGL.')
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
    const page = await site.open('place=iso:LI&detail=full')
    await page.getByRole('button', { name: 'Compare all details' }).click()
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
    assert.deepEqual(site.foreignRequests(), [])
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
