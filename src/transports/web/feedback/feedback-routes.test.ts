/** Tests the feedback board in a browser without scripts. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from '../../../../test/support/browser.ts'
import { type RunningWeb, readSignInMail, startWeb } from '../../../../test/support/pages-with-mails.ts'

const KEY = 'mts_abcdefghijklmnopqrstuvwxyz0123456789AB'

let web: RunningWeb
let ann: Browser
let bob: Browser
before(async () => {
  web = await startWeb()
  ann = await signedIn('ann@example.org')
  bob = await signedIn('bob@example.org')
})
after(() => web.close())

const signedIn = async (email: string): Promise<Browser> => {
  const browser = web.browser()
  await browser.open('/sign-in?next=/feedback')
  await browser.submit('/sign-in', { email })
  const mail = web.mails.findLast(({ to, kind }) => to === email && kind === 'sign_in')!
  await browser.submit('/sign-in/code', { code: readSignInMail(mail).code })
  return browser
}

/** Returns the path of the item. */
const post = async (browser: Browser, title: string, details = '', requestId = ''): Promise<string> => {
  await browser.open('/feedback/new')
  await browser.submit('/feedback/new', { step: 'look', kind: 'issue', title })
  const shown = await browser.submit('/feedback/new', {
    step: 'post',
    kind: 'issue',
    title,
    details,
    request_id: requestId,
  })
  assert.equal(shown.status, 200)
  assert.match(shown.path, /^\/feedback\/\d+/)
  return shown.path
}

