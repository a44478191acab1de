/** QGIS reads features by the code that its dialog for OGC API – Features uses: Debian's package python3-qgis. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { columnsOf } from '../../src/domain/formats/attribute-columns.ts'
import { noQgis, runQgis } from '../support/qgis.ts'
import { suiteService } from '../support/suite-service.ts'
import { createFeed, signIn } from './feed-owner.ts'
import { type Body, basic, ogcClient } from './ogc-client.ts'

/** Around the Benelux. */
const BOX = [3, 49.5, 7, 53]
const COLUMNS = columnsOf({ id: '' })
  .map(({ name }) => name)
  .sort()

interface ReadLayer {
  readonly valid: boolean
  readonly crs?: string
  readonly fields?: readonly string[]
  readonly names?: readonly string[]
  readonly valid_geometries?: number
}

describe('in QGIS', { skip: noQgis }, () => {
  const service = suiteService({ METES_SOURCES: 'atlas', METES_LOG_LEVEL: 'debug' })
  let names: readonly string[]
  before(async () => {
    const get = ogcClient(`${service.server.url}/ogc`, basic('x', service.key))
    const { body } = await get(`/collections/province/items?bbox=${BOX}&limit=1000&detail=low`)
    names = body.features.map(({ properties }: Body) => properties.name).sort()
    assert.ok(names.length > 12, `${names}`)
  })

  const layerOf = (asked: object): Promise<ReadLayer> =>
    runQgis('qgis-features.py', JSON.stringify(asked), service.metes.dataDir)

  const assertProvinces = (layer: ReadLayer): void => {
    assert.ok(layer.valid)
    assert.equal(layer.crs, 'EPSG:4326')
    assert.deepEqual([...layer.fields!].sort(), COLUMNS)
    assert.deepEqual([...layer.names!].sort(), names)
    assert.equal(layer.valid_geometries, names.length)
  }

  test('the address of a feed is a layer of every kind, which is read page by page', async () => {
    const { metes, server } = service
    const token = await createFeed(await signIn(metes, server, 'ann@example.org'), 'QGIS')
    const url = `${server.url}/ogc/feeds/${token}`
    const pages = () => server.log().split('"op":"list_features"').length - 1
    const before = pages()
    assertProvinces(await layerOf({ url, typename: 'province', pageSize: 5, box: BOX }))
    assert.ok(pages() - before >= Math.ceil(names.length / 5), `${pages() - before} pages`)
  })

  test('a key is taken as the password of any user, and the address may end with a slash', async () => {
    const { server, key } = service
    for (const url of [`${server.url}/ogc`, `${server.url}/ogc/`])
      assertProvinces(
        await layerOf({ url, typename: 'province', username: 'anybody', password: key, box: BOX }),
      )
  })
})
