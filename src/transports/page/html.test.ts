import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html } from './html.ts'

test('what is put into a template is text, in content and in attributes', () => {
  const hostile = `"><script>alert('1')</script>&amp;`
  assert.equal(
    html`<a title="${hostile}">${hostile}</a>`.text,
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;</a>',
  )
})

test('templates and lists of them stand as they are, and lists of texts are escaped', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
  assert.equal(html`<ul>${items}</ul>${['<', 1]}`.text, '<ul><li>a</li><li>&lt;b&gt;</li></ul>&lt;1')
})

test('null and false are nothing, zero and the empty text are themselves', () => {
  assert.equal(html`[${null}${false}${''}${0}]`.text, '[0]')
})
