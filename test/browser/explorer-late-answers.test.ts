/** Answers that reach the map page after the person has moved on to something else. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from '../../tools/browser.ts'
import { noChromium } from '../support/chromium.ts'
import { button, heading, picture, search, shows } from '../support/explorer.ts'
import { suiteExplorer } from '../support/suite-explorer.ts'

/** Holds back the calls whose input matches. Returns what lets them go. */
const holdCalls = async (page: Page, input: RegExp): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/explore/ops/*', async (route) => {
    if (input.test(String(route.request().postData()))) await promise
    await route.continue()
  })
  return resolve
}

describe('late answers on the map page', { skip: noChromium }, () => {
  const site = suiteExplorer()

  test('Back cancels a description that is being drawn', async () => {
    const page = await site.open('panel=describe')
    const letGo = await holdCalls(page, /Malta/)
    const text = page.getByRole('textbox', { name: 'Describe an area' })
    await text.fill('Malta')
    const asked = page.waitForRequest(/create_area$/)
    await button(page, /^Draw/).click()
    await asked
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('create_area'))
    await page.goBack()
    await cancelled
    letGo()
    assert.equal(await text.inputValue(), '')
  })

  test('a list for fewer letters than the field has stays marked as old', async () => {
    const page = await site.open()
    const letFirstGo = await holdCalls(page, /"Washingto"/)
    const letGo = await holdCalls(page, /"Washington"/)
    await search(page).focus()
    const asked = page.waitForRequest((request) => /"Washingto"/.test(String(request.postData())))
    await page.keyboard.type('Washingto')
    const answered = (await asked).response()
    await page.keyboard.type('n')
    letFirstGo()
    await (await answered)?.finished()
    await page.locator('#results[aria-busy=true]').waitFor({ state: 'attached' })
    letGo()
    await page.locator('#results[aria-busy=false] [role=option]').first().waitFor()
  })

  test('the detail of a boundary is not drawn over the next one', async () => {
    const page = await site.openSignedIn('late-detail@example.org')
    const letGo = await holdCalls(page, /"detail":"high"/)
    await page.goto('/#place=iso:IT&detail=high')
    await heading(page, 'Italy')
    await button(page, 'Show high detail · 1 unit').click()
    await page.goto('/#place=iso:BE')
    await heading(page, 'Belgium')
    const before = await picture(page)
    const answered = page.waitForResponse((response) => /"high"/.test(String(response.request().postData())))
    letGo()
    await (await answered).finished()
    await shows(page, '999 of 1,000 units left this month')
    assert.equal(await picture(page), before)
  })

  test('the map stays where the person has gone while an area was on its way', async () => {
    const page = await site.open('panel=basket&basket=iso:LI,iso:CH')
    const letGo = await holdCalls(page, /"include":\["iso:CH"\]|Malta/)
    await page.getByRole('tab', { name: 'Describe' }).click()
    await page.getByRole('textbox', { name: 'Describe an area' }).fill('Malta')
    await button(page, /^Draw/).click()
    await page.getByRole('tab', { name: 'Basket' }).click()
    const asked = page.waitForRequest(/union_boundaries$/)
    await button(page, 'Remove Liechtenstein').click()
    await asked
    await page.getByRole('combobox').fill('Iceland')
    await page.keyboard.press('Enter')
    await heading(page, 'Iceland')
    await page.waitForURL(/map=\d(\.\d+)?\/6\d/)
    const before = page.url()
    const answers = ['union_boundaries', 'create_area'].map((op) => page.waitForResponse(`**/${op}`))
    letGo()
    for (const answer of answers) await (await answer).finished()
    await picture(page)
    assert.equal(page.url(), before)
  })

  test('Back to a basket puts the map where it was', async () => {
    const page = await site.open('panel=basket&basket=iso:LI,iso:CH&map=9/47.1/9.5')
    await shows(page, /km²/)
    await page.getByRole('tab', { name: 'Describe' }).click()
    await page.goto('/#panel=describe&map=3/0/0')
    await page.goBack()
    await page.goBack()
    await page.getByRole('tab', { name: 'Basket (2)', selected: true }).waitFor()
    await shows(page, /km²/)
    await picture(page)
    assert.match(page.url(), /map=9\/47\.1\/9\.5$/)
  })

  test('the units of a basket that has changed since are counted at once', async () => {
    const ids = ['AT', 'BE', 'CH', 'CZ', 'DK', 'EE', 'FI', 'LU'].map((code) => `iso:${code}`)
    const page = await site.openSignedIn('late-basket@example.org', `panel=basket&basket=${ids}`)
    const letGo = await holdCalls(page, /"include":\[/)
    await button(page, 'Merge · 8 units').click()
    await button(page, 'Remove Luxembourg').click()
    await button(page, 'Merge · 7 units').waitFor()
    letGo()
    await shows(page, '992 of 1,000 units left this month')
  })
})
