/** The map page in the hands of somebody in a hurry, at the ends of the world, or with a service that fails. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from '../../tools/browser.ts'
import { noChromium } from '../support/chromium.ts'
import { button, heading, mapIsDrawn, panel, search, shows } from '../support/explorer.ts'
import { suiteExplorer } from '../support/suite-explorer.ts'

/** Names of the operations that the page calls from now on. */
const callsOf = (page: Page): readonly string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    const [, op] = /\/explore\/ops\/(\w+)$/.exec(request.url()) ?? []
    if (op !== undefined) calls.push(op)
  })
  return calls
}

const countOf = (calls: readonly string[], op: string): number => calls.filter((each) => each === op).length

describe('mishaps on the map page', { skip: noChromium }, () => {
  const site = suiteExplorer()

  test('Enter opens the first result of the words in the field, whatever list is still shown', async () => {
    const page = await site.open()
    await search(page).fill('Ice')
    await page.getByRole('option', { name: /^Iceland/ }).waitFor()
    await search(page).fill('Portugal')
    await page.keyboard.press('Enter')
    await heading(page, 'Portugal')
    assert.equal(await search(page).getAttribute('aria-expanded'), 'false')
  })

  test('arrow keys leave the list of other words alone', async () => {
    const page = await site.open()
    await search(page).fill('Washington')
    await page
      .getByRole('option', { name: /^Washington/ })
      .nth(2)
      .waitFor()
    const answered = Promise.withResolvers<void>()
    await page.route('**/search_boundaries', async (route) => {
      await answered.promise
      await route.continue()
    })
    await search(page).fill('Malta')
    await page.keyboard.press('ArrowDown')
    assert.equal(await search(page).getAttribute('aria-activedescendant'), 'result-0')
    answered.resolve()
    await page.getByRole('option', { name: /^Malta/ }).waitFor()
  })

  test('results of the same name are told apart', async () => {
    const page = await site.open()
    await search(page).fill('Washington')
    await page.getByRole('option').nth(7).waitFor()
    const options = await page.getByRole('option').allTextContents()
    assert.equal(new Set(options).size, options.length, options.join('\n'))
  })

  test('a double click on the map asks once, also with a shaking hand', async () => {
    const page = await site.open('map=3/48/11')
    await mapIsDrawn(page)
    const calls = callsOf(page)
    await page.mouse.click(840, 430)
    await page.mouse.move(841, 431)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await page.waitForURL(/map=4\//)
    await page.getByRole('list', { name: 'Boundaries that contain the point' }).waitFor()
    assert.equal(countOf(calls, 'reverse_boundaries'), 1)
  })

  test('pressing Draw twice draws once', async () => {
    const page = await site.open('panel=describe&text=Malta', { isPhone: true })
    const calls = callsOf(page)
    await button(page, /^Draw/).dblclick()
    await panel(page).locator('.result').waitFor()
    assert.equal(countOf(calls, 'create_area'), 1)
  })

  test('Back shows the map where it was, not where the boundary fits', async () => {
    const page = await site.open('place=iso:LU&map=9/49.6/6.1')
    await heading(page, 'Luxembourg')
    await search(page).fill('Iceland')
    await page.keyboard.press('Enter')
    await heading(page, 'Iceland')
    await page.waitForURL(/map=\d(\.\d+)?\/6\d/)
    await page.goBack()
    await heading(page, 'Luxembourg')
    await mapIsDrawn(page)
    assert.match(page.url(), /map=9\/49\.6\/6\.1$/)
    await page.goForward()
    await heading(page, 'Iceland')
    assert.match(page.url(), /map=\d(\.\d+)?\/6\d/)
  })

  test('a link to a point shows its smallest boundary whole', async () => {
    const page = await site.open('at=48.137,11.575')
    await heading(page, 'Bavaria')
    await page.waitForURL(/map=[67](\.\d+)?\/4[89]/)
  })

  test('the poles and the antimeridian have answers', async () => {
    const page = await site.open('', { isDark: true })
    for (const [link, expected] of [
      ['at=90,180', 'No boundary contains this point.'],
      ['at=-90,-180', 'Antarctica'],
      ['at=-16.8,180', 'Fiji'],
    ]) {
      await page.goto(`/#${link}`)
      await shows(page, expected)
      await mapIsDrawn(page)
    }
  })

  test('names and descriptions written from right to left keep their order', async () => {
    const page = await site.open()
    await search(page).fill('مصر')
    await page.keyboard.press('Enter')
    await heading(page, 'Egypt')
    await page.getByRole('tab', { name: 'Describe' }).click()
    await page.getByRole('textbox', { name: 'Describe an area' }).fill('وسط المدينة')
    await button(page, /^Draw/).click()
    await panel(page).getByRole('alert').first().waitFor()
    for (const each of ['textarea', '.phrase'])
      assert.equal(
        await page.evaluate<string>(
          `getComputedStyle(document.querySelector('.panel:not([hidden]) ${each}')).direction`,
        ),
        'rtl',
      )
  })

  test('a thousand letters without a space fit the screen', async () => {
    const text = 'x'.repeat(1_000)
    const page = await site.open(`panel=describe&text=${text}`, { isPhone: true })
    await button(page, /^Draw/).click()
    await panel(page).getByRole('alert').first().waitFor()
    assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 390)
  })

  test('a full basket says so beside the button', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `r${index + 1}`)
    const page = await site.open(`place=iso:LI&basket=${ids}`)
    await button(page, 'Add to basket').click()
    await panel(page).getByText('The basket is full: it holds 50 boundaries.').waitFor()
  })

  test('what was added to the basket is one press away', async () => {
    const page = await site.open('place=iso:LI', { isPhone: true })
    await button(page, 'Add to basket').tap()
    await button(page, 'Open the basket').tap()
    await panel(page).locator('.result').waitFor()
  })

  test('no units are spent before a button names them, and no detail is carried over to the next boundary', async () => {
    const page = await site.openSignedIn('careful@example.org', 'place=iso:IS&detail=high')
    await button(page, 'Show high detail · 1 unit').waitFor()
    assert.equal(await page.getByRole('radio', { name: /^low/ }).isChecked(), true)
    await shows(page, '1,000 of 1,000 units left this month')
    await button(page, 'Show high detail · 1 unit').click()
    await shows(page, '999 of 1,000 units left this month')
    assert.equal(await page.getByRole('radio', { name: /^high/ }).isChecked(), true)
    await search(page).fill('Italy')
    await page.keyboard.press('Enter')
    await heading(page, 'Italy')
    await button(page, 'Compare all detail levels · 2 units').waitFor()
    await shows(page, '999 of 1,000 units left this month')
    assert.doesNotMatch(page.url(), /detail=/)
  })

  for (const [what, link, op, then] of [
    ['a boundary', 'place=iso:LI', 'get_boundary', 'Liechtenstein'],
    ['a point', 'at=48.137,11.575', 'reverse_boundaries', 'Bavaria'],
    ['subdivisions', 'place=iso:CH', 'list_children', 'Aargau'],
    ['a basket', 'panel=basket&basket=iso:LI,iso:CH', 'union_boundaries', /km²/],
  ] as const)
    test(`${what} is asked for again, where the failure is told`, async () => {
      const page = await site.open()
      let failures = 0
      await page.route(`**/explore/ops/${op}`, async (route) => {
        if (failures++ === 0) await route.abort()
        else await route.continue()
      })
      await page.goto(`/#${link}`)
      const alert = panel(page).getByRole('alert').filter({ hasText: 'The service cannot be reached.' })
      await alert.getByRole('button', { name: 'Try again' }).click()
      await panel(page).getByText(then).first().waitFor()
      assert.equal(await panel(page).getByRole('alert').count(), 0)
    })

  test('a search is repeated', async () => {
    const page = await site.open('', { isPhone: true })
    await page.route('**/search_boundaries', (route) => route.abort(), { times: 1 })
    await search(page).fill('Malta')
    await button(page, 'Try again').tap()
    await page.getByRole('option', { name: /^Malta/ }).waitFor()
    // The list closes when the field loses the focus.
    assert.equal(await page.evaluate('document.activeElement.id'), 'search')
  })

  test('an answer of a proxy, none at all and half of one are told as what they are', async () => {
    const page = await site.open()
    for (const [place, name, status, body] of [
      ['iso:LI', 'Liechtenstein', 502, '<h1>Bad Gateway</h1>'],
      ['iso:MT', 'Malta', 503, ''],
      ['iso:IS', 'Iceland', 200, '{"id": '],
    ] as const) {
      await page.route('**/get_boundary', (route) => route.fulfill({ status, body }), { times: 1 })
      await page.goto(`/#place=${place}`)
      await panel(page)
        .getByRole('alert')
        .getByText(`The service sent an unexpected answer (status ${status}).`)
        .waitFor()
      await button(page, 'Try again').click()
      await heading(page, name)
    }
  })

  test('what does not pass has no button to try again', async () => {
    const page = await site.open('place=r1')
    await panel(page).getByRole('alert').waitFor()
    assert.equal(await button(page, 'Try again').count(), 0)
  })

  test('the map says that it is loading until all of it is drawn', async () => {
    const page = await site.open()
    const { promise, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/tiles/**', async (route) => {
      await promise
      await route.continue()
    })
    await page.goto('/?slow#map=6/48/10')
    const loading = page.getByRole('status').filter({ hasText: 'Loading the map …' })
    await loading.waitFor()
    letGo()
    await mapIsDrawn(page)
    await loading.waitFor({ state: 'detached' })
  })

  test('tiles that a busy server refused are asked for again, and the map says so', async () => {
    const page = await site.open()
    await page.clock.install()
    const refused = new Set<string>()
    await page.route('**/tiles/**', async (route) => {
      const url = route.request().url()
      if (refused.has(url)) return route.continue()
      refused.add(url)
      await route.fulfill({ status: 503, headers: { 'retry-after': '5' } })
    })
    await page.goto('/?again#map=6/48/10')
    await mapIsDrawn(page)
    assert.ok(refused.size > 0)
    const status = page.getByRole('status').filter({ hasText: 'Some of the map is missing' })
    await page.clock.runFor(100)
    await status.waitFor()
    const drawn = page.waitForResponse((response) => response.url().includes('/tiles/') && response.ok())
    await page.clock.fastForward(6_000)
    await drawn
    // All are drawn now, and what the map says follows at the next tick.
    while ((await status.count()) > 0) await page.clock.runFor(1_000)
  })

  test('nobody is lost when the server is gone for a while', async () => {
    const page = await site.open('place=iso:LI')
    await heading(page, 'Liechtenstein')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Balzers', exact: true }).click()
    await panel(page).getByRole('alert').getByText('The service cannot be reached.').waitFor()
    await page.context().setOffline(false)
    await button(page, 'Try again').click()
    await heading(page, 'Balzers')
  })
})
