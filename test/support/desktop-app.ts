/** A desktop app that listens for the browser of a person who signs in, and how the person gets there. */
import type { Page } from '../../tools/browser.ts'
import { serveLocally } from './local-server.ts'
import type { Site } from './site-with-users.ts'

export interface DesktopApp {
  readonly redirectUri: string
  readonly close: () => Promise<void>
}

export const startDesktopApp = async (): Promise<DesktopApp> => {
  const { url, close } = await serveLocally((_request, response) => response.end('back in the app'))
  return { redirectUri: `${url}/callback`, close }
}

/** Opens the address that the app asked for and signs in by mail; the person then sees the app's request. */
export const signInForApp = async (
  site: Site,
  address: string,
  email: string,
  scripts?: boolean,
): Promise<Page> => {
  const page = await site.asked(address, email, scripts)
  await page.getByLabel('Code').fill((await site.mailed(email)).code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Allow this app?' }).waitFor()
  return page
}

/** Allows the request; the address with which the browser returns to the app. */
export const allowApp = async (page: Page): Promise<URL> => {
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('back in the app').waitFor()
  return new URL(page.url())
}
