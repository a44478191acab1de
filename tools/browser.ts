/** What the tests in a browser use, found in this package: how a browser is driven, and what judges whether everybody can use a page. */
import { readFileSync } from 'node:fs'

export { type Browser, chromium, type Page } from 'playwright-core'

/** axe-core as a page runs it; less than half as long as the text that the package itself offers. */
export const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
