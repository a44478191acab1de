/** A place that the atlas has and the map sends, too: searches show it once, with the polygon of the map. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SearchQuestion } from '../../src/domain/catalog/search-question.ts'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { liveCatalog } from '../../src/domain/live/live-catalog.ts'
import type { Nominatim } from '../../src/sources/nominatim/client.ts'
import { boundary } from '../support/boundary-entries.ts'
import { rectangles } from '../support/overpass-sections.ts'
import { openLiveWorld } from './live-world.ts'
import { saying, testMap } from './test-map.ts'

const germany = boundary({
  id: 'r51477',
  name: 'Deutschland',
  country: 'DE',
  iso: 'DE',
  kind: 'country',
  adminLevel: 2,
  areaKm2: 300_000,
  bbox: [0, 0, 5, 5],
  origin: 'atlas',
})
const IN_ATLAS = {
  name: 'Bavaria',
  country: 'DE',
  adminLevel: 4,
  areaKm2: 12_000,
  bbox: [1, 1, 2, 2],
  parents: [germany],
  origin: 'atlas',
} as const
const ON_MAP = { admin_level: '4', name: 'Bayern', 'name:en': 'Bavaria' }

const nominatim: Nominatim = { search: async () => [{ by: 'relation', number: 7 }] }

const searched = async (atlas: object, tags: Readonly<Record<string, string>>, box: BBox = [1, 1, 2, 2]) => {
  const world = await openLiveWorld({
    atlas: [germany, boundary({ id: 'iso:DE-XX', ...IN_ATLAS, ...atlas })],
  })
  try {
    const answer = JSON.stringify({
      elements: rectangles([{ id: 7, box, tags: { ...ON_MAP, ...tags } }]),
    })
    const live = testMap({
      overpass: saying(() => answer),
      nominatim,
      store: world.store,
      sources: [world.store, world.atlas],
    })
    const catalog = liveCatalog({
      catalog: world.catalog,
      live,
      isImported: async () => false,
      ttlMs: 86_400_000,
      now: Date.now,
    })
    const question: SearchQuestion = {
      text: '',
      countries: [],
      kind: null,
      adminLevel: null,
      near: null,
      limit: 10,
      isLive: true,
    }
    const found: string[][] = []
    for (const text of ['Bavaria', 'Bayern'])
      for (const isLive of [true, false])
        found.push(
          (await catalog.search({ ...question, text, isLive })).map(
            ({ record: { id, origin } }) => `${id} ${origin}`,
          ),
        )
    return found
  } finally {
    await world.close()
  }
}

describe('a search of a place that the atlas has and the map sends', () => {
  for (const [name, atlas, tags] of [
    ['id', { id: 'r7' }, {}],
    ['Wikidata entity', { wikidata: 'Q980' }, { wikidata: 'Q980' }],
    ['ISO code', { id: 'iso:DE-BY', iso: 'DE-BY' }, { 'ISO3166-2': 'DE-BY' }],
    ['former ISO code', { iso: 'DE-XX', isoAliases: ['DE-BY'] }, { 'ISO3166-2': 'DE-BY' }],
  ] as const)
    test(`with the same ${name} shows it once, as the map has it`, async () => {
      assert.deepEqual(await searched(atlas, tags), Array(4).fill(['r7 live']))
    })

  for (const [name, tags] of [
    ['of another level', { admin_level: '6' }],
    ['of another name', { name: 'Hessen', 'name:en': 'Hesse' }],
  ] as const)
    test(`shows both where they are two places, the fetched one ${name}`, async () => {
      const [bavaria, other] = await searched({}, tags, [3, 3, 4, 4])
      assert.deepEqual([...new Set([...bavaria, ...other])].toSorted(), ['iso:DE-XX atlas', 'r7 live'])
    })

  for (const [name, tags] of [
    ['name', {}],
    ['Wikidata entity', { wikidata: 'Q980', name: 'Hessen', 'name:en': 'Hesse' }],
  ] as const)
    test(`shows only the atlas’s where the fetched one claims its ${name} for other land`, async () => {
      const [bavaria] = await searched({ wikidata: 'Q980' }, tags, [3, 3, 4, 4])
      assert.deepEqual(bavaria, ['iso:DE-XX atlas'])
    })
})
