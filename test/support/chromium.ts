/** Pages as people see them, in Debian's Chromium. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { isRequired } from './required.ts'

const EXECUTABLE = '/usr/bin/chromium'

/** Why tests with Chromium are left out; false where they are not. */
export const noChromium =
  existsSync(EXECUTABLE) || isRequired('chromium') ? false : `there is no ${EXECUTABLE} (chromium)`

/** Chromium's own sandbox does not start as root, nor in most containers; it shows our own pages only. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] })

/** A person with a browser of their own: no cookies yet. axe needs scripts; our pages do not. */
export const newPerson = async (browser: Browser, url: string, scripts = true): Promise<Page> => {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: scripts })
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const
const COLOUR_SCHEMES = ['light', 'dark'] as const

/** On a phone and on a desk, by day and by night: axe finds nothing serious, and nothing is wider than the screen. */
export const assertGoodPage = async (page: Page): Promise<void> => {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of COLOUR_SCHEMES) {
      await page.emulateMedia({ colorScheme })
      const look = `${page.url()} (${size.width}×${size.height}, ${colorScheme})`
      assert.deepEqual(await violations(page), [], look)
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      assert.ok(width <= size.width, `${look} is ${width} pixels wide.`)
    }
  }
}

const violations = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source)
  const results = await page.evaluate<axe.AxeResults>('axe.run(document, { preload: false })')
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}
