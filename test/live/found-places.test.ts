/** What becomes of the places that a search of the map finds: points lead to their boundaries, and what has no polygon is no result. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FoundPlace } from '../../src/sources/nominatim/answer.ts'
import { temporaryStorage } from '../support/databases.ts'
import { countOf, rectangles } from '../support/overpass-sections.ts'
import { testMap, testOverpass } from './test-map.ts'
import { serveUpstream } from './upstream.ts'

const QUESTION = { text: 'Place', kind: null, countries: [], near: null, languages: [], limit: 10 }
const idsOf = (...numbers: readonly number[]) => [
  ...numbers.map((id) => ({ type: 'relation', id })),
  countOf(numbers.length),
]

const BROKEN = 4
/** A way that does not end where it begins. */
const opened = (element: object): object =>
  'geometry' in element && 'nodes' in element
    ? {
        ...element,
        nodes: (element.nodes as object[]).slice(0, 4),
        geometry: (element.geometry as object[]).slice(0, 4),
      }
    : element

/** What a search finds, and the queries that it sends. Node 10 labels relation 1, Q2 is relation 2, node 30 is a point alone. */
const searched = async (places: readonly FoundPlace[]) => {
  const storage = await temporaryStorage()
  const upstream = await serveUpstream((query) => {
    const relation = Number(/\(rel\((\d+)\);\)->\.found/.exec(query)?.[1] ?? 0)
    const sections = Array.from(query.matchAll(/node\((\d+)\)->\.n;/g), ([, node]) => {
      const place = places.find((each) => 'number' in each && each.number === Number(node))
      const found = node === '10' ? [1] : node === '20' && query.includes('["wikidata"="Q2"]') ? [2] : []
      return [...idsOf(...found), ...(place?.by === 'node' && place.entity !== null ? [countOf(0)] : [])]
    })
    const box = [relation, 0, relation + 1, 1] as const
    const tags = { admin_level: '8', name: 'Place' }
    const whole = rectangles([{ id: relation, box: [...box], tags }])
    const elements = relation === 0 ? sections.flat() : relation === BROKEN ? whole.map(opened) : whole
    return { key: relation === 0 ? 'nodes' : `r${relation}`, body: { elements } }
  })
  try {
    const live = testMap({
      overpass: testOverpass([upstream.url]),
      nominatim: { search: async () => places },
      store: await storage.openFetched(),
    })
    return { ids: await live.fetchFound(QUESTION), asked: upstream.asked.toSorted() }
  } finally {
    await upstream.close()
    await storage.close()
  }
}

test('the boundary that a place labels, and the one with its Wikidata entity, are results in its place', async () => {
  const { ids, asked } = await searched([
    { by: 'node', number: 30, entity: null },
    { by: 'node', number: 20, entity: 'Q2' },
    { by: 'relation', number: 3 },
    { by: 'node', number: 10, entity: null },
  ])
  assert.deepEqual(ids, ['r2', 'r3', 'r1'])
  assert.deepEqual(asked, ['nodes', 'r1', 'r2', 'r3'])
})

test('boundaries alone need no further question, and a point alone is no result', async () => {
  assert.deepEqual((await searched([{ by: 'relation', number: 3 }])).asked, ['r3'])
  assert.deepEqual((await searched([{ by: 'node', number: 30, entity: null }])).ids, [])
})

test('a boundary whose border is broken on the map is no result, and does not hide the others', async () => {
  const { ids, asked } = await searched([
    { by: 'relation', number: BROKEN },
    { by: 'relation', number: 3 },
  ])
  assert.deepEqual(ids, ['r3'])
  assert.deepEqual(asked, ['r3', 'r4'])
})
