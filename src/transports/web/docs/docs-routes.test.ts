import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ask } from '../../../../test/http/raw.ts'
import { type RunningWeb, startWeb } from '../../../../test/support/pages-with-mails.ts'
import { PROBLEM_CODES } from '../../../op/problem/problem.ts'
import { OPS } from '../../../ops/index.ts'
import { docsText } from './docs-pages.ts'
import { docsSummary, renderMarkdown } from './markdown.ts'
import type { IndexedPage } from './search-index.ts'

/** Loaded by everybody who searches. */
const MAX_INDEX_BYTES = 120_000

let web: RunningWeb
before(async () => {
  web = await startWeb()
})
after(() => web.close())

const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(/<main.*<\/main>/gs)].flatMap(([main]) =>
    [...main.matchAll(/href="([^"]+)"/g)].map(([, href]) => href),
  )

test('every page of the docs is there, and every link between them leads to one', async () => {
  const browser = web.browser()
  const pages = new Map<string, string>()
  const waiting = ['/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const { status, text } = await browser.open(path)
    assert.equal(status, 200, path)
    assert.doesNotMatch(text, /\sstyle=/)
    assert.deepEqual(text.match(/<script.*?<\/script>/gs), [
      /<script type="module" src="\/assets\/[\w-]+\.js"><\/script>/.exec(text)?.[0],
    ])
    pages.set(path, text)
    const further = linksIn(text).map((href) => href.split('#')[0])
    waiting.push(...further.filter((href) => href.startsWith('/docs')))
  }
  for (const code of PROBLEM_CODES) assert.ok(pages.has(`/docs/errors/${code}`), code)
  for (const [path, text] of pages) {
    for (const href of linksIn(text)) {
      const [target, anchor] = href.split('#')
      if (anchor === undefined || /^http/.test(href)) continue
      const there = pages.get(target === '' ? path : target)
      assert.ok(there?.includes(`id="${anchor}"`), `${path} links ${href}`)
    }
  }
})

