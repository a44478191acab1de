/** The feedback board in a browser, from the first post to the mail about its status and its unsubscribe link. With scripts and without. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from '../../tools/browser.ts'
import { assertGoodPage, noChromium } from '../support/chromium.ts'
import { mailTo, unsubscribePathOf } from '../support/outbox.ts'
import { suiteSite } from '../support/site-with-users.ts'

describe('the feedback board', { skip: noChromium }, () => {
  const site = suiteSite()

  for (const scripts of [true, false]) {
    describe(scripts ? 'with scripts' : 'without scripts', () => {
      const looksGood = async (page: Page) => {
        if (scripts) await assertGoodPage(page)
      }
      const [ann, bob] = ['ann', 'bob'].map((name) => `${name}-${scripts}@example.org`)
      const [place, title, nearlyTitle] = scripts
        ? ['Azores', 'Island missing in the Azores <script>', 'Missing islands: Azores']
        : ['Finland', 'Lakes are cut out of Finland <b>', 'Finland without its lakes']
      let annAt: Page
      let bobAt: Page
      before(async () => {
        annAt = await site.signedIn('/feedback/new', ann, scripts)
        bobAt = await site.signedIn('/feedback/new', bob, scripts)
      })

      const begin = async (page: Page, line: string): Promise<void> => {
        await page.goto('/feedback')
        await page.getByRole('link', { name: 'New item' }).click()
        await page.getByLabel('Title', { exact: true }).fill(line)
        await page.getByRole('button', { name: 'Continue' }).click()
      }
      const openItem = async (page: Page): Promise<void> => {
        await page.goto(`/feedback?q=${place}`)
        await page.getByRole('link', { name: title, exact: true }).click()
      }

      test('an item is posted in two steps, after its errors were shown', async () => {
        await looksGood(annAt)
        await begin(annAt, title)
        await annAt.getByText('There are no similar items yet.').waitFor()
        await looksGood(annAt)
        await annAt.getByLabel('Details').fill('At low detail.\n\n<b>At medium</b> it is there.')
        await annAt.getByLabel('Request id').fill('no id!')
        await annAt.getByRole('button', { name: 'Post', exact: true }).click()
        await annAt.getByRole('alert').getByRole('link', { name: 'The request id must be' }).click()
        await looksGood(annAt)
        await annAt.getByLabel('Request id').fill('req_12345678')
        await annAt.getByRole('button', { name: 'Post', exact: true }).click()
        await annAt.getByRole('heading', { name: title }).waitFor()
        await annAt.getByText('<b>At medium</b> it is there.').waitFor()
        await annAt.getByText('req_12345678').waitFor()
        await looksGood(annAt)
      })

      test('another user sees it before posting the same, upvotes it, removes the upvote, and comments', async () => {
        await begin(bobAt, nearlyTitle)
        await bobAt.getByRole('heading', { name: 'Is it one of these?' }).waitFor()
        await looksGood(bobAt)
        await bobAt.getByRole('link', { name: title }).click()
        assert.ok(!(await bobAt.content()).includes('req_12345678'))
        await bobAt.getByRole('button', { name: `Upvote “${title}”; 1 upvote` }).click()
        await bobAt.getByRole('button', { name: `Upvoted “${title}”: remove upvote; 2 upvotes` }).click()
        await bobAt.getByRole('button', { name: `Upvote “${title}”; 1 upvote` }).click()
        await bobAt.getByRole('button', { name: 'Upvoted' }).waitFor()
        await bobAt.getByLabel('Your comment').fill('Here <em>too</em>.')
        await bobAt.getByRole('button', { name: 'Comment' }).click()
        await bobAt.getByText('Here <em>too</em>.').waitFor()
        await looksGood(bobAt)
        await mailTo(site.metes.dataDir, ann, 'feedback_updates')
      })

      test('everybody sees the operator’s status and note, and nothing about the author', async () => {
        await openItem(annAt)
        const id = String(new URL(annAt.url()).pathname.split('/').at(-1))
        const { code, stderr } = await site.metes.runHere([
          'admin',
          'feedback-status',
          id,
          'planned',
          '--note',
          'Next month.',
        ])
        assert.equal(code, 0, stderr)
        const anyone = await site.person(scripts)
        await anyone.goto(`/feedback?q=${place}&status=planned`)
        await looksGood(anyone)
        await openItem(anyone)
        await anyone.getByText('planned', { exact: true }).waitFor()
        await anyone.getByText('Next month.').waitFor()
        await anyone.getByText('The operator').waitFor()
        assert.doesNotMatch(await anyone.content(), /@example\.org|req_12345678/)
        await looksGood(anyone)
        await anyone.getByRole('link', { name: 'sign in first' }).click()
        await anyone.getByRole('heading', { name: 'Sign in' }).waitFor()
      })

      test('the unsubscribe link of its mail works without signing in, and can be undone', async () => {
        const path = unsubscribePathOf(await mailTo(site.metes.dataDir, bob, 'feedback_updates'))
        const reader = await site.person(scripts)
        await reader.goto(path)
        await looksGood(reader)
        await reader.getByRole('button', { name: 'Unsubscribe from feedback updates' }).click()
        await reader.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
        await looksGood(reader)
        const chosen = async () => {
          await bobAt.goto('/account')
          return bobAt.getByLabel('Updates on feedback').isChecked()
        }
        assert.equal(await chosen(), false)
        await reader.getByRole('button', { name: 'Resubscribe to feedback updates' }).click()
        await reader.getByRole('heading', { name: 'Emails from Metes' }).waitFor()
        assert.equal(await chosen(), true)
      })
    })
  }

  test('an empty list says what to do', async () => {
    const page = await site.person()
    await page.goto('/feedback?q=nothing+like+that&status=done')
    await page.getByRole('link', { name: 'Show all items' }).waitFor()
    await assertGoodPage(page)
  })
})
