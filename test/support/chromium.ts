/** Pages as people see them, in Debian's Chromium without windows of its own, whose pages would take the processor's time. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from '../../tools/browser.ts'
import { isRequired } from './required.ts'

const EXECUTABLE = '/usr/bin/chromium-headless-shell'

/** How long a page may take for anything: drawing without a graphics card is slow, and slower on a busy machine. */
export const PATIENCE_MS = 180_000

/** Null where the package was not installed. */
const tools = await import('../../tools/browser.ts').catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return null
  throw error
})

/** Why tests with Chromium are skipped; false where they are not. */
export const noChromium: string | false = isRequired('chromium')
  ? false
  : tools === null
    ? 'what drives a browser is not installed (npm run tools)'
    : !existsSync(EXECUTABLE) && `there is no ${EXECUTABLE} (chromium-headless-shell)`

/** Windows in a Chromium that everybody in this process shares who launches it with the same arguments. */
export interface Windows {
  /** A new browser to its pages: nothing is shared with other contexts. */
  readonly newContext: Browser['newContext']
  readonly closeAll: () => Promise<void>
  /** Closes the windows, and Chromium if nobody else has any. */
  readonly close: () => Promise<void>
}

interface Launched {
  readonly browser: Promise<Browser>
  users: number
}

const launched = new Map<string, Launched>()

/** Chromium's own sandbox does not start as root, nor in most containers; only our own pages are loaded. */
export const launchChromium = async (args: readonly string[] = USUAL): Promise<Windows> => {
  const key = args.join(' ')
  const shared = launched.get(key) ?? {
    browser: tools!.chromium.launch({
      executablePath: EXECUTABLE,
      args: ['--no-sandbox', SHORT_LIVED, ...args],
    }),
    users: 0,
  }
  launched.set(key, shared)
  shared.users++
  const browser = await shared.browser
  const contexts = new Set<BrowserContext>()
  const closeAll = async (): Promise<void> => {
    await Promise.all([...contexts].map((context) => context.close()))
    contexts.clear()
  }
  return {
    newContext: async (options) => {
      const context = await browser.newContext(options)
      contexts.add(context)
      return context
    },
    closeAll,
    close: async () => {
      await closeAll()
      shared.users--
      if (shared.users > 0) return
      launched.delete(key)
      await browser.close()
    },
  }
}

/** The package of Leaflet, for pages that load it. */
export const leafletFolder = (): string => tools!.leafletFolder

/** Optimizing scripts takes longer than pages of tests live. */
const SHORT_LIVED = '--js-flags=--no-opt'
/** Maps are drawn without a graphics card. */
export const SOFTWARE_WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']
/** Pages without what stands in for the card, which takes longer. */
const USUAL = [...SOFTWARE_WEBGL, '--disable-gpu-compositing']

/** A person with a new browser, without cookies. axe needs scripts; our pages do not. */
export const newPerson = async (
  windows: Windows,
  url: string,
  scripts = true,
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> => {
  const context = await windows.newContext({
    baseURL: url,
    javaScriptEnabled: scripts,
    extraHTTPHeaders: headers,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** Each has one difference from the one before, because every change draws the page again. */
const LOOKS = [
  { size: DESKTOP, colorScheme: 'light' },
  { size: PHONE, colorScheme: 'light' },
  { size: PHONE, colorScheme: 'dark' },
  { size: DESKTOP, colorScheme: 'dark' },
] as const
/** The dark mode changes only the colours. */
const RULES: Readonly<Record<(typeof LOOKS)[number]['colorScheme'], readonly string[] | null>> = {
  light: null,
  dark: ['color-contrast', 'link-in-text-block'],
}

/** On a phone and on a desktop, in light and dark mode: axe finds nothing serious, and nothing is wider than the screen. */
export const assertGoodPage = async (page: Page): Promise<void> => {
  for (const { size, colorScheme } of LOOKS) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    const look = `${page.url()} (${size.width}×${size.height}, ${colorScheme})`
    assert.deepEqual(await violations(page, RULES[colorScheme]), [], look)
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= size.width, `${look} is ${width} pixels wide.`)
  }
}

interface Findings {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly impact?: string | null
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** Only these rules; null for all. */
const violations = async (page: Page, rules: readonly string[] | null): Promise<readonly string[]> => {
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(tools!.axeSource)
  const runOnly = rules === null ? '' : `, runOnly: ${JSON.stringify(rules)}`
  const found = await page.evaluate<Findings>(
    `axe.run(document, { preload: false, resultTypes: ['violations']${runOnly} })`,
  )
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
}
