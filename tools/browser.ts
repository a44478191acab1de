/** Tools of the browser tests, installed in this package: the browser driver and the accessibility checker. */
import { readFileSync } from 'node:fs'

export { type Browser, chromium, type Locator, type Page } from 'playwright-core'

/** axe-core in the form that runs in a page; less than half as long as the package's own text. */
export const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
