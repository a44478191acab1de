/** What the tests in a browser use, found in this package: how a browser is driven, and what judges whether everybody can use a page. */
export { default as axe } from 'axe-core'
export { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
