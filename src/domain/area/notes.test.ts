import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimsNote } from './notes.ts'

const note = (
  claimants: readonly string[],
  administeredBy: readonly string[],
  share = 1,
  isCondominium = false,
): string =>
  claimsNote({
    dispute: {
      area: 'The Cape',
      claimants,
      administeredBy,
      isCondominium,
      source: 'https://example.org',
      bbox: [0, 0, 1, 1],
      land: new Uint8Array(),
    },
    share,
  })

test('says who claims the land and who administers it', () => {
  assert.equal(
    note(['RU', 'UA'], ['RU']),
    'Disputed land in this area: The Cape, claimed by Russia and Ukraine, administered by Russia.',
  )
  assert.equal(
    note(['CN', 'JP', 'TW'], ['CN', 'JP']),
    'Disputed land in this area: The Cape, claimed by China, Japan and Taiwan, administered by China and Japan.',
  )
})

test('calls a claimant without a code by its name', () => {
  assert.equal(
    note(['MD', 'Transnistria'], ['Transnistria']),
    'Disputed land in this area: The Cape, claimed by Moldova and Transnistria, administered by Transnistria.',
  )
})

test('says that nobody claims or administers it, and that only a part is in the area', () => {
  assert.equal(
    note([], [], 0.3),
    'Disputed land in this area: part of The Cape, claimed by nobody, administered by nobody.',
  )
})

test('a condominium is shared, not disputed', () => {
  assert.equal(
    note(['DE', 'LU'], ['DE', 'LU'], 1, true),
    'Shared land in this area: The Cape, held by Germany and Luxembourg together.',
  )
})
