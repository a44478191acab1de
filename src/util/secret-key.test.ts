import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { secretKey } from './secret-key.ts'

const OURS = 'k'.repeat(43)
const key = secretKey(OURS)

test('what is sealed opens with the same key, purpose and id, and with no other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (text, purpose, id) => {
      const sealed = key.seal(purpose, id, text)
      assert.equal(secretKey(OURS).open(purpose, id, sealed), text)
      assert.equal(key.open(purpose, `${id}x`, sealed), null)
      assert.equal(key.open(`${purpose}x`, id, sealed), null)
      assert.equal(secretKey(`${OURS}x`).open(purpose, id, sealed), null)
    }),
    { seed: 89 },
  )
})

test('a sealed text that was changed or cut anywhere does not open', () => {
  const bytes = Buffer.from(key.seal('mail', 'm1', 'BCDF-GHJK'), 'base64url')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(bytes)
      changed[at] ^= change
      assert.equal(key.open('mail', 'm1', changed.toString('base64url')), null)
      assert.equal(key.open('mail', 'm1', bytes.subarray(0, at).toString('base64url')), null)
    }),
    { seed: 89 },
  )
})

test('equal texts have equal hashes for one purpose and key only, and no two seals are alike', () => {
  const hash = key.hash('user code', 'BCDF-GHJK')
  assert.equal(secretKey(OURS).hash('user code', 'BCDF-GHJK'), hash)
  const others = [
    key.hash('user code', 'BCDF-GHJL'),
    key.hash('attempts', 'BCDF-GHJK'),
    secretKey('another').hash('user code', 'BCDF-GHJK'),
  ]
  assert.equal(new Set([hash, ...others]).size, 4)
  assert.notEqual(key.seal('mail', 'm1', 'x'), key.seal('mail', 'm1', 'x'))
})
