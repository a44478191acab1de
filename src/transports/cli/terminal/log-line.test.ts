import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logLine } from './log-line.ts'

const plain = (entry: object): string =>
  logLine(`${JSON.stringify({ time: 0, name: 'metes', ...entry })}\n`, (_, text) => text)

test('a line says when, how bad, what, and the facts', () => {
  assert.match(
    plain({ level: 40, host: 'a.example', attempt: 2, msg: 'request to Overpass failed' }),
    /^\d\d:\d\d:\d\d {2}warning {2}request to Overpass failed {2}host=a\.example {2}attempt=2\n$/,
  )
})

test('an error has its message, and its stack if it is a failure', () => {
  const error = { type: 'Error', message: 'no', stack: 'Error: no\n    at here (file.ts:1:2)\n    at there' }
  assert.match(plain({ level: 40, error, msg: 'mail: failed' }), /^\S+ {2}warning {2}mail: failed: no\n$/)
  assert.match(
    plain({ level: 50, error, msg: 'a request failed' }),
    /^\S+ {2}error {2}a request failed: no\n {4}at here \(file\.ts:1:2\)\n {4}at there\n$/,
  )
})

test('texts of strangers cannot act on the terminal or add lines', () => {
  const line = plain({ level: 30, 'a\u001b[2J': 'b\nc\u202ed', msg: 'x\r\ny\u009b31m' })
  assert.match(line, /^[^\p{Cc}\u202e]+\n$/u)
})