describe('writing', () => {
  test('starts with a title, shows possible duplicates, and ends on the page of the item', async () => {
    await post(bob, 'Island missing in the Azores')
    await ann.open('/feedback/new')
    const second = await ann.submit('/feedback/new', {
      step: 'look',
      kind: 'feature',
      title: 'Missing islands of the Azores',
    })
    assert.match(second.text, /Is it one of these\?/)
    assert.match(second.text, /<bdi>Island missing in the Azores<\/bdi>/)
    assert.match(second.text, /value="feature" checked/)
    const item = await ann.submit('/feedback/new', {
      step: 'post',
      kind: 'feature',
      title: 'Missing islands of the Azores',
      details: 'one\r\n\r\ntwo',
      request_id: '',
    })
    assert.match(item.text, /<h1 class="title" dir="auto">Missing islands of the Azores<\/h1>/)
    assert.match(item.text, /<p class="said" dir="auto">one\n\ntwo<\/p>/)
    assert.match(item.text, /value="remove">.*1<span class="unseen"> upvote</)
  })

  test('says what is wrong and keeps what was written', async () => {
    await ann.open('/feedback/new')
    const empty = await ann.submit('/feedback/new', { step: 'look', kind: 'issue', title: '\u200b' })
    assert.equal(empty.status, 400)
    assert.match(empty.text, /<a href="#title">The title must contain visible text/)
    await ann.submit('/feedback/new', { step: 'look', kind: 'issue', title: 'A title' })
    const bad = await ann.submit('/feedback/new', {
      step: 'post',
      kind: 'issue',
      title: 'A title',
      details: 'kept <b>as it is</b>',
      request_id: 'no id!',
    })
    assert.equal(bad.status, 400)
    assert.match(bad.text, /<a href="#request_id">The request id must be a value/)
    assert.match(bad.text, /aria-describedby="request-hint request_id-fault" aria-invalid="true"/)
    assert.match(bad.text, /kept &lt;b&gt;as it is&lt;\/b&gt;<\/textarea>/)
  })

  test('warns when a key was masked, and shows it to nobody', async () => {
    const path = await post(ann, 'Refused', `with ${KEY}`)
    const { text } = await ann.open(path)
    assert.match(path, /\?masked$/)
    assert.match(text, /looked like a key/)
    assert.match(text, /with mts_\[masked\]/)
    assert.ok(!text.includes(KEY))
  })

  test('shows the request id to its reporter alone, and addresses to nobody', async () => {
    const path = await post(ann, 'It fails', '', 'req_12345678')
    assert.match((await ann.open(path)).text, /req_12345678/)
    for (const reader of [bob, web.browser()]) {
      const { text } = await reader.open(path)
      assert.ok(!text.includes('req_12345678'))
      assert.ok(!text.includes('example.org'))
    }
  })

  test('needs somebody who is signed in, and a form of ours', async () => {
    assert.equal((await web.browser().open('/feedback/new')).path, '/sign-in?next=%2Ffeedback%2Fnew')
    const path = await post(ann, 'Forged')
    for (const action of ['/feedback/new', `${path}/upvote`, `${path}/comments`]) {
      const response = await fetch(`${web.url}${action}`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          cookie: `metes_session=${ann.cookies.get('metes_session')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'text=forged&title=forged&step=post&csrf_token=guessed',
      })
      assert.equal(response.status, 403)
    }
  })
})

describe('an item', () => {
  test('shows what strangers wrote as text, in its own direction', async () => {
    const hostile = '</title><script>alert(1)</script>"onmouseover="x'
    const path = await post(ann, hostile, '\u202egnp.\u202c <img src=x>\n<b>bold</b>')
    await bob.open(path)
    await bob.submit(`${path}/comments`, { text: '<svg onload=alert(1)> #1' })
    for (const page of [path, '/feedback?sort=new']) {
      const { text } = await web.browser().open(page)
      assert.ok(!/<script|<img|<b>bold|<svg onload|"onmouseover="/.test(text))
      assert.ok(!text.includes('\u202e'))
    }
  })

  test('is upvoted once and not any more, from its page and from the list, which it returns to', async () => {
    const path = await post(ann, 'Tiles please')
    await bob.open(path)
    assert.match(
      (await bob.submit(`${path}/upvote`, { decision: 'upvote' })).text,
      /value="remove">.*Upvoted<.*2<span/,
    )
    const list = await bob.open('/feedback?sort=new&q=tiles')
    assert.match(list.text, /value="remove">.*“Tiles please”: remove upvote; <\/span>2</)
    const after = await bob.submit(`${path}/upvote`, { decision: 'remove' })
    assert.equal(after.path, '/feedback?q=tiles&sort=new')
    assert.match(after.text, /value="upvote">.*“Tiles please”; <\/span>1</)
    assert.match(
      (await web.browser().open(path)).text,
      /href="\/sign-in\?next=%2Ffeedback%2F\d+">.*“Tiles please” \(sign in first\); .*1<span/,
    )
  })

  test('takes comments, tells the others by mail, and says what is wrong with one', async () => {
    const path = await post(ann, 'Slow at night')
    await bob.open(path)
    const shown = await bob.submit(`${path}/comments`, { text: 'Here too.\r\nSince May.' })
    assert.match(shown.text, /A user ·.*\n<p class="said" dir="auto">Here too\.\nSince May\.<\/p>/)
    const refused = await bob.submit(`${path}/comments`, { text: ' \u202e ' })
    assert.equal(refused.status, 400)
    assert.match(refused.text, /aria-invalid="true"/)
    const news = web.mails.filter(({ subject }) => subject === 'New comment: Slow at night')
    assert.deepEqual(
      news.map(({ to }) => to),
      ['ann@example.org'],
    )
  })

  test('that is not there is a page that says so', async () => {
    for (const id of ['404', '0', '-1', '1.5', 'abc', '99999999999999999999', '%00', '1%20or%201=1']) {
      const { status, text } = await web.browser().open(`/feedback/${id}`)
      assert.equal(status, 404, id)
      assert.match(text, /<!doctype html>/)
    }
  })
})

describe('the list', () => {
  test('is searched and filtered, and keeps what was asked for', async () => {
    await post(ann, 'Zebra crossing')
    const { text } = await web.browser().open('/feedback?q=zebra&kind=issue&status=open&sort=new')
    assert.match(text, /<bdi>Zebra crossing<\/bdi>/)
    assert.match(text, /name="q" type="search" value="zebra"/)
    assert.match(text, /value="issue" selected/)
    assert.match(
      (await web.browser().open('/feedback?q=zebra&kind=feature')).text,
      /No items with <q><bdi>zebra/,
    )
    assert.match((await web.browser().open('/feedback?q=%25')).text, /No items with <q><bdi>%/)
  })

  test('is paged, and an invented cursor starts at its beginning', async () => {
    for (let item = 0; item < 25; item++)
      await web.storage.feedback.addItem(
        {
          kind: 'issue',
          title: `Numbered ${item}`,
          details: '',
          op: null,
          requestId: null,
          authorId: null,
          createdAt: '2026-01-02T03:04:05Z',
          titleWords: `numbered ${item}`,
          allWords: `numbered ${item}`,
        },
        { date: '2026-01-02', max: 100 },
      )
    const reader = web.browser()
    const first = await reader.open('/feedback?q=numbered&sort=new')
    const next = /rel="next" href="([^"]+)"/.exec(first.text)![1].replaceAll('&amp;', '&')
    const second = await reader.open(next)
    const titles = (text: string) =>
      Array.from(text.matchAll(/<bdi>Numbered (\d+)/g), ([, number]) => Number(number))
    assert.deepEqual(
      [...titles(first.text), ...titles(second.text)],
      Array.from({ length: 25 }, (_, item) => 24 - item),
    )
    assert.ok(!second.text.includes('rel="next"'))
    assert.equal((await reader.open('/feedback?sort=new&cursor=invented')).path, '/feedback?sort=new')
  })

  test('accepts any query', async () => {
    for (const query of [
      'kind=x&status=y&sort=z',
      'q=%00%ff',
      `q=${'a'.repeat(5_000)}`,
      'cursor=',
      'q=%F0%9F%98%80',
    ])
      assert.equal((await web.browser().open(`/feedback?${query}`)).status, 200, query)
  })
})
