/** Recorded answers of Nominatim, in the layouts that its servers give: only boundaries and places count, and what is no answer is refused. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readNominatimAnswer } from '../../src/sources/nominatim/answer.ts'
import { UnusableAnswer } from '../../src/sources/upstream/unusable-answer.ts'
import { missingSearches, recordedSearches } from '../support/recorded-searches.ts'

interface Result {
  readonly osm_type?: string
  readonly osm_id?: number
  readonly category?: string
  readonly class?: string
  readonly extratags?: { readonly wikidata?: string }
}

/** What the recordings of searches must give: read here from the names of their results, by hand where it matters. */
const EXPECTED: Readonly<Record<string, readonly object[]>> = {
  'osmdata-lookup-8bab59.json': [{ by: 'relation', number: 11_747_082 }],
  'osmdata-search-619814.json': [
    { by: 'relation', number: 86_538 },
    { by: 'relation', number: 86_539 },
  ],
  // A hamlet that is drawn as a point.
  'osmdata-search-c835bf.json': [{ by: 'node', number: 1_455_834_522, entity: null }],
}

describe('recorded answers', { skip: missingSearches }, () => {
  const texts = recordedSearches()

  test('there are lists and single places, with category and with class', () => {
    const all = [...texts.values()].map((text): unknown => JSON.parse(text))
    const results = all.flat() as Result[]
    assert.ok(all.some((each) => Array.isArray(each) && each.length === 0))
    assert.ok(all.some((each) => !Array.isArray(each)))
    assert.ok(results.some(({ category }) => category !== undefined))
    assert.ok(results.some((result) => result.class !== undefined))
  })

  for (const [file, text] of texts)
    test(file, () => {
      const body: Result | readonly Result[] = JSON.parse(text)
      if (!Array.isArray(body)) {
        // The answer of a reverse question or an error is no list.
        assert.throws(() => readNominatimAnswer(text), UnusableAnswer)
        return
      }
      const references = readNominatimAnswer(text)
      if (file in EXPECTED) assert.deepEqual(references.slice(0, 2), EXPECTED[file])
      const drawn = (body as readonly Result[]).filter(
        (result) =>
          ['boundary', 'place'].includes(result.category ?? result.class ?? '') &&
          ['way', 'relation'].includes(result.osm_type ?? ''),
      )
      assert.deepEqual(
        references.filter(({ by }) => by !== 'node'),
        drawn.map(({ osm_type, osm_id }) => ({ by: osm_type, number: osm_id })),
      )
    })

  test('no prefix of an answer is an answer', () => {
    const text = texts.get('osmdata-search-619814.json')!.trimEnd()
    for (let length = 0; length < text.length; length++)
      assert.throws(() => readNominatimAnswer(text.slice(0, length)), UnusableAnswer, String(length))
  })
})

const place = (fields: object): string =>
  JSON.stringify([{ place_id: 1, osm_type: 'relation', osm_id: 5, category: 'boundary', ...fields }])

test('a place that is drawn as a point comes with its Wikidata entity, where it has one', () => {
  const point = { osm_type: 'node', category: 'place' }
  assert.deepEqual(readNominatimAnswer(place({ ...point, extratags: { wikidata: 'Q1842' } })), [
    { by: 'node', number: 5, entity: 'Q1842' },
  ])
  for (const extratags of [
    undefined,
    null,
    {},
    { wikidata: 'Q0' },
    { wikidata: 'Q1842;Q2' },
    { wikidata: 5 },
  ])
    assert.deepEqual(readNominatimAnswer(place({ ...point, extratags })), [
      { by: 'node', number: 5, entity: null },
    ])
})

test('streets, houses and computed postcodes are left out', () => {
  for (const fields of [
    { category: 'highway' },
    { category: 'amenity', osm_type: 'way' },
    { category: 'place', osm_type: undefined, osm_id: undefined },
  ])
    assert.deepEqual(readNominatimAnswer(place(fields)), [])
})

test('an answer that is no list of places is refused, never empty', () => {
  for (const text of [
    '',
    'null',
    '{}',
    '{"error":"Unable to geocode"}',
    '"[]"',
    '[null]',
    '["Salzburg"]',
    '[{"error":"Unable to geocode"}]',
    place({ osm_id: '5' }),
    place({ osm_id: -5 }),
    place({ osm_id: 1.5 }),
    place({ osm_id: 1e300 }),
    place({ osm_id: undefined }),
    place({ category: undefined }),
    place({ category: 7 }),
  ])
    assert.throws(() => readNominatimAnswer(text), UnusableAnswer, text)
})
