/** Files that cannot be imported, files in unusual order, and imports that are killed. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PbfProblem } from '../../src/sources/extract/pbf/problem.ts'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { blob, concat, text, writePbf } from '../support/pbf-writer.ts'

let world: ImportWorld
beforeEach(async () => {
  world = await openImportWorld()
})
afterEach(() => world.close())

const mapOf = (name: string) =>
  drawMap({
    ways: [
      { id: 1, corners: boxCorners(0, 0, 4, 4) },
      { id: 2, corners: boxCorners(1, 1, 2, 2) },
    ],
    relations: [boundary(100, name, 6, [1]), boundary(101, 'Town', 8, [2])],
  })

const leftovers = (): string[] => readdirSync(world.directory).filter((entry) => entry.startsWith('import-'))

test('an unreadable file changes nothing and leaves nothing behind', async () => {
  await world.importMap(mapOf('Before'))
  const version = await world.store.version()
  const bytes = writePbf(mapOf('After'))
  const flipped = bytes.slice()
  flipped[flipped.length - 20] ^= 0xff
  const broken: [string, Uint8Array][] = [
    ['empty', new Uint8Array(0)],
    ['text', text('This is no map.')],
    ['cut', bytes.slice(0, -10)],
    ['flipped', flipped],
  ]
  for (const [what, content] of broken) {
    await assert.rejects(world.importBytes(content), PbfProblem, what)
    assert.deepEqual(
      [(await world.record('r100'))?.name, await world.store.version()],
      ['Before', version],
      what,
    )
    assert.deepEqual(leftovers(), [], what)
  }
})

test('a file that does not exist, or is a directory, is refused', async () => {
  await assert.rejects(world.importFile(join(world.directory, 'nowhere.osm.pbf')), { code: 'ENOENT' })
  await assert.rejects(world.importFile(world.directory), /not a regular file/)
})

for (const order of [
  ['relations', 'ways', 'nodes'],
  ['ways', 'nodes', 'relations'],
  ['nodes', 'relations', 'ways'],
] as const) {
  test(`a file with ${order.join(', then ')} gives the same import`, async () => {
    const report = await world.importMap(mapOf('Any order'), { order })
    assert.deepEqual([report.boundaries, report.skipped], [2, []])
  })
}

test('kinds that alternate, and empty blobs between them, give the same import', async () => {
  const [first, second] = [mapOf('First'), mapOf('Second')]
  const bytes = concat([
    writePbf({ ...first, relations: [first.relations![0]] }),
    blob('OSMData', new Uint8Array(0)),
    writePbf({ nodes: second.nodes, relations: [second.relations![1]] }),
  ])
  const report = await world.importBytes(bytes)
  assert.deepEqual([report.boundaries, report.skipped], [2, []])
})

test('objects that the file repeats are imported once', async () => {
  const map = drawMap({
    ways: [{ id: 2, corners: boxCorners(1, 1, 2, 2), tags: { boundary: 'postal_code', postal_code: '1' } }],
    relations: [boundary(101, 'Town', 8, [2])],
  })
  const bytes = writePbf(map)
  const report = await world.importBytes(
    concat([bytes, bytes, writePbf({ ways: [...map.ways!, ...map.ways!] })]),
  )
  assert.deepEqual([report.boundaries, report.stored.added], [2, 2])
})

test('a file without boundaries is refused, and changes nothing', async () => {
  await world.importMap(mapOf('Before'))
  await assert.rejects(
    world.importMap({ nodes: [{ id: 1, lon: 0, lat: 0 }] }),
    /The file has no administrative or postal boundary and no coastline/,
  )
  assert.equal((await world.record('r100'))?.name, 'Before')
})

test('progress goes through the phases and ends with everything read', async () => {
  await world.importMap(mapOf('Shown'))
  const phases = [...new Set(world.progress.map(({ phase }) => phase))]
  assert.deepEqual(phases, ['reading', 'assembling', 'placing', 'storing'])
  const last = world.progress.at(-1)!
  assert.deepEqual([last.bytesRead, last.boundaries, last.elements], [last.bytesTotal, 2, 12])
})

test('a cancelled import ends with the reason and changes nothing', async () => {
  await world.importMap(mapOf('Before'))
  writeFileSync(join(world.directory, 'map.osm.pbf'), writePbf(mapOf('After')))
  const asked = { times: 0 }
  // Cancelled at the n-th check of the signal, until the import no longer checks often enough to notice.
  for (let patience = 0; ; patience++) {
    const signal = { throwIfAborted: () => assert.ok(asked.times++ < patience, 'SIGINT') } as AbortSignal
    asked.times = 0
    const failed = await world.importFile(join(world.directory, 'map.osm.pbf'), [], signal).then(
      () => false,
      (error: unknown) => error instanceof assert.AssertionError,
    )
    assert.deepEqual(leftovers(), [])
    assert.equal((await world.record('r100'))?.name, failed ? 'Before' : 'After')
    if (!failed) return assert.ok(patience > 5)
  }
})

test('an import killed while it stores leaves the last good catalog; the next one cleans up after it', async () => {
  await world.importMap(mapOf('Before'))
  const imports = await world.store.imports()
  // More than one batch, so that some are written when the process is killed.
  const towns = Array.from({ length: 1200 }, (_, town) => boundary(1000 + town, `Town ${town}`, 8, [2]))
  const { nodes, ways, relations } = mapOf('Killed')
  writeFileSync(
    join(world.directory, 'map.osm.pbf'),
    writePbf({ nodes, ways, relations: [...relations!, ...towns] }),
  )
  const killed = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('./killed-import.ts', import.meta.url)), world.directory],
    { encoding: 'utf8' },
  )
  assert.equal(killed.signal, 'SIGKILL', killed.stderr)
  assert.equal(leftovers().length, 1)
  assert.equal((await world.record('r100'))?.name, 'Before')
  assert.equal(await world.record('r1000'), null)
  assert.deepEqual(await world.store.imports(), imports)
  await world.importMap(mapOf('After'))
  assert.equal((await world.record('r100'))?.name, 'After')
  assert.deepEqual(leftovers(), [])
})

test('real extracts, truncated or with a changed byte, are refused or imported, never partly', async (t) => {
  const file = fileURLToPath(new URL('../../../shared/data/osm/gibraltar-2017.osm.pbf', import.meta.url))
  if (!existsSync(file)) return t.skip('the extract gibraltar-2017.osm.pbf is not on this machine')
  const whole = readFileSync(file)
  for (let step = 1; step < 12; step++) {
    const at = Math.floor((whole.length * step) / 12)
    await assert.rejects(world.importBytes(whole.subarray(0, at)), PbfProblem)
    const changed = Buffer.from(whole)
    changed[at] ^= 0x55
    await assert.rejects(world.importBytes(changed), (error: unknown) => {
      assert.ok(error instanceof PbfProblem, String(error))
      assert.ok(error.offset <= at)
      return true
    })
    assert.equal(await world.record('r1278736'), null)
  }
  writeFileSync(join(world.directory, 'map.osm.pbf'), whole)
  assert.equal((await world.importFile(file)).boundaries, 2)
})