test('programs get the text of a page as it is', async () => {
  const { headers, body } = await ask(`${web.url}/docs/errors/not_found`, { headers: { accept: '*/*' } })
  assert.match(String(headers['content-type']), /^text\/plain/)
  assert.match(body.toString(), /^# not_found/)
})

test('pages and texts show the address of this service, not the documented one', async () => {
  const browser = web.browser()
  const baseUrl = web.url.replace('127.0.0.1', 'localhost')
  for (const path of ['/docs/guide/caller', '/docs/reference/get_boundary', '/docs/errors/invalid_input']) {
    const { text } = await browser.open(path)
    const { body } = await ask(`${web.url}${path}`, { headers: { accept: '*/*' } })
    for (const shown of [text, body.toString()]) {
      assert.doesNotMatch(shown, /http:\/\/localhost:8080(?!\d)/, path)
      assert.ok(shown.includes(baseUrl), path)
    }
  }
})

test('beside each page are the contents of the docs, with the page marked and its section open', async () => {
  const browser = web.browser()
  const { text } = await browser.open('/docs/reference/create_area')
  const [nav] = /<nav id="contents".*?<\/nav>/s.exec(text) ?? []
  assert.ok(nav)
  assert.equal(nav.match(/aria-current="page"/g)?.length, 1)
  assert.match(nav, /<a href="\/docs\/reference\/create_area" aria-current="page">create_area<\/a>/)
  assert.match(nav, /<details open><summary>Reference<\/summary>/)
  assert.match(nav, /<details><summary>Guides<\/summary>/)
  assert.match(nav, /<p class="group">Areas<\/p>/)
  const { text: index } = await browser.open('/docs')
  const main = /<article>.*<\/article>/s.exec(index)?.[0]
  for (const [href] of nav.matchAll(/href="\/docs\/[^"]+"/g)) assert.ok(main?.includes(href), href)
})

test('every operation is in the contents, and its page shows an answer', async () => {
  const browser = web.browser()
  const { text } = await browser.open('/docs')
  const withoutAnswer = ['revoke_key', 'poll_device_login', 'get_job', 'cancel_job']
  for (const { name } of OPS) {
    assert.ok(text.includes(`href="/docs/reference/${name}"`), name)
    const page = await browser.open(`/docs/reference/${name}`)
    assert.equal(/<p>The answer[:,]/.test(page.text), !withoutAnswer.includes(name), name)
  }
})

test('the guides are in the order in which people learn, from the first five minutes to a server', async () => {
  const { text } = await web.browser().open('/docs')
  const [list] = /<h2 id="guide">.*<h2 id="reference">/s.exec(text) ?? []
  const guides = Array.from(list?.matchAll(/href="\/docs\/guide\/([^"]+)"/g) ?? [], ([, name]) => name)
  assert.deepEqual(guides.slice(0, 2), ['start', 'which-operation'])
  assert.ok(guides.indexOf('caller') < guides.indexOf('areas'))
  assert.ok(guides.indexOf('areas') < guides.indexOf('operator'))
})

test('every operation is an answer to "Which operation do I need?"', async () => {
  const { text } = await web.browser().open('/docs/guide/which-operation')
  for (const { name } of OPS)
    assert.ok(text.includes(`<td data-label="Operation"><a href="/docs/reference/${name}">`), name)
})

test('names of operations link to their pages, except on these, in headings, links and code', () => {
  const { body } = renderMarkdown(
    '# Use get_it\n\nCall get_it or `get_it`, not get_all, [get_it](x.md) or `metes get_it`.\n\n    metes get_it\n',
    () => '/x',
    { operationAddress: (word) => (word === 'get_it' ? '/docs/get' : null) },
  )
  assert.equal(body.text.match(/href="\/docs\/get"/g)?.length, 2)
  assert.match(
    body.text,
    /<p>Call <a href="\/docs\/get">get_it<\/a> or <a href="\/docs\/get"><code>get_it<\/code><\/a>/,
  )
})

test('a page of the reference links other operations but not its own', async () => {
  const { text } = await web.browser().open('/docs/reference/create_area')
  const [article] = /<article>.*<\/article>/s.exec(text) ?? []
  assert.match(article ?? '', /href="\/docs\/reference\/search_boundaries"/)
  assert.doesNotMatch(article ?? '', /href="\/docs\/reference\/create_area"/)
})

test('commands, programs and configuration are copied, answers are not', () => {
  const copied = (markdown: string, showsAnswers = false): boolean =>
    renderMarkdown(markdown, () => null, { showsAnswers }).body.text.includes('data-copy')
  assert.ok(copied('    curl http://localhost:8080/v1\n'))
  assert.ok(
    copied("    $ METES_PLANNER=auto METES_MAIL_FROM='Metes <m@example.org>' npx metes serve\n    Ready.\n"),
  )
  assert.ok(copied('```python\nimport requests\n```\n'))
  assert.ok(copied('```json\n{"servers": {}}\n```\n'))
  assert.ok(!copied('```json\n{"code": "not_found"}\n```\n', true))
  assert.ok(!copied('    {"id":"r1",…}\n'))
  assert.ok(!copied('    2 countries: Spain and Portugal; 598,173 km².\n'))
  assert.ok(!copied('```text\nOffice: Hamburg\n```\n'))
})

test('an answer below its command is a block of its own, which is not copied', () => {
  const { body } = renderMarkdown('    curl /v1/a\n\n    {"id":"r1",…}\n', () => null)
  assert.match(
    body.text,
    /^<pre tabindex="0" data-copy><code>curl \/v1\/a<\/code><\/pre>\n<pre tabindex="0"><code>\{&quot;id/,
  )
})

test('the search has every section of every page, as plain text at its address', async () => {
  const answer = await ask(`${web.url}/docs/search.json`)
  assert.match(String(answer.headers['content-type']), /^application\/json/)
  const pages: readonly IndexedPage[] = JSON.parse(answer.body.toString())
  const browser = web.browser()
  const contents = linksIn((await browser.open('/docs')).text).filter((href) => /^\/docs\/\w+\//.test(href))
  assert.deepEqual(pages.map(({ path }) => path).sort(), [...new Set(contents)].sort())
  for (const { path, title, sections } of pages) {
    const { text } = await browser.open(path)
    assert.ok(title.length > 0 && sections[0].anchor === '', path)
    for (const { anchor, heading, text: words } of sections) {
      assert.ok(anchor === '' || text.includes(`id="${anchor}"`), `${path}#${anchor}`)
      // Code of a guide may have tags.
      const source = docsText(path.slice('/docs/'.length))
      for (const [markup] of `${heading} ${words}`.matchAll(/<\/[\w-]+|<a href|&(?:amp|lt|quot);/g))
        assert.ok(source.includes(markup), `${path}: ${markup}`)
    }
  }
  assert.ok(gzipSync(answer.body).length < MAX_INDEX_BYTES)
})

test('nothing but the docs can be read', async () => {
  for (const path of [
    '/docs/errors/..%2F..%2Fpackage',
    '/docs/guide/README',
    '/docs/decisions/0001-typescript-without-a-build',
  ]) {
    assert.equal((await ask(web.url, { path })).status, 404, path)
  }
})

test('HTML in Markdown is text, and links lead where they may', () => {
  const { title, body } = renderMarkdown(
    '# A <b>\n\n<script>alert(1)</script>\n\ninline <img src=x> [a](javascript:alert(1)) [b](x.md)',
    (href) => (href === 'x.md' ? '/docs/x' : null),
  )
  assert.equal(title, 'A <b>')
  assert.doesNotMatch(body.text, /<script|<img|javascript/)
  assert.ok(body.text.includes('<a href="/docs/x">b</a>'))
})

test('comments are left out, and a wide table can be stacked on a phone', () => {
  const { body } = renderMarkdown(
    '<!-- made -->\n\n# A\n\n| F | T | |\n|---|---|---|\n| `a` | b<c | d |\n',
    () => null,
  )
  assert.doesNotMatch(body.text, /made|<!--/)
  assert.match(body.text, /<table class="stack">/)
  assert.match(body.text, /<td><code>a<\/code><\/td><td data-label="T">b&lt;c<\/td><td>d<\/td>/)
  assert.doesNotMatch(
    renderMarkdown('| F | T |\n|---|---|\n| a | b |\n', () => null).body.text,
    /class="stack"/,
  )
})

test('a page is summed up by its first sentence, as plain text', () => {
  assert.equal(
    docsSummary('<!-- x -->\n\n# A\n\nTakes `a` or [b](b.md). And\nmore.\n\nEnd.'),
    'Takes a or b.',
  )
  assert.equal(
    docsSummary('# A\n\nOne line without an end\nthat goes on'),
    'One line without an end that goes on',
  )
  assert.equal(docsSummary('# A\n\n## B\n\n| t |'), '')
})

const markdownAt = async (path: string): Promise<string> => {
  const { status, headers, body } = await ask(web.url + path, { headers: { accept: 'text/html' } })
  assert.deepEqual([path, status, headers['content-type']], [path, 200, 'text/markdown; charset=utf-8'])
  return body.toString()
}

test('llms.txt lists every page as Markdown, with a sentence', async () => {
  const baseUrl = web.url.replace('127.0.0.1', 'localhost')
  const { status, body } = await ask(`${web.url}/llms.txt`)
  const text = body.toString()
  assert.equal(status, 200)
  assert.match(text, /^# Metes\n\n> .+\.\n/)
  const lines = text.split('\n').filter((line) => line.includes('/docs/'))
  const paths = lines.map((line) => {
    const [, address, sentence] = /^- \[[^\]]+\]\(([^)]+)\): (.+)$/.exec(line) ?? []
    assert.match(sentence ?? '', /^\S.{15,}[.:!]$/, line)
    assert.ok(address.startsWith(`${baseUrl}/docs/`), line)
    return address.slice(baseUrl.length)
  })
  const pages = linksIn((await web.browser().open('/docs')).text).filter((href) =>
    /^\/docs\/\w+\//.test(href),
  )
  assert.deepEqual([...paths].sort(), [...new Set(pages)].map((page) => `${page}.md`).sort())
})

test('a page as Markdown is the file, and its links lead to others', async () => {
  for (const path of [
    '/docs/guide/caller.md',
    '/docs/reference/get_boundary.md',
    '/docs/errors/not_found.md',
  ]) {
    const text = await markdownAt(path)
    assert.match(text, /^(?:<!--.*-->\n\n)?# /)
    for (const [, href] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      const { pathname, origin } = new URL(href, `http://here${path}`)
      if (origin === 'http://here' && pathname !== '/docs') await markdownAt(pathname)
    }
  }
  const { status } = await ask(`${web.url}/docs/guide/absent.md`)
  assert.equal(status, 404)
})
