/** The map page as people use it: search, the map, places and permalinks; on a desktop and a phone, in light and dark, by mouse, touch and keyboard. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from '../../tools/browser.ts'
import { noChromium } from '../support/chromium.ts'
import { button, heading, mapIsDrawn, panel, picture, search, shows } from '../support/explorer.ts'
import { suiteExplorer } from '../support/suite-explorer.ts'

const BENELUX = 'Benelux without Luxembourg'

describe('places on the map page', { skip: noChromium }, () => {
  const site = suiteExplorer()

  test('typing a name and Enter show the boundary, and the address is its permalink', async () => {
    const page = await site.open()
    const empty = await picture(page)
    await search(page).pressSequentially('icelan')
    await page.getByRole('option', { name: /^Iceland/ }).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, 'Iceland')
    assert.match(page.url(), /#place=r299133/)
    assert.notEqual(await picture(page), empty)
  })

  test('on a phone in dark mode a result is tapped', async () => {
    const page = await site.open('', { isPhone: true, isDark: true })
    await search(page).tap()
    await search(page).pressSequentially('Luxemb')
    await page
      .getByRole('option', { name: /^Luxembourg/ })
      .first()
      .tap()
    await heading(page, 'Luxembourg')
  })

  test('results are chosen with the arrow keys alone, and Escape closes them', async () => {
    const page = await site.open('', { isDark: true })
    await search(page).focus()
    await page.keyboard.type('Washington')
    // Not the list of the first letters, which comes before.
    await page.locator('#results[aria-busy=false] [role=option]').nth(2).waitFor()
    await page.keyboard.press('ArrowDown')
    const chosen = String(await page.locator('[aria-selected=true][role=option] .name').textContent())
    assert.equal(
      await search(page).getAttribute('aria-activedescendant'),
      await page.locator('[aria-selected=true][role=option]').getAttribute('id'),
    )
    await page.keyboard.press('Enter')
    await heading(page, chosen)
    await page.keyboard.press('Backspace')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await search(page).getAttribute('aria-expanded'), 'false')
  })

  test('a fast typist never meets the limit of calls', async () => {
    const page = await site.open()
    const refused: number[] = []
    page.on('response', (response) => response.status() === 429 && refused.push(response.status()))
    for (const name of ['Deutschland', 'California', 'Sachsen-Anhalt', 'New South Wales']) {
      await search(page).fill('')
      await search(page).pressSequentially(name, { delay: 130 })
    }
    await page.getByRole('option', { name: /^New South Wales/ }).waitFor()
    assert.deepEqual(refused, [])
  })

  test('a name that nothing has is answered with the hint', async () => {
    const page = await site.open('', { isPhone: true })
    await search(page).fill('Qwertzuiopistan')
    await page
      .locator('.search-status .note')
      .getByText('No boundary in this catalog has this name.')
      .waitFor()
  })

  test('after Enter, a town without a polygon leads to the boundary around it', async () => {
    const page = await site.open()
    await search(page).fill('Amsterdam')
    await search(page).press('Enter')
    await page.locator('.search-status').getByRole('button', { name: 'North Holland' }).click()
    await heading(page, 'North Holland')
  })

  test('a town without a polygon is shown on the map, with the boundaries around it', async () => {
    const page = await site.open()
    await mapIsDrawn(page)
    await search(page).fill('Amsterdam')
    await search(page).press('Enter')
    await button(page, 'Show on map').click()
    await page.waitForURL(/at=52\.374,4\.8897&map=10\/52\.374\/4\.8897/)
    await heading(page, 'North Holland')
    await page.locator('.maplibregl-ctrl-scale').getByText('3 km', { exact: true }).waitFor()
  })

  test('Enter opens the candidate on top, also of a misspelt name and after the list was closed', async () => {
    const page = await site.open()
    await search(page).fill('califronia')
    await search(page).press('Enter')
    await heading(page, 'California')
    await search(page).fill('germny')
    await page.getByRole('option', { name: /^Germany/ }).waitFor()
    await page.getByRole('tab', { name: 'Place' }).focus()
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    await search(page).press('Enter')
    await heading(page, 'Germany')
  })

  test('each example of the first page opens what it says', async () => {
    const shown = {
      Japan: (page: Page) => heading(page, 'Japan'),
      'What is at the Eiffel Tower?': (page: Page) => heading(page, 'Paris'),
      'Spain and Portugal': (page: Page) => panel(page).locator('.result').waitFor(),
      'Benelux without Luxembourg': (page: Page) => button(page, /^Draw/).waitFor(),
    }
    for (const [example, isShown] of Object.entries(shown)) {
      const page = await site.open()
      await button(page, example).click()
      await isShown(page)
    }
  })

  test('a click lists every boundary of the point, from the country down, and opens the smallest', async () => {
    const page = await site.open('map=5.2/49.5/9')
    await mapIsDrawn(page)
    await page.locator('.world-map canvas').click({ position: { x: 600, y: 420 } })
    const ladder = page.getByRole('list', { name: 'Boundaries that contain the point' })
    await ladder.getByRole('button', { name: 'Germany' }).waitFor()
    await heading(page, 'Bavaria')
    assert.equal(await ladder.locator('[aria-current=true]').textContent(), 'Bavaria')
    await ladder.getByRole('button', { name: 'Germany' }).click()
    await heading(page, 'Germany')
  })

  test('with the keyboard alone the map is moved and asked what is at its centre', async () => {
    const page = await site.open('map=4/-25/134')
    await mapIsDrawn(page)
    await page.locator('.world-map canvas').focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/map=4\/-25\/13[5-9]/)
    await button(page, 'What is here?').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Boundaries that contain the point' }).waitFor()
    await shows(page, 'Australia')
  })

  test('the high seas have no boundary, and the page says so', async () => {
    const page = await site.open('at=-40,-120', { isPhone: true, isDark: true })
    await shows(page, 'No boundary contains this point.')
  })

  test('disputed land names the claimants and who administers it, once', async () => {
    const page = await site.open('at=45.2,34.2')
    await heading(page, 'Autonomous Republic of Crimea')
    assert.equal(await page.getByText(/^Disputed: Crimea/).count(), 1)
    await shows(page, /Claimed by Russia and Ukraine\. Administered by Russia\./)
  })

  test('the tree of subdivisions opens level by level', async () => {
    const page = await site.open('place=iso:US')
    await button(page, 'Subdivisions of California').click()
    await page.getByRole('button', { name: 'Los Angeles County', exact: true }).click()
    await heading(page, 'Los Angeles County')
    await page
      .getByRole('navigation', { name: 'Higher levels' })
      .getByRole('button', { name: 'California' })
      .click()
    await heading(page, 'California')
  })

  test('a note says where the list of subdivisions is outdated', async () => {
    const page = await site.open('place=iso:KE', { isDark: true })
    await panel(page).locator('.tree').waitFor()
    await panel(page).getByText('The atlas shows the 8 provinces of Kenya from before 2013').waitFor()
  })

  test('a visitor sees low detail, and is sent back to the same place after signing in', async () => {
    const page = await site.open('place=iso:CH')
    await shows(page, /to see and download the boundary with all [\d,]+ points of the source/)
    await panel(page).getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.match(page.url(), /next=%2F%23place%3Diso%3ACH/)
  })

  test('a visitor is not sent to sign in for detail that the boundary does not have', async () => {
    const page = await site.open('place=iso:LI')
    await shows(page, /^All \d+ points of the source are shown\.$/)
    await panel(page).locator('summary', { hasText: 'Download' }).click()
    await panel(page).getByRole('link', { name: 'Download GeoJSON' }).waitFor()
    assert.equal(await panel(page).getByRole('link', { name: 'Sign in' }).count(), 0)
    assert.equal(await panel(page).getByRole('radio').count(), 0)
  })

  test('signed in, the four details stand side by side, and the page tells what they cost', async () => {
    const page = await site.openSignedIn('details@example.org', 'place=iso:CL')
    await shows(page, '1,000 of 1,000 units left this month')
    await button(page, 'Compare all detail levels · 3 units').click()
    await shows(page, '997 of 1,000 units left this month')
    const points = await page.locator('.detail span:nth-of-type(2)').allTextContents()
    const counts = points.map((text) => Number(text.replaceAll(/\D/g, '')))
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
    )
    assert.ok(counts[0] <= 1_000 && counts[3] > counts[0], String(counts))
    const bytes = await page.locator('.detail .quiet').allTextContents()
    assert.equal(bytes.length, 4)
    for (const each of bytes) assert.match(each, /^[\d.]+ (kB|MB)$/)
    await page.getByRole('radio', { name: /^full/ }).click()
    await page.waitForURL(/detail=full/)
    await page.getByLabel('Show points').check()
  })

  test('a permalink shows the same again, and Back goes back', async () => {
    const link = `panel=basket&place=iso:FR&basket=iso:NL,iso:BE,-iso:LU&text=${encodeURIComponent(BENELUX)}&map=5.5/51/5`
    const page = await site.open(link)
    await page.getByRole('tab', { name: 'Basket (3)', selected: true }).waitFor()
    await panel(page).locator('.result').waitFor()
    await page.getByRole('tab', { name: 'Describe' }).click()
    assert.equal(await page.getByRole('textbox', { name: 'Describe an area' }).inputValue(), BENELUX)
    await page.getByRole('tab', { name: 'Place' }).click()
    await heading(page, 'France')
    await page.goBack()
    await page.getByRole('tab', { name: 'Describe', selected: true }).waitFor()
  })

  test('a broken permalink says so, and what was understood is shown', async () => {
    const page = await site.open('place=iso:IS&detail=huge&at=91,0&colour=red&map=2/10', { isPhone: true })
    const alert = page.getByRole('alert')
    await alert.waitFor()
    for (const part of ['huge', '91,0', 'colour', '2/10'])
      assert.ok((await alert.textContent())?.includes(part), part)
    await heading(page, 'Iceland')
    await button(page, 'Close').tap()
    await alert.waitFor({ state: 'detached' })
  })

  test('an id that nothing has is answered at its place', async () => {
    const page = await site.open('place=r1')
    await panel(page).getByRole('alert').getByText('r1').waitFor()
  })

  test('a boundary across the antimeridian is shown whole', async () => {
    const page = await site.open('place=iso:FJ')
    await heading(page, 'Fiji')
    await page.waitForURL(/map=[3-7](\.\d+)?\/-1\d\.\d+\/-?17\d/)
  })

  test('the tabs follow the arrow keys', async () => {
    const page = await site.open()
    await page.getByRole('tab', { name: 'Place' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'Basket', selected: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('textbox', { name: 'Describe an area' }).waitFor()
  })

  test('the map changes with the colour scheme of the device and back, and loads nothing for it', async () => {
    const page = await site.open('place=iso:IT')
    await heading(page, 'Italy')
    const light = await picture(page)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await picture(page)
    assert.notEqual(dark, light)
    await page.emulateMedia({ colorScheme: 'light' })
    assert.equal(await picture(page), light)
    assert.deepEqual(requests, [])
  })
})
