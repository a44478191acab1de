/** The service with users: a real server, Chromium, and a browser without cookies for each user. */
import type { Page } from '../../tools/browser.ts'
import { launchChromium, newPerson } from './chromium.ts'
import { mailTo, signInOf } from './outbox.ts'
import { type Installation, install } from './service.ts'
import { sharedBySuites } from './shared-by-suites.ts'
import { openMailedLink, requestMail } from './sign-in-by-mail.ts'

export interface Site {
  readonly metes: Installation
  readonly url: string
  /** The address in its metadata. */
  readonly baseUrl: string
  /** A new visitor. Everything must work without scripts as well. */
  readonly person: (scripts?: boolean) => Promise<Page>
  /** Somebody who opened the page, was sent to sign in, and asked for the mail. */
  readonly asked: (path: string, email: string, scripts?: boolean) => Promise<Page>
  /** Link and code of the last sign-in mail. */
  readonly mailed: (email: string) => Promise<{ readonly code: string; readonly link: string }>
  /** Somebody who came by the link of the mail, and is at the page. */
  readonly signedIn: (path: string, email: string, scripts?: boolean) => Promise<Page>
}

const openSite = async (): Promise<Site & { readonly close: () => Promise<void> }> => {
  const metes = await install()
  const server = await metes.serve({ METES_PUBLIC_RATE: '1000', METES_TRUST_PROXY: '1' })
  const browser = await launchChromium()
  /** Number of mails requested, by address. */
  const asks = new Map<string, number>()
  let people = 0
  // Each comes from a network of their own, because mails are limited by network.
  const person: Site['person'] = (scripts = true) =>
    newPerson(browser, server.url, scripts, { 'x-forwarded-for': `198.51.${people++}.1` })
  const asked: Site['asked'] = async (path, email, scripts) => {
    const page = await person(scripts)
    await page.goto(path)
    await requestMail(page, email)
    asks.set(email, (asks.get(email) ?? 0) + 1)
    return page
  }
  const mailed: Site['mailed'] = async (email) =>
    signInOf(await mailTo(metes.dataDir, email, 'sign_in', asks.get(email)))
  return {
    metes,
    url: server.url,
    baseUrl: server.url.replace('127.0.0.1', 'localhost'),
    person,
    asked,
    mailed,
    signedIn: async (path, email, scripts) => {
      const page = await asked(path, email, scripts)
      await openMailedLink(page, (await mailed(email)).link)
      await page.waitForURL((url) => url.pathname + url.search === path)
      return page
    },
    close: async () => {
      await browser.close()
      await server.stop()
      await metes.remove()
    },
  }
}

/** Of all suites of this process, so each signs people in with addresses of its own. */
export const suiteSite: () => Site = sharedBySuites(openSite, (site) => site.close())
