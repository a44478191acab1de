/**
 * Hostile values for every text of every operation: characters that databases refuse, that move neighbouring text, that are
 * markup, SQL or templates elsewhere. On both databases the worst result is an error of the input.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeOp } from '../../src/op/describe.ts'
import { OPS } from '../../src/ops/index.ts'
import { TEST_DATABASES, wholeDatabase } from '../support/databases.ts'
import { install } from '../support/service.ts'

const TEXTS = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u0007',
  "' or 1=1 --",
  '%_%',
  '{{7*7}}',
  '<script>',
  '../../etc/passwd',
  '__proto__',
  '1e400',
  '',
  '𝒳'.repeat(100),
]
const PATHS = [
  '/v1/boundaries/%00',
  '/v1/boundaries/search?q=a%00b',
  '/v1/feedback?q=%00',
  '/v1/feedback?cursor=%00',
  '/v1/feedback/99999999999999999999',
  '/v1/keys/%00',
  '/feedback?q=%00',
  '/feedback?cursor=%00',
  '/feedback/99999999999999999999',
  '/unsubscribe?token=%00',
  '/sign-in?next=%00',
  '/sign-in/link?token=%00',
  '/device?code=%00',
  '/files/%00',
  '/docs/errors/__proto__',
]

const bears = async (env: Readonly<Record<string, string>>): Promise<void> => {
  const metes = await install()
  const made = await metes.runHere(
    ['admin', 'create-key', '--email', 'eve@example.org', '--plan', 'unlimited'],
    env,
  )
  const server = await metes.serve({ METES_PUBLIC_RATE: '100000', ...env })
  const headers = { 'X-API-Key': made.stdout.trim(), 'Content-Type': 'application/json' }
  try {
    for (const op of OPS) {
      const { input, examples } = describeOp(op)
      for (const field of Object.keys(input.properties ?? {})) {
        for (const text of TEXTS) {
          const response = await fetch(`${server.url}/v1/ops/${op.name}`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ ...examples[0]?.input, [field]: text }),
          })
          await response.arrayBuffer()
          assert.ok(response.status < 500, `${op.name} ${field} ${JSON.stringify(text)}: ${response.status}`)
        }
      }
    }
    for (const path of PATHS) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await fetch(`${server.url}${path}`, { method, headers, redirect: 'manual' })
        await response.arrayBuffer()
        assert.ok(response.status < 500, `${method} ${path}: ${response.status}`)
      }
    }
  } finally {
    await server.stop()
    await metes.remove()
  }
}

test('no text makes the service fail, on SQLite', () => bears({}))

test('no text makes the service fail, on PostgreSQL', { skip: TEST_DATABASES[1].skip }, async () => {
  const database = await wholeDatabase()
  try {
    await bears({ METES_DATABASE_URL: database.url })
  } finally {
    await database.remove()
  }
})
