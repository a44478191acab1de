/** QGIS reads features by the code that its dialog for OGC API – Features uses: Debian's package python3-qgis. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { columnsOf } from '../../src/domain/formats/columns.ts'
import { succeed } from '../support/packed.ts'
import { isRequired } from '../support/required.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'
import { createFeed, signIn } from './feed-owner.ts'
import { type Body, basic, ogcClient } from './ogc-client.ts'

const FEATURES = fileURLToPath(new URL('../support/qgis-features.py', import.meta.url))
const PYTHON = '/usr/bin/python3'
const hasQgis = isRequired('qgis') || spawnSync(PYTHON, ['-c', 'import qgis.core']).status === 0

/** Around the Benelux. */
const BOX = [3, 49.5, 7, 53]
const COLUMNS = columnsOf({ id: '' }).map(({ name }) => name)

interface ReadLayer {
  readonly valid: boolean
  readonly crs?: string
  readonly fields?: readonly string[]
  readonly names?: readonly string[]
  readonly valid_geometries?: number
}

describe('in QGIS', { skip: !hasQgis && 'QGIS is not installed (python3-qgis)' }, () => {
  let metes: Installation
  let server: RunningServer
  let key: string
  let folder: string
  let names: readonly string[]
  before(async () => {
    metes = await install()
    server = await metes.serve({ METES_SOURCES: 'atlas', METES_LOG_LEVEL: 'debug' })
    key = await metes.createKey()
    folder = await mkdtemp(join(tmpdir(), 'metes-qgis-'))
    const get = ogcClient(`${server.url}/ogc`, basic('x', key))
    const { body } = await get(`/collections/province/items?bbox=${BOX}&limit=1000&detail=low`)
    names = body.features.map(({ properties }: Body) => properties.name).sort()
    assert.ok(names.length > 12, `${names}`)
  })
  after(async () => {
    await server?.stop()
    await metes?.remove()
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  const layerOf = async (asked: object): Promise<ReadLayer> => {
    // Its settings and caches are in the home directory.
    const env = { HOME: folder, QT_QPA_PLATFORM: 'offscreen' }
    const { stdout } = await succeed(PYTHON, [FEATURES, JSON.stringify(asked)], { env })
    return JSON.parse(stdout)
  }

  const assertProvinces = (layer: ReadLayer): void => {
    assert.ok(layer.valid)
    assert.equal(layer.crs, 'EPSG:4326')
    assert.deepEqual(layer.fields, COLUMNS)
    assert.deepEqual([...layer.names!].sort(), names)
    assert.equal(layer.valid_geometries, names.length)
  }

  test('the address of a feed is a layer of every kind, which is read page by page', async () => {
    const token = await createFeed(await signIn(metes, server, 'ann@example.org'), 'QGIS')
    const url = `${server.url}/ogc/feeds/${token}`
    const pages = () => server.log().split('"op":"list_features"').length - 1
    const before = pages()
    assertProvinces(await layerOf({ url, typename: 'province', pageSize: 5, box: BOX }))
    assert.ok(pages() - before >= Math.ceil(names.length / 5), `${pages() - before} pages`)
  })

  test('a key is taken as the password of any user, and the address may end with a slash', async () => {
    for (const url of [`${server.url}/ogc`, `${server.url}/ogc/`])
      assertProvinces(
        await layerOf({ url, typename: 'province', username: 'anybody', password: key, box: BOX }),
      )
  })
})
