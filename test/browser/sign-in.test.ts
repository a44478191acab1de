/** Signing in by mail and letting devices in, in a browser, against the real server. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from '../../tools/browser.ts'
import { assertGoodPage, launchChromium, newPerson, noChromium } from '../support/chromium.ts'
import { mailTo, signInOf } from '../support/outbox.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'

describe('in a browser', { skip: noChromium }, () => {
  let metes: Installation
  let server: RunningServer
  let browser: Browser
  before(async () => {
    metes = await install()
    server = await metes.serve({ METES_PUBLIC_RATE: '1000' })
    browser = await launchChromium()
  })
  after(async () => {
    await browser.close()
    await server.stop()
    await metes.remove()
  })

  /** Somebody who opened the page, was sent to sign in, and asked for the mail. */
  const asked = async (path: string, email: string, scripts = true): Promise<Page> => {
    const page = await newPerson(browser, server.url, scripts)
    await page.goto(path)
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send me the mail' }).click()
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
    return page
  }
  const mailed = async (email: string) => signInOf(await mailTo(metes.dataDir, email, 'sign_in'))
  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

  test('the first page and a page that is missing are good pages', async () => {
    const page = await newPerson(browser, server.url)
    assert.equal((await page.goto('/'))?.status(), 200)
    await assertGoodPage(page)
    assert.equal((await page.goto('/nowhere'))?.status(), 404)
    await assertGoodPage(page)
  })

  test('the code of the mail signs in, after a wrong one was refused', async () => {
    const page = await newPerson(browser, server.url)
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await assertGoodPage(page)
    await page.close()

    const person = await asked('/device', 'code@example.org')
    await assertGoodPage(person)
    await person.getByLabel('Code').fill('BBBB-BBBB')
    await person.getByRole('button', { name: 'Sign in' }).click()
    await person.getByText('4 more tries.').waitFor()
    await assertGoodPage(person)
    await person.getByLabel('Code').fill((await mailed('code@example.org')).code.toLowerCase())
    await person.getByRole('button', { name: 'Sign in' }).click()
    assert.equal(await heading(person), 'Sign in a device')
  })

  test('the link of the mail signs in another browser, once', async () => {
    await asked('/device', 'link@example.org')
    const { link } = await mailed('link@example.org')
    const phone = await newPerson(browser, server.url)
    await phone.goto(link)
    await assertGoodPage(phone)
    await phone.getByText('link@example.org').waitFor()
    await phone.getByRole('button', { name: 'Sign in' }).click()
    assert.equal(await heading(phone), 'Sign in a device')
    const late = await newPerson(browser, server.url)
    await late.goto(link)
    assert.equal(await heading(late), 'This link is over')
    await assertGoodPage(late)
  })

  interface Started {
    readonly user_code: string
    readonly device_code: string
  }
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${server.url}${path}`, {
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
    const page = await asked('/device', 'approve@example.org')
    await page.getByLabel('Code').fill((await mailed('approve@example.org')).code)
    await page.getByRole('button', { name: 'Sign in' }).click()
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
    const answer = await fetch(`${server.url}/v1/account`, { headers: { 'x-api-key': apiKey } })
    assert.equal(((await answer.json()) as { email: string }).email, 'approve@example.org')
  })

  test('without scripts a person follows the link of a device and denies it: the device gets nothing', async () => {
    const device = await startDevice()
    const page = await asked(`/device?code=${device.user_code}`, 'deny@example.org', false)
    await page.getByLabel('Code').fill((await mailed('deny@example.org')).code)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Deny' }).click()
    assert.equal(await heading(page), 'Denied')
    assert.equal((await pollDevice(device)).code, 'access_denied')
  })
})
