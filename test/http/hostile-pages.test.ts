/** Pages under attack: other sites, misleading links, texts that would be markup or headers, cached copies. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Shown } from '../support/browser.ts'
import { type RunningWeb, readSignInMail, startWeb } from '../support/pages-with-mails.ts'
import { ask } from './raw.ts'

const HTML = { accept: 'text/html' }
const FORM = { ...HTML, 'content-type': 'application/x-www-form-urlencoded' }

let web: RunningWeb
/** Her address contains characters that are legal there and special in HTML. */
const ANN = "ann&o'hara@example.org"
let ann: Browser
let keyId: string
let itemPath: string
before(async () => {
  web = await startWeb()
  ann = await signedIn(ANN)
  await ann.open('/account')
  await ann.submit('/account/keys', { name: HOSTILE })
  const account = await web.storage.emailPreferences.findByEmail(ANN)
  keyId = (await web.storage.keys.listKeys(String(account?.accountId)))[0].id
  await ann.open('/account')
  await ann.submit('/account/profile', { name: HOSTILE, company: HOSTILE, use_case: HOSTILE })
  await ann.open('/feedback/new')
  await ann.submit('/feedback/new', { step: 'look', kind: 'issue', title: HOSTILE })
  const fields = { kind: 'issue', title: HOSTILE, details: HOSTILE, request_id: 'req_of_ann_1' }
  itemPath = (await ann.submit('/feedback/new', { step: 'post', ...fields })).path
  await ann.submit(`${itemPath}/comments`, { text: HOSTILE })
})
after(() => web.close())

const HOSTILE = `"'></textarea></title><script>x()</script><img src=x onerror=x()>&lt;b&gt;`

const signedIn = async (email: string, path = '/account'): Promise<Browser> => {
  const browser = web.browser()
  await browser.open(path)
  await browser.submit('/sign-in', { email })
  await browser.submit('/sign-in/code', { code: readSignInMail(web.mails[web.mails.length - 1]).code })
  return browser
}

describe('text by a user', () => {
  const pages: readonly (readonly [string, () => Promise<Shown>])[] = [
    ['a key and a profile', () => ann.open('/account')],
    ['the question before a key is revoked', () => ann.open(`/account/keys/${keyId}/revoke`)],
    ['an item with its comments, to its writer', () => ann.open(itemPath)],
    ['an item with its comments, to others', () => web.browser().open(itemPath)],
    ['the list of the board', () => web.browser().open('/feedback')],
    ['a search', () => web.browser().open(`/feedback?q=${encodeURIComponent(HOSTILE)}`)],
    ['a draft in the address', () => ann.open(`/feedback/new?title=${encodeURIComponent(HOSTILE)}`)],
    ['a code of a device', () => ann.open(`/device?code=${encodeURIComponent('"><script>')}`)],
    ['a path', () => web.browser().open('/%22%3E%3Cscript%3Ealert(1)%3C/script%3E')],
    ['a token', () => web.browser().open(`/unsubscribe?token=${encodeURIComponent('"><script>')}`)],
  ]
  for (const [what, open] of pages) {
    test(`is text on the page: ${what}`, async () => {
      const { text } = await open()
      assert.match(text, /^<!doctype html>/)
      assert.equal(text.match(/<title>/g)?.length, 1)
      assert.doesNotMatch(text, /<script|<img|onerror=x\(\)>/)
      assert.doesNotMatch(text, /<b>/)
    })
  }

  test('is text on the page that approves a device', async () => {
    const { userCode } = await web.deviceSignIns.start({ clientName: HOSTILE, address: null })
    const { text } = await ann.open(`/device?code=${userCode}`)
    assert.match(text, /<dt>Device<\/dt>/)
    assert.doesNotMatch(text, /<script|<img/)
    assert.ok(text.includes('ann&amp;o&#39;hara@example.org'))
  })

  test('names nobody and shows no request to others', async () => {
    for (const path of [itemPath, '/feedback']) {
      assert.doesNotMatch((await web.browser().open(path)).text, /example\.org|req_of_ann/)
    }
  })
})

describe('a link to the page for signing in', () => {
  const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    ' //evil.example',
    '/%0d%0aLocation:https://evil.example\r\nX: y',
    'javascript:alert(1)',
    `/${'a'.repeat(2_000)}`,
  ]
  for (const next of elsewhere) {
    test(`does not lead to ${JSON.stringify(next.slice(0, 40))}`, async () => {
      const path = `/sign-in?next=${encodeURIComponent(next)}`
      assert.match((await web.browser().open(path)).text, /name="next" value="\/account"/)
      const cookie = `metes_session=${ann.cookies.get('metes_session')}`
      const { status, headers } = await ask(`${web.url}${path}`, { headers: { ...HTML, cookie } })
      assert.deepEqual([status, headers.location], [303, '/account'])
    })
  }

  test('nor does its form with values of an attacker', async () => {
    const browser = web.browser()
    await browser.open('/sign-in')
    await browser.submit('/sign-in', { email: 'led@example.org', next: '//evil.example' })
    const { code } = readSignInMail(web.mails[web.mails.length - 1])
    assert.equal((await browser.submit('/sign-in/code', { code })).path, '/account')
  })
})

