/** Imports prepare the tiles around their boundaries, and a kill in the middle only leaves some of them to later. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Installation, install } from '../support/service.ts'

const EXTRACT = fileURLToPath(new URL('../../../shared/data/osm/luxembourg-2018.osm.pbf', import.meta.url))
const skip = existsSync(EXTRACT) ? false : 'the extract luxembourg-2018.osm.pbf is not on this machine'
/** One thread: the zooms are written one after the other. */
const SETTINGS = { METES_SOURCES: 'extract', METES_WORKERS: '1' }

const FILES = ['0-0-0.0', '0-0-0.1', '0-0-0.2', '3-4-2.3', '3-4-2.4', '3-4-2.5'].concat([
  '6-33-21.6',
  '6-33-21.7',
  '6-33-21.8',
])
const TILES = ['0/0/0', '1/1/0', '2/2/1', '3/4/2', '4/8/5', '5/16/10', '6/33/21', '7/66/43', '8/132/87']

const filesOf = async ({ dataDir }: Installation): Promise<readonly string[]> =>
  (await readdir(join(dataDir, 'tiles')).catch(() => [])).sort()

const contentsOf = ({ dataDir }: Installation): Promise<readonly Buffer[]> =>
  Promise.all(FILES.map((name) => readFile(join(dataDir, 'tiles', name))))

test('after an import, no tile is prepared by a visitor', { skip }, async () => {
  const metes = await install()
  const { code, stderr, stdout } = await metes.run(['import', EXTRACT, '--json'], SETTINGS)
  assert.equal(code, 0, stderr)
  assert.deepEqual(JSON.parse(stdout).tiles, { prepared: 3, left: 0 })
  assert.deepEqual(await filesOf(metes), FILES)
  const times = () =>
    Promise.all(FILES.map(async (name) => (await stat(join(metes.dataDir, 'tiles', name))).mtimeMs))
  const before = await times()
  const server = await metes.serve(SETTINGS)
  for (const tile of TILES) {
    const answer = await fetch(`${server.url}/tiles/all/${tile}.mvt`)
    assert.equal(answer.status, 200, tile)
    assert.ok((await answer.bytes()).length > 0)
  }
  await server.stop()
  assert.deepEqual(await times(), before)
  await metes.remove()
})

test('--no-tiles leaves tiles to their first requests', { skip }, async () => {
  const metes = await install()
  const { code, stdout } = await metes.run(['import', EXTRACT, '--json', '--no-tiles'], SETTINGS)
  assert.equal(code, 0)
  assert.equal(JSON.parse(stdout).tiles, null)
  assert.deepEqual(await filesOf(metes), [])
  await metes.remove()
})

test('an import that is killed while it prepares tiles has stored everything, and the next one prepares the rest', {
  skip,
}, async () => {
  const [whole, metes] = await Promise.all([install(), install()])
  assert.equal((await whole.run(['import', EXTRACT], SETTINGS)).code, 0)
  const killed = metes.start(['import', EXTRACT], SETTINGS)
  while (!(await filesOf(metes)).some((name) => FILES.includes(name))) await setTimeout(1)
  killed.kill('SIGKILL')
  await killed.ended
  const kept = (await filesOf(metes)).filter((name) => FILES.includes(name))
  assert.ok(kept.length > 0 && kept.length < FILES.length, kept.join())
  const { code, stdout } = await metes.run(['import', EXTRACT, '--json'], SETTINGS)
  assert.equal(code, 0)
  const { stored, tiles } = JSON.parse(stdout)
  assert.deepEqual([stored.unchanged, tiles], [202, { prepared: 3, left: 0 }])
  assert.deepEqual(await filesOf(metes), FILES)
  assert.deepEqual(await contentsOf(metes), await contentsOf(whole))
  await Promise.all([whole.remove(), metes.remove()])
})
