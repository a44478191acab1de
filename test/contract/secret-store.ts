/** Contract of the stores of the service's secrets. Called once per adapter. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SecretStore } from '../../src/platform/mail/ports.ts'

export const secretStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<{ readonly store: SecretStore; readonly close: () => Promise<void> }>,
): void => {
  describe(`secrets of the service: ${name}`, { skip }, () => {
    test('twenty concurrent callers and later ones get the same secret; another name has another', async () => {
      const { store, close } = await open()
      try {
        const secrets = await Promise.all(
          Array.from({ length: 20 }, (_, number) => store.secretFor('unsubscribe', `s${number}`)),
        )
        assert.equal(new Set(secrets).size, 1)
        assert.equal(await store.secretFor('unsubscribe', 'late'), secrets[0])
        assert.equal(await store.secretFor('other', 'mine'), 'mine')
      } finally {
        await close()
      }
    })
  })
}