describe('a text with line breaks', () => {
  test('adds no header where it becomes part of an address', async () => {
    for (const path of [
      `/feedback?cursor=invented&q=${encodeURIComponent('a\r\nSet-Cookie: metes_session=x')}`,
      `/account?x=${encodeURIComponent('a\r\nSet-Cookie: y=z')}`,
      '/device?code=%0d%0aSet-Cookie:%20y=z',
    ]) {
      const { status, headers } = await ask(`${web.url}${path}`, { headers: HTML })
      assert.equal(status, 303)
      assert.equal(headers['set-cookie'], undefined)
      assert.match(String(headers.location), /^\/[!-~]*$/)
    }
  })
})

describe('another site', () => {
  const cookie = () => `metes_session=${ann.cookies.get('metes_session')}`

  test('cannot submit a form, even one with the right token', async () => {
    const token = String(/name="csrf_token" value="([^"]+)"/.exec((await ann.open('/account')).text)?.[1])
    for (const path of [
      '/account/keys',
      `/account/keys/${keyId}/revoke`,
      '/account/profile',
      '/account/mails',
      '/device',
      '/feedback/new',
      `${itemPath}/upvote`,
      `${itemPath}/comments`,
      '/sign-in',
      '/sign-in/code',
      '/sign-in/link',
      '/sign-out',
    ]) {
      for (const [header, value] of [
        ['origin', 'https://evil.example'],
        ['sec-fetch-site', 'cross-site'],
      ]) {
        const answer = await ask(`${web.url}${path}`, {
          method: 'POST',
          headers: { ...FORM, [header]: value, cookie: cookie() },
          body: `csrf_token=${encodeURIComponent(token)}`,
        })
        assert.equal(answer.status, 403, path)
      }
    }
    assert.match((await ann.open('/account')).text, /Your account/)
  })

  test('cannot frame anything but the map that is made for it', async () => {
    const paths = web.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
    assert.ok(paths.length > 30 && paths.includes('/embed'), paths.join(' '))
    const framed: string[] = []
    for (const path of paths) {
      const address = path.replace('{id}', keyId).replaceAll(/\{\w+\}/g, '1')
      for (const headers of [HTML, { ...HTML, cookie: cookie() }]) {
        const answer = await ask(`${web.url}${address}`, { headers })
        const policy = String(answer.headers['content-security-policy'])
        const isRefused =
          policy.includes("frame-ancestors 'none'") && answer.headers['x-frame-options'] === 'DENY'
        if (!isRefused) framed.push(path)
      }
    }
    assert.deepEqual(framed, ['/embed', '/embed'])
  })

  test('cannot frame or read a page', async () => {
    for (const path of ['/', '/account', itemPath, '/nowhere', '/sign-in']) {
      const { headers } = await ask(`${web.url}${path}`, { headers: { ...HTML, cookie: cookie() } })
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['access-control-allow-origin'], undefined)
    }
  })
})

describe('a copy of a page', () => {
  test('is not cached when it shows personal data', async () => {
    const browser = web.browser()
    await browser.open('/sign-in')
    await browser.submit('/sign-in', { email: 'copy@example.org' })
    const { link } = readSignInMail(web.mails[web.mails.length - 1])
    const shown = [
      await browser.open('/sign-in/code'),
      await browser.open(link),
      await ann.open('/account'),
      await ann.open(`/account/keys/${keyId}/revoke`),
      await ann.open(itemPath),
      await ann.open('/feedback'),
      await ann.open('/'),
      await ann.open('/docs'),
      await ann.open('/device'),
    ]
    for (const { path, headers } of shown) assert.equal(headers['cache-control'], 'no-store', path)
  })

  test('does not work after signing out', async () => {
    const browser = await signedIn('gone@example.org')
    const token = browser.cookies.get('metes_session')
    await browser.open('/account')
    await browser.submit('/sign-out')
    const headers = { ...HTML, cookie: `metes_session=${token}` }
    assert.equal((await ask(`${web.url}/account`, { headers })).headers.location, '/sign-in?next=%2Faccount')
  })
})

describe('another method', () => {
  test('HEAD has the headers of GET, without the page', async () => {
    for (const path of ['/', '/docs', '/feedback', '/account', '/sign-in/link', '/nowhere', itemPath]) {
      const [got, asked] = await Promise.all(
        ['GET', 'HEAD'].map((method) => ask(`${web.url}${path}`, { method, headers: HTML })),
      )
      assert.deepEqual([asked.status, asked.body.length], [got.status, 0], path)
      for (const name of ['content-length', 'content-type', 'cache-control', 'location'])
        assert.equal(asked.headers[name], got.headers[name], `${path} ${name}`)
    }
  })

  test('is refused with the allowed ones', async () => {
    for (const [path, allowed] of [
      ['/', 'GET, HEAD, OPTIONS'],
      ['/sign-out', 'POST, OPTIONS'],
      ['/account/keys', 'GET, HEAD, POST, OPTIONS'],
      ['/feedback/1', 'GET, HEAD, OPTIONS'],
    ]) {
      for (const method of ['PUT', 'DELETE', 'PATCH', 'TRACE']) {
        const { status, headers, body } = await ask(`${web.url}${path}`, { method, headers: HTML })
        assert.deepEqual([status, headers.allow], [405, allowed], `${method} ${path}`)
        assert.match(body.toString(), /<!doctype html>/)
      }
    }
  })
})
