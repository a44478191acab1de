/** Tools of the browser tests, installed in this package: the browser driver, the accessibility checker, and Leaflet. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'

/** axe-core in the form that runs in a page; less than half as long as the package's own text. */
export const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The package as a page loads it from node_modules. */
export const leafletFolder = fileURLToPath(new URL('.', import.meta.resolve('leaflet/package.json')))
