import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpRequest } from '../http/message.ts'
import { createCookies } from './cookies.ts'

const asking = (cookie: string) => ({ header: () => cookie }) as unknown as HttpRequest

test('over TLS a cookie is bound to the host and to TLS, and no script reads it', () => {
  assert.deepEqual(createCookies('https://metes.example').write('session', 'abc', 60), [
    'Set-Cookie',
    '__Host-metes_session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  ])
})

test('without TLS browsers would refuse the prefix', () => {
  assert.deepEqual(createCookies('http://localhost:8080').write('form', 'abc', 60), [
    'Set-Cookie',
    'metes_form=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax',
  ])
})

test('a cookie is read among others, by its whole name', () => {
  const cookies = createCookies('https://metes.example')
  assert.equal(cookies.read(asking('a=1; __Host-metes_session=t-_0; b=2'), 'session'), 't-_0')
  assert.equal(cookies.read(asking('metes_session=abc; x__Host-metes_session=abc'), 'session'), null)
  assert.equal(cookies.read(asking(''), 'session'), null)
})

test('a value that is no token of ours is no cookie', () => {
  const cookies = createCookies('http://localhost:8080')
  for (const value of ['', 'a b', 'a"b', 'x'.repeat(201)]) {
    assert.equal(cookies.read(asking(`metes_session=${value}`), 'session'), null, value)
  }
})

test('a cleared cookie ends at once', () => {
  assert.match(createCookies('https://metes.example').clear('session')[1], /=; Path=\/; Max-Age=0;/)
})
