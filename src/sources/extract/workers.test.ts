import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { boundary, boxCorners, drawMap } from '../../../test/support/drawn-map.ts'
import { writePbf } from '../../../test/support/pbf-writer.ts'
import { type BoundaryParts, readParts } from './parts.ts'
import { openPbf } from './pbf/file.ts'
import { PbfProblem } from './pbf/problem.ts'
import { selectBoundaries } from './select.ts'
import type { ShapeResult } from './shape.ts'
import { type Workers, workersFor } from './workers.ts'

const SMALL = 1
const LARGE = 1e9

const directory = mkdtempSync(join(tmpdir(), 'metes-workers-'))
after(() => rmSync(directory, { recursive: true }))

const fileOf = (bytes: Uint8Array): string => {
  const path = join(directory, 'map.osm.pbf')
  writeFileSync(path, bytes)
  return path
}

const MAP = drawMap({
  ways: [
    { id: 1, corners: boxCorners(0, 0, 4, 4) },
    { id: 2, corners: [[9, 9] as const, [8, 8] as const] },
  ],
  relations: [boundary(100, 'Town', 8, [1]), boundary(101, 'Open', 8, [2])],
})

const readAndShape = async (path: string, workers: Workers): Promise<[BoundaryParts, ShapeResult]> => {
  try {
    const parts = await readParts(await openPbf(path), workers, () => {})
    const { found } = selectBoundaries(parts)
    return [parts, await workers.shape({ ways: parts.ways, boundaries: found })]
  } finally {
    await workers.close()
  }
}

test('threads give the same results as the calling thread', async () => {
  const path = fileOf(writePbf(MAP))
  const inPlace = await readAndShape(path, workersFor(SMALL))
  assert.equal(inPlace[0].relations.size, 2)
  assert.ok('geometry' in inPlace[1][0] && 'flaws' in inPlace[1][1])
  // Cloned as between threads, because that turns objects without a prototype into plain ones.
  assert.deepEqual(await readAndShape(path, workersFor(LARGE)), structuredClone(inPlace))
})

test('a blob that a thread cannot read is reported with its position in the file', async () => {
  const bytes = writePbf(MAP)
  bytes[bytes.length - 20] ^= 0xff
  await assert.rejects(readAndShape(fileOf(bytes), workersFor(LARGE)), (error: unknown) => {
    assert.ok(error instanceof PbfProblem)
    assert.match(error.message, /cannot be read at byte \d+: The compressed data is damaged/)
    return true
  })
})

test('input that is larger than the caller allows in place is worked on in threads', async () => {
  const [small, large] = [workersFor(1, 1), workersFor(2, 1)]
  assert.ok(large.window > small.window)
  await large.close()
})
