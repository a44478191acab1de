/** How people sign in on a page: they ask for a mail and open its link. */
import type { Page } from '../../tools/browser.ts'

export const requestMail = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send email' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
}

export const openMailedLink = async (page: Page, link: string): Promise<void> => {
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
