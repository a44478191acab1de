/** Baskets and descriptions on the map page, with and without an account. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noChromium } from '../support/chromium.ts'
import { button, heading, panel, search, shows } from '../support/explorer.ts'
import { suiteExplorer } from '../support/suite-explorer.ts'

describe('areas on the map page', { skip: noChromium }, () => {
  const site = suiteExplorer()

  test('boundaries are put together and cut out, and the area follows', async () => {
    const page = await site.open('place=iso:ES')
    await button(page, 'Add to basket').click()
    await page.getByRole('tab', { name: 'Basket (1)' }).waitFor()
    await search(page).fill('Catalonia')
    await page.getByRole('option', { name: /^Catalonia/ }).click()
    await heading(page, 'Catalonia')
    await button(page, 'Cut out').click()
    await page.getByRole('tab', { name: 'Basket (2)' }).click()
    const area = async (): Promise<number> =>
      Number((await panel(page).locator('.result strong').textContent())?.replaceAll(/\D/g, ''))
    await panel(page).locator('.result').waitFor()
    const without = await area()
    await button(page, 'Remove Catalonia').click()
    await page.getByRole('tab', { name: 'Basket (1)' }).waitFor()
    await panel(page).locator('.result').waitFor()
    const [, left] = [without, await area()]
    assert.ok(left - without > 30_000 && left - without < 34_000, `${left - without} km²`)
  })

  test('a basket is merged when it is looked at, not before', async () => {
    const page = await site.open('place=iso:LI&basket=iso:LI,iso:CH')
    const merged: string[] = []
    page.on('request', (request) => request.url().endsWith('/union_boundaries') && merged.push(request.url()))
    await heading(page, 'Liechtenstein')
    await shows(page, /km²/)
    assert.deepEqual(merged, [])
    await page.getByRole('tab', { name: 'Basket (2)' }).click()
    await panel(page).locator('.result').waitFor()
    assert.equal(merged.length, 1)
  })

  test('a basket that leaves nothing says so at its place', async () => {
    const page = await site.open('panel=basket&basket=iso:LI,-iso:LI', { isDark: true })
    await panel(page).getByRole('alert').getByText('cover all of the included').waitFor()
  })

  test('a large basket needs an account, and the page says so before it is asked', async () => {
    const ids = ['AT', 'BE', 'CH', 'CZ', 'DK', 'EE', 'FI'].map((code) => `iso:${code}`)
    const page = await site.open(`panel=basket&basket=${ids}`)
    await panel(page).getByText('Merging more than six boundaries needs an account.').waitFor()
  })

  test('a description is drawn, and each part has the colour of its words', async () => {
    const page = await site.open('panel=describe')
    await page
      .getByRole('textbox', { name: 'Describe an area' })
      .fill('Benelux and Oregon except Lane County')
    await button(page, /^Draw/).click()
    await panel(page).locator('.result').waitFor()
    assert.match(
      String(await panel(page).locator('.result').textContent()),
      /^3 countries .* and Oregon .*, minus Lane County .*; [\d,]+ km²\.$/,
    )
    assert.deepEqual(await panel(page).locator('mark').allTextContents(), [
      'Benelux',
      'Oregon',
      'Lane County',
    ])
    const colourOf = (selector: string) =>
      page.evaluate<string[]>(
        `Array.from(document.querySelectorAll('${selector}'), (each) => each.style.getPropertyValue('--colour'))`,
      )
    const [marks, swatches] = [await colourOf('mark'), await colourOf('.swatch')]
    assert.equal(new Set(marks).size, 3)
    // The three countries of the group have the colour of its word.
    assert.deepEqual(swatches, [marks[0], marks[0], marks[0], marks[1], marks[2]])
    await page.getByRole('button', { name: 'Luxembourg', exact: true }).click()
    await heading(page, 'Luxembourg')
  })

  test('a description that cannot be mapped has the refused words marked, with the reason', async () => {
    const page = await site.open('panel=describe', { isPhone: true, isDark: true })
    await page.getByRole('textbox', { name: 'Describe an area' }).fill('France and downtown Springfield')
    await button(page, /^Draw/).click()
    await panel(page).locator('mark.refused').first().waitFor()
    assert.match(String(await panel(page).locator('mark.refused').first().textContent()), /Springfield/)
    await panel(page).getByRole('alert').getByText('It has no administrative boundary.').waitFor()
  })

  test('a visitor draws three descriptions an hour; the fourth is refused at its place', async () => {
    const page = await site.open('panel=describe')
    const text = page.getByRole('textbox', { name: 'Describe an area' })
    for (const country of ['Malta', 'Cyprus', 'Andorra']) {
      await text.fill(country)
      await button(page, /^Draw/).click()
      await panel(page).locator('.result').getByText(country).waitFor()
    }
    await text.fill('Monaco')
    await button(page, /^Draw/).click()
    await panel(page).getByRole('alert').getByText('3 times an hour').waitFor()
  })

  test('signed in, a description costs its units, which the page tells before and after', async () => {
    const page = await site.openSignedIn('describe@example.org', 'panel=describe', { isPhone: true })
    await page.getByRole('textbox', { name: 'Describe an area' }).fill('Malta')
    await button(page, 'Draw · 50 units').click()
    await shows(page, '950 of 1,000 units left this month')
    await panel(page).locator('.result').waitFor()
  })
})
