/** Boundaries and points that a hint names can be opened. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hintPieces, pointOfHint } from '../../src/explorer/hint-links.ts'

const linked = (hint: string): readonly (readonly [string, string])[] =>
  hintPieces(hint).flatMap(({ text, id }) => (id === null ? [] : [[text, id] as const]))

const AUSTIN =
  'Austin is a city in Travis County, Texas, United States, at latitude 30.2672, longitude -97.7431; this catalog has no polygon for it. The smallest boundary around it is Travis County (fips:48453). Add it.'

test('the name before an id is the link, and no word is lost', () => {
  for (const [hint, expected] of [
    [AUSTIN, [['Travis County', 'fips:48453']]],
    ['Wien is a city; its boundary is Wien (iso:AT-9).', [['Wien', 'iso:AT-9']]],
    [
      'Bern is a city; it lies in Bern (BE) (r1686344), which has the same name.',
      [['Bern (BE)', 'r1686344']],
    ],
    [
      'X (DZ-49) is not in this catalog; its land is in A (r1), Trinidad and Tobago (w2) and C in D (iso:DZ-01).',
      [
        ['A', 'r1'],
        ['Trinidad and Tobago', 'w2'],
        ['C in D', 'iso:DZ-01'],
      ],
    ],
    [
      'The list leaves out 1 territory: Caribbean Netherlands (r1216720). It is a boundary of its own.',
      [['Caribbean Netherlands', 'r1216720']],
    ],
    ['No boundary in this catalog has this name.', []],
  ] as const) {
    assert.deepEqual(linked(hint), expected)
    assert.equal(
      hintPieces(hint)
        .map(({ text }) => text)
        .join(''),
      hint,
    )
  }
})

test('the point of a town is read in the order of the map', () => {
  assert.deepEqual(pointOfHint(AUSTIN), [-97.7431, 30.2672])
  assert.equal(pointOfHint('No boundary in this catalog has this name.'), null)
})
