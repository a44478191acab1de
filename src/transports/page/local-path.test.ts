import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localPath } from './local-path.ts'

test('paths of this service are kept, query included', () => {
  for (const path of ['/', '/account', '/device?user_code=BCDF-GHJK', '/a//b', '/feedback/1#comments']) {
    assert.equal(localPath(path, '/else'), path)
  }
})

const elsewhere = [
  null,
  '',
  'account',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/a\\b',
  '/\n/evil.example',
  ' /account',
  'javascript:alert(1)',
  '/a b',
  '/ü',
  `/${'x'.repeat(1_000)}`,
]
for (const text of elsewhere) {
  test(`${JSON.stringify(text)?.slice(0, 40)} leads nowhere`, () =>
    assert.equal(localPath(text, '/else'), '/else'))
}
