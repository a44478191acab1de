/** Signing in by mail and letting devices in, in a browser, against the real server. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import type { Page } from '../../tools/browser.ts'
import { assertGoodPage, noChromium } from '../support/chromium.ts'
import { suiteSite } from '../support/site-with-users.ts'

describe('in a browser', { skip: noChromium }, () => {
  const site = suiteSite()

  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
  const typeCode = async (page: Page, code: string): Promise<void> => {
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  test('an invalid address is reported at the field, and can be corrected', async () => {
    const page = await site.person()
    await page.goto('/')
    await page.getByRole('navigation').getByRole('link', { name: 'Sign in' }).click()
    await assertGoodPage(page)
    // The browser takes it for an address; no mailbox may have such a long name (RFC 5321 §4.5.3.1).
    const tooLong = `${'a'.repeat(65)}@example.org`
    await page.getByLabel('Email address').fill(tooLong)
    await page.getByRole('button', { name: 'Send email' }).click()
    await page.getByText('This is not a valid email address.').waitFor()
    assert.equal(await page.getByLabel('Email address').inputValue(), tooLong)
    await assertGoodPage(page)
  })

  for (const scripts of [true, false]) {
    const how = scripts ? '' : ', without scripts'

    test(`the code of the mail signs in, after a wrong one was refused${how}`, async () => {
      const email = `code-${scripts}@example.org`
      const page = await site.asked('/device', email, scripts)
      await page.getByText('This service has no mail server yet.').waitFor()
      if (scripts) await assertGoodPage(page)
      await typeCode(page, 'BBBB-BBBB')
      await page.getByText('4 more tries.').waitFor()
      if (scripts) await assertGoodPage(page)
      await typeCode(page, (await site.mailed(email)).code.toLowerCase())
      assert.equal(await heading(page), 'Sign in a device')
    })

    test(`an expired code signs nobody in, nor does its link${how}`, async () => {
      const email = `late-${scripts}@example.org`
      const page = await site.asked('/account', email, scripts)
      const { code, link } = await site.mailed(email)
      const database = new DatabaseSync(join(site.metes.dataDir, 'metes.db'), { timeout: 5_000 })
      database.prepare('update sign_in set expires_at_ms = 1 where email = ?').run(email)
      database.close()
      await typeCode(page, code)
      assert.equal(await heading(page), 'This code is no longer valid')
      if (scripts) await assertGoodPage(page)
      await page.goto(link)
      assert.equal(await heading(page), 'This link is no longer valid')
      await page.goto('/account')
      assert.equal(await heading(page), 'Sign in')
    })
  }

  test('the link of the mail signs in another browser, once', async () => {
    await site.asked('/device', 'link@example.org')
    const { link } = await site.mailed('link@example.org')
    const phone = await site.person()
    await phone.goto(link)
    await assertGoodPage(phone)
    await phone.getByText('link@example.org').waitFor()
    await phone.getByRole('button', { name: 'Sign in' }).click()
    assert.equal(await heading(phone), 'Sign in a device')
    const late = await site.person()
    await late.goto(link)
    assert.equal(await heading(late), 'This link is no longer valid')
    await assertGoodPage(late)
  })

  interface Started {
    readonly user_code: string
    readonly device_code: string
  }
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${site.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, string>
  }
  const startDevice = async () =>
    (await post('/v1/auth/device', { client_name: 'A <b>GIS</b> 🗺️ on anna’s laptop' })) as unknown as Started
  const pollDevice = ({ device_code }: Started) => post('/v1/auth/device/token', { device_code })

  test('a person types the code of a device, reads its name as text, and approves: the device gets a key', async () => {
    const device = await startDevice()
    const page = await site.signedIn('/device', 'approve@example.org')
    await assertGoodPage(page)
    await page.getByLabel('Code').fill('BBBB-BBBB')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    await assertGoodPage(page)
    await page.getByLabel('Code').fill(device.user_code.toLowerCase().replace('-', ''))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('A <b>GIS</b> 🗺️ on anna’s laptop').waitFor()
    await assertGoodPage(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    assert.equal(await heading(page), 'Approved')
    await assertGoodPage(page)
    const { api_key: apiKey } = await pollDevice(device)
    const answer = await fetch(`${site.url}/v1/account`, { headers: { 'x-api-key': apiKey } })
    assert.equal(((await answer.json()) as { email: string }).email, 'approve@example.org')
  })

  test('without scripts a person follows the link of a device and denies it: the device gets nothing', async () => {
    const device = await startDevice()
    const page = await site.signedIn(`/device?code=${device.user_code}`, 'deny@example.org', false)
    await page.getByRole('button', { name: 'Deny' }).click()
    assert.equal(await heading(page), 'Denied')
    assert.equal((await pollDevice(device)).code, 'access_denied')
  })
})
