import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isEmailAddress, mailboxOf, readEmailAddress } from './email-address.ts'

const MAILBOXES: readonly (readonly [address: string, mailbox: string])[] = [
  ['ann@example.org', 'ann@example.org'],
  ['Ann+Metes@Example.org', 'ann@example.org'],
  ['ann+a+b@example.org', 'ann@example.org'],
  ['a.n.n@example.org', 'a.n.n@example.org'],
  ['A.n.n+1@GoogleMail.com', 'ann@gmail.com'],
  ['ann@gmail.com.example', 'ann@gmail.com.example'],
  ['+ann@example.org', '+ann@example.org'],
  ['.@gmail.com', '.@gmail.com'],
]

for (const [address, mailbox] of MAILBOXES)
  test(`mail to ${address} arrives at ${mailbox}`, () => assert.equal(mailboxOf(address), mailbox))

test('a plus tag or another case does not change the mailbox, which is an address', () => {
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}$/)
  const tag = fc.stringMatching(/^[A-Za-z0-9+._-]{0,20}$/)
  const domain = fc.oneof(fc.domain(), fc.constantFrom('gmail.com', 'googlemail.com'))
  fc.assert(
    fc.property(name, tag, domain, (local, suffix, host) => {
      const plain = mailboxOf(`${local}@${host}`)
      assert.equal(mailboxOf(`${local.toUpperCase()}+${suffix}@${host.toUpperCase()}`), plain)
      assert.ok(isEmailAddress(plain))
      assert.equal(mailboxOf(plain), plain)
      assert.equal(readEmailAddress(plain), plain)
    }),
    { seed: 88 },
  )
})
