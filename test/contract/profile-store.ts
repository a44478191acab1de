/** Contract of the stores of profiles. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Account, KeyStore, ProfileStore } from '../../src/platform/ports.ts'

export interface OpenedProfiles {
  readonly store: ProfileStore
  /** Creates the accounts. */
  readonly keys: KeyStore
  readonly close: () => Promise<void>
}

const ann: Account = { id: 'a1', email: 'ann@example.org', plan: 'free', createdAt: '2026-01-02T03:04:05Z' }
const bob: Account = { ...ann, id: 'a2', email: 'bob@example.org' }
const EMPTY = { name: null, company: null, useCase: null }

export const profileStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedProfiles>,
): void => {
  describe(`profile store: ${name}`, { skip }, () => {
    let opened: OpenedProfiles
    let store: ProfileStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
      await opened.keys.accountFor(ann)
      await opened.keys.accountFor(bob)
    })
    afterEach(() => opened.close())

    test('a new account has an empty profile', async () => {
      assert.deepEqual(await store.find('a1'), { account: ann, profile: EMPTY })
    })

    test('named fields change, the others stay, and null clears', async () => {
      await store.change('a1', { name: 'Ann', useCase: 'Maps; with "quotes" and 漢字' })
      await store.change('a1', { company: 'Surveyors’ Office' })
      await store.change('a1', { name: null })
      await store.change('a1', {})
      assert.deepEqual((await store.find('a1')).profile, {
        name: null,
        company: 'Surveyors’ Office',
        useCase: 'Maps; with "quotes" and 漢字',
      })
    })

    test('no other profile changes', async () => {
      await store.change('a1', { name: 'Ann' })
      assert.deepEqual(await store.find('a2'), { account: bob, profile: EMPTY })
    })

    test('an unknown account is an error', async () => {
      await assert.rejects(store.find('nobody'))
    })
  })
}
