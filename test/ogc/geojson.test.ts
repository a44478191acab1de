/** Conformance class GeoJSON of OGC API – Features, Part 1: its features as a reader of GeoJSON finds them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ringsFromGeoJson } from '../../src/domain/geometry/geojson-rings.ts'
import { findFault } from '../support/validity.ts'
import { atlasSuite } from './atlas-suite.ts'
import { allFeatures, type Body, linkTo } from './ogc-client.ts'

const { get } = atlasSuite()

const GERMAN_STATES = '/collections/state/items?country=DE'

test('/conf/geojson/definition: items and features are application/geo+json, whatever a program prefers', async () => {
  for (const accept of ['application/geo+json', 'application/json', 'text/html', '*/*'])
    for (const path of [
      `${GERMAN_STATES}&limit=1&detail=low`,
      '/collections/state/items/r62422?detail=low',
    ]) {
      const { status, type } = await get(path, { accept })
      assert.deepEqual([status, type], [200, 'application/geo+json'])
    }
})

test('/conf/geojson/content: a FeatureCollection and a Feature, with links as a member', async () => {
  const { body } = await get(`${GERMAN_STATES}&detail=low`)
  assert.equal(body.type, 'FeatureCollection')
  assert.ok(Array.isArray(body.links))
  for (const feature of body.features) {
    assert.equal(feature.type, 'Feature')
    assert.equal(feature.id, feature.properties.id)
    assert.equal(feature.geometry.type, 'MultiPolygon')
  }
  const feature = (await get('/collections/state/items/r62422')).body
  assert.equal(feature.type, 'Feature')
  assert.ok(linkTo(feature, 'self'))
})

test('/conf/geojson/content: polygons are valid at each detail, and have the number of positions that is told', async () => {
  for (const detail of ['low', 'medium', 'high', 'full']) {
    const { body } = await get(`${GERMAN_STATES}&detail=${detail}`)
    for (const { geometry, properties } of body.features) {
      assert.equal(properties.detail, detail)
      assert.equal(findFault(ringsFromGeoJson(geometry)), null, `${properties.name} at ${detail}`)
      assert.equal(properties.vertices, geometry.coordinates.flat(2).length)
    }
  }
})

test('/conf/geojson/content: medium detail is the default, and simplifies what has more positions', async () => {
  const positions = async (query: string): Promise<number> =>
    (await get(`/collections/country/items?iso=NO${query}`)).body.features[0].properties.vertices
  const [low, standard, medium, full] = await Promise.all(
    ['&detail=low', '', '&detail=medium', '&detail=full'].map(positions),
  )
  assert.equal(standard, medium)
  assert.ok(low <= 1_100 && medium > low && medium <= 5_500 && full >= medium, `${low} ${medium} ${full}`)
})

test('properties are flat, so that a table can hold them, and credit the source of each feature', async () => {
  const features = await allFeatures(get, '/collections/state/items?limit=1000&detail=low')
  for (const { properties } of features) {
    assert.ok(Object.values(properties).every((value) => typeof value !== 'object' || value === null))
    assert.ok(properties.attribution.length > 0)
  }
})

test('a page credits exactly the sources of its features, each once', async () => {
  const { body } = await get('/collections/state/items?limit=50&detail=low')
  const owed = new Set(
    body.features.flatMap(({ properties }: Body) => properties.attribution.split('; ') as readonly string[]),
  )
  assert.deepEqual(new Set(body.attribution.split('; ')), owed)
})

test('names are local ones in every language of the caller, because they are what is filtered by', async () => {
  const path = '/collections/state/items?iso=DE-BY&detail=low'
  const [german, french] = await Promise.all(
    ['de', 'fr'].map(async (language) => (await get(path, { 'accept-language': language })).body),
  )
  assert.deepEqual(german.features, french.features)
  assert.equal(german.features[0].properties.name, 'Bayern')
  assert.equal(german.features[0].properties.name_en, 'Bavaria')
})
