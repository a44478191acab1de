import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disputeNote } from './dispute-note.ts'

const note = (claimants: readonly string[], administeredBy: readonly string[], share = 1): string =>
  disputeNote({
    dispute: {
      area: 'The Cape',
      claimants,
      administeredBy,
      source: 'https://example.org',
      bbox: [0, 0, 1, 1],
      land: new Uint8Array(),
    },
    share,
  })

test('says who claims the land and who administers it', () => {
  assert.equal(
    note(['RU', 'UA'], ['RU']),
    'The Cape is in this area: Russia and Ukraine claim it, Russia administers it.',
  )
  assert.equal(
    note(['CN', 'JP', 'TW'], ['CN', 'JP']),
    'The Cape is in this area: China, Japan and Taiwan claim it, China and Japan administer it.',
  )
})

test('calls a claimant without a code by its name', () => {
  assert.equal(
    note(['MD', 'Transnistria'], ['Transnistria']),
    'The Cape is in this area: Moldova and Transnistria claim it, Transnistria administers it.',
  )
})

test('says that nobody claims or administers it, and that only a part is in the area', () => {
  assert.equal(
    note([], [], 0.3),
    'Part of The Cape is in this area: nobody claims it, nobody administers it.',
  )
})
