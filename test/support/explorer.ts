/** People at the map page: each at an address of their own, in a browser that draws WebGL in software. */
import type { Locator, Page } from '../../tools/browser.ts'
import { launchChromium, PATIENCE_MS, type Windows } from './chromium.ts'
import { mailTo, signInOf } from './outbox.ts'
import { type Installation, install, type RunningServer } from './service.ts'
import { openMailedLink, requestMail } from './sign-in-by-mail.ts'

export interface Look {
  readonly isPhone?: boolean
  readonly isDark?: boolean
  readonly hasWebGl?: boolean
  readonly scripts?: boolean
  /** Draws every pixel, for people; tests need a quarter of them. */
  readonly isSharp?: boolean
}

export interface ExplorerSite {
  readonly metes: Installation
  readonly server: RunningServer
  /** Opens the page, or a permalink: what follows the `#`. */
  readonly open: (link?: string, look?: Look) => Promise<Page>
  /** As `open`, signed in with an account of their own. */
  readonly openSignedIn: (email: string, link?: string, look?: Look) => Promise<Page>
  /** Requests to other hosts, and faults of scripts, of everybody so far. */
  readonly foreignRequests: () => readonly string[]
  readonly faults: () => readonly string[]
  /** The address of each open page and what it says, for the report of a failed test. */
  readonly texts: () => Promise<readonly string[]>
  /** Closes all pages, whose maps would take the processor's time. */
  readonly leave: () => Promise<void>
  readonly close: () => Promise<void>
}

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

export const openExplorer = async (env: Readonly<Record<string, string>> = {}): Promise<ExplorerSite> => {
  const metes = await install()
  // Each person has an address, because visitors are limited by theirs.
  const server = await metes.serve({ METES_TRUST_PROXY: '1', ...env })
  const withWebGl = await launchChromium()
  let without: Windows | null = null
  const foreign: string[] = []
  const faults: string[] = []
  const pages = new Set<Page>()
  let people = 0

  const person = async (
    windows: Windows,
    { isPhone, isDark, isSharp, scripts = true }: Look,
  ): Promise<Page> => {
    people++
    const context = await windows.newContext({
      baseURL: server.url,
      deviceScaleFactor: isSharp === true ? 1 : 0.5,
      viewport: SIZES[isPhone === true ? 'phone' : 'desktop'],
      hasTouch: isPhone === true,
      colorScheme: isDark === true ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'en',
      javaScriptEnabled: scripts,
      extraHTTPHeaders: { 'x-forwarded-for': `198.51.${people >> 8}.${people & 255}` },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    context.setDefaultTimeout(PATIENCE_MS)
    context.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol.startsWith('http') && url.origin !== server.url) foreign.push(request.url())
    })
    const page = await context.newPage()
    pages.add(page)
    page.on('pageerror', (error) => faults.push(String(error.stack ?? error)))
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text())
    })
    return page
  }

  const open: ExplorerSite['open'] = async (link = '', look = {}) => {
    if (look.hasWebGl === false) without ??= await launchChromium(['--disable-gpu', '--disable-3d-apis'])
    const page = await person(look.hasWebGl === false ? without! : withWebGl, look)
    await go(page, link, look)
    return page
  }
  const go = async (page: Page, link: string, { hasWebGl = true, scripts = true }: Look): Promise<void> => {
    await page.goto(`/${link === '' ? '' : `#${link}`}`)
    if (hasWebGl && scripts) await page.getByRole('combobox').waitFor()
  }

  return {
    metes,
    server,
    open,
    openSignedIn: async (email, link = '', look = {}) => {
      const page = await person(withWebGl, look)
      await page.goto('/sign-in')
      await requestMail(page, email)
      await openMailedLink(page, signInOf(await mailTo(metes.dataDir, email, 'sign_in')).link)
      await page.getByRole('heading', { name: 'Your account' }).waitFor()
      await go(page, link, look)
      return page
    },
    foreignRequests: () => foreign,
    faults: () => faults,
    texts: () =>
      Promise.all(
        [...pages].map(async (page) => `${page.url()}\n${await page.locator('body').ariaSnapshot()}`),
      ),
    leave: async () => {
      pages.clear()
      await Promise.all([withWebGl.closeAll(), without?.closeAll()])
    },
    close: async () => {
      await Promise.all([withWebGl.close(), without?.close()])
      await server.stop()
      await metes.remove()
    },
  }
}

/** Waits until the map has drawn everything. */
export const mapIsDrawn = (page: Page): Promise<void> =>
  page.locator('.world-map[data-state=ready]').waitFor()

/** Waits until the page shows the text somewhere. */
export const shows = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor()

export const search = (page: Page): Locator => page.getByRole('combobox', { name: 'Find a boundary' })

/** The open panel. */
export const panel = (page: Page): Locator => page.getByRole('tabpanel')

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })

export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { name, level: 2 }).waitFor()

/** Pixels of the map once it has stood still. */
export const picture = async (page: Page): Promise<string> => {
  const shot = async (): Promise<string> => (await page.locator('.world-map').screenshot()).toString('base64')
  await mapIsDrawn(page)
  let [last, now] = ['', await shot()]
  while (now !== last) [last, now] = [now, await shot()]
  return now
}
