/** The account pages in a browser: keys, profile, mails, usage, other browsers. With scripts and without. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from '../../tools/browser.ts'
import { assertGoodPage, noChromium } from '../support/chromium.ts'
import { suiteSite } from '../support/site-with-users.ts'

describe('the page of an account', { skip: noChromium }, () => {
  const site = suiteSite()

  const call = (path: string, apiKey: string) =>
    fetch(`${site.url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } })
  const makeKey = async (page: Page, name: string): Promise<string> => {
    await page.getByLabel('Name of a new key').fill(name)
    await page.getByRole('button', { name: 'Create key' }).click()
    return String(await page.getByLabel('Your key').textContent())
  }
  const press = (page: Page, within: string, name: string) =>
    page.locator(`form[action="${within}"]`).getByRole('button', { name, exact: true }).click()

  for (const scripts of [true, false]) {
    describe(scripts ? 'with scripts' : 'without scripts', () => {
      const looksGood = async (page: Page) => {
        if (scripts) await assertGoodPage(page)
      }
      const email = (who: string) => `${who}-${scripts}@example.org`

      test('a key is shown once, works, and is refused once it is revoked', async () => {
        const page = await site.signedIn('/account', email('keys'), scripts)
        await page.getByText('You have no keys yet.').waitFor()
        await looksGood(page)
        const key = await makeKey(page, 'laptop <b>نقشه</b>')
        await looksGood(page)
        assert.equal((await call('/v1/account', key)).status, 200)
        const copy = page.getByRole('button', { name: 'Copy' })
        assert.equal(await copy.isVisible(), scripts)
        if (scripts) {
          await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
          await copy.click()
          await page.getByRole('status').getByText('Copied.').waitFor()
          assert.equal(await page.evaluate('navigator.clipboard.readText()'), key)
        }
        await page.getByRole('link', { name: 'I have copied it' }).click()
        await page.locator('bdi', { hasText: 'laptop <b>نقشه</b>' }).waitFor()
        assert.ok(!(await page.content()).includes(key))
        await page.getByRole('link', { name: 'Revoke laptop' }).click()
        await looksGood(page)
        await page.getByRole('button', { name: 'Revoke' }).click()
        await page.getByRole('status').getByText('Key revoked.').waitFor()
        await page.getByText('You have no keys yet.').waitFor()
        assert.equal((await call('/v1/account', key)).status, 401)
      })

      test('usage is drawn, described in words, and listed by operation and by day', async () => {
        const page = await site.signedIn('/account', email('usage'), scripts)
        const key = await makeKey(page, 'program')
        for (const detail of ['medium', 'medium', 'high'])
          assert.equal((await call(`/v1/boundaries/iso:LI?detail=${detail}`, key)).status, 200)
        await page.goto('/account')
        await page.getByText('3 of 1,000 units used this month.').waitFor()
        const chart = page.getByRole('img', { name: '3 units and 3 calls in 30 days' })
        await chart.waitFor()
        assert.equal(await chart.locator('rect').count(), 1)
        await page.getByText('By operation').click()
        await page.getByRole('row', { name: /^get_boundary 3 3 \d$/ }).waitFor()
        await page.getByText('By day').click()
        await looksGood(page)
        await page.getByRole('link', { name: '90 days' }).click()
        await page.getByRole('img', { name: '3 units and 3 calls in 90 days' }).waitFor()
      })

      test('the profile and the email preferences are stored as saved', async () => {
        const page = await site.signedIn('/account', email('profile'), scripts)
        await page.getByLabel('Name', { exact: true }).fill('Ann "the" <i>Surveyor</i>')
        await page.getByLabel('What you use boundaries for').fill('maps\nand more maps')
        await press(page, '/account/profile', 'Save')
        await page.getByRole('status').getByText('Profile saved.').waitFor()
        assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Ann "the" <i>Surveyor</i>')
        assert.equal(await page.getByLabel('What you use boundaries for').inputValue(), 'maps\nand more maps')
        await page.getByLabel('Product updates').uncheck()
        await press(page, '/account/mails', 'Save')
        await page.getByRole('status').getByText('Email preferences saved.').waitFor()
        await page.goto('/account')
        assert.equal(await page.getByLabel('Product updates').isChecked(), false)
        assert.equal(await page.getByLabel('Updates on feedback').isChecked(), true)
        await looksGood(page)
      })

      test("signing out ends one browser's session, signing out everywhere ends all", async () => {
        const desk = await site.signedIn('/account', email('browsers'), scripts)
        const phone = await site.signedIn('/account', email('browsers'), scripts)
        const old = await site.signedIn('/account', email('browsers'), scripts)
        const isSignedIn = async (page: Page): Promise<boolean> => {
          await page.goto('/account')
          return (await page.getByRole('heading', { level: 1 }).textContent()) === 'Your account'
        }
        await press(old, '/sign-out', 'Sign out')
        await old.getByRole('navigation').getByRole('link', { name: 'Sign in' }).waitFor()
        assert.deepEqual(
          [await isSignedIn(old), await isSignedIn(desk), await isSignedIn(phone)],
          [false, true, true],
        )
        await press(desk, '/sign-out', 'Sign out everywhere')
        await desk.getByRole('navigation').getByRole('link', { name: 'Sign in' }).waitFor()
        assert.deepEqual([await isSignedIn(desk), await isSignedIn(phone)], [false, false])
      })
    })
  }
})
