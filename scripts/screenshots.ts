/** The pictures of the map page in the README, taken of this checkout: `node scripts/screenshots.ts`. Needs what the tests in a browser need. */
import { fileURLToPath } from 'node:url'
import { button, heading, openExplorer, panel, picture } from '../test/support/explorer.ts'
import type { Page } from '../tools/browser.ts'

const IMAGES = new URL('../docs/images/', import.meta.url)
const SIZE = { width: 1040, height: 640 }
const DESCRIPTION = 'The State of Oregon and Washington, other than Lane County and Linn County'

const site = await openExplorer()

const open = async (link: string, isDark: boolean): Promise<Page> => {
  const page = await site.open('', { isDark, isSharp: true })
  await page.setViewportSize(SIZE)
  await page.goto(`/#${link}`)
  return page
}

const take = async (name: string, page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await picture(page)
  await page.screenshot({ path: fileURLToPath(new URL(name, IMAGES)) })
}

const country = await open('place=iso:CH', false)
await heading(country, 'Switzerland')
await take('map-light.png', country)

const described = await open(`panel=describe&text=${encodeURIComponent(DESCRIPTION)}`, true)
await button(described, /^Draw/).click()
await panel(described).locator('.result').waitFor()
await take('map-dark.png', described)

await site.close()
