import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { FETCHES } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import { flawSentence } from '../../src/sources/extract/border-flaws.ts'
import { type BoundaryParts, readParts } from '../../src/sources/extract/extract-parts.ts'
import { openPbf } from '../../src/sources/extract/pbf/file.ts'
import { PbfProblem } from '../../src/sources/extract/pbf/problem.ts'
import { selectBoundaries } from '../../src/sources/extract/select-boundaries.ts'
import type { ShapeResult, ShapeTask } from '../../src/sources/extract/shape.ts'
import { shapeApart } from '../../src/sources/extract/shape-apart.ts'
import { fetchWorkers } from '../../src/sources/extract/workers.ts'
import { Askers } from '../../src/util/waiting-owners.ts'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { type TestWorkers, testWorkers } from '../support/extract-workers.ts'
import { HOSTILE_SHAPES, type Line } from '../support/hostile-ways.ts'
import { writePbf } from '../support/pbf-writer.ts'
import { seededRandom } from '../support/shapes.ts'

const LARGE = { threads: 2, scansInPlace: false }

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

const readAndShape = async (path: string, workers: TestWorkers): Promise<[BoundaryParts, ShapeResult]> => {
  try {
    const parts = await readParts(await openPbf(path), workers, () => {})
    const { found } = selectBoundaries(parts)
    const boundaries = found.map((each) => ({ ...each, nested: each.nested() ?? [] }))
    return [parts, await workers.shape({ ways: parts.ways, boundaries })]
  } finally {
    await workers.close()
  }
}

test('scanning in the calling thread gives the same results as in threads', async () => {
  const path = fileOf(writePbf(MAP))
  const inPlace = await readAndShape(path, testWorkers())
  assert.equal(inPlace[0].relations.size, 2)
  assert.ok('geometry' in inPlace[1][0] && 'flaws' in inPlace[1][1])
  // Cloned as between threads, because that turns objects without a prototype into plain ones.
  assert.deepEqual(await readAndShape(path, testWorkers(LARGE)), structuredClone(inPlace))
})

test('a blob that a thread cannot read is reported with its position in the file', async () => {
  const bytes = writePbf(MAP)
  bytes[bytes.length - 20] ^= 0xff
  await assert.rejects(readAndShape(fileOf(bytes), testWorkers(LARGE)), (error: unknown) => {
    assert.ok(error instanceof PbfProblem)
    assert.match(error.message, /cannot be read at byte \d+: The compressed data is damaged/)
    return true
  })
})

/** One boundary relation for each list of ways. */
const taskOf = (...borders: readonly (readonly Line[])[]): ShapeTask => {
  const ways = borders.flat()
  const positions = ways.flat()
  const ends = Uint32Array.from(
    ways,
    (
      (end) => (line: Line) =>
        (end += line.length / 2)
    )(0),
  )
  const count = positions.length / 2
  let id = 0
  return {
    ways: {
      ids: Float64Array.from(ways, (_, index) => index + 1),
      starts: Uint32Array.from(ends, (_, index) => (index === 0 ? 0 : ends[index - 1])),
      ends,
      nodes: Uint32Array.from({ length: count }, (_, node) => node),
      nodeIds: Float64Array.from({ length: count }, (_, node) => node + 1),
      lons: Int32Array.from({ length: count }, (_, node) => positions[2 * node]),
      lats: Int32Array.from({ length: count }, (_, node) => positions[2 * node + 1]),
      junctions: new Uint8Array(count).fill(255),
    },
    boundaries: borders.map((lines) => ({
      members: lines.map(() => ({ way: ++id, role: 'outer' })),
      nested: [],
      adminLevel: 8,
    })),
  }
}

const SQUARE: readonly Line[] = [[0, 0, 1e7, 0, 1e7, 1e7, 0, 1e7, 0, 0]]

/** Turns of the event loop until the work is done. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let isDone = false
  let turns = 0
  const done = work.finally(() => {
    isDone = true
  })
  for (; !isDone; turns++) await setImmediate()
  await done
  return turns
}

test('the event loop goes on while the smallest input is shaped, for an import and for a fetch', async () => {
  const heavy = HOSTILE_SHAPES['rings that touch'](4_000, seededRandom(1))
  const compute = openCompute({ import: FETCHES })
  const fetching = { ...fetchWorkers(compute, new Askers(['a'])), close: compute.close }
  for (const workers of [testWorkers(), fetching]) {
    // The start of a thread takes turns too.
    await workers.shape(taskOf(SQUARE))
    const turns = await turnsDuring(workers.shape(taskOf(heavy)))
    assert.ok(turns > 20, `${turns} turns`)
    await workers.close()
  }
})

test('a border beyond a limit is refused with the limit, and the others of its task are shaped', async () => {
  const tangle = HOSTILE_SHAPES['a ring of random positions'](3_000, seededRandom(1))
  const workers = testWorkers()
  const [refused, shaped] = await workers.shape(taskOf(tangle, SQUARE))
  await workers.close()
  assert.ok('flaws' in refused && 'geometry' in shaped)
  assert.equal(
    flawSentence(refused.flaws, 1, 'the file'),
    'Its border is too complex to process: its lines cross each other more than 13,001 times.',
  )
})

test('a border that needs more heap than its thread has is refused alone, in a new thread', async () => {
  const many = HOSTILE_SHAPES['tiny rings'](300_000, seededRandom(1))
  const workers = testWorkers({ heapMb: 40 })
  const [before, refused, after] = await workers.shape(taskOf(SQUARE, many, SQUARE))
  await workers.close()
  assert.ok('geometry' in before && 'flaws' in refused && 'geometry' in after)
  assert.deepEqual(refused.flaws, [{ is: 'too complex', limit: 'memory', max: 40 }])
})

test('a task that takes too long is repeated boundary by boundary, and only the slow one is refused', async () => {
  const slow = new Error('too long')
  const task = taskOf(SQUARE, [], SQUARE)
  const sizes: number[] = []
  const shape = async ({ boundaries }: ShapeTask): Promise<ShapeResult> => {
    sizes.push(boundaries.length)
    if (boundaries.some(({ members }) => members.length === 0)) throw slow
    return boundaries.map(() => ({ flaws: [] }))
  }
  const results = await shapeApart(task, shape, (error) =>
    error === slow ? { limit: 'time', max: 300 } : null,
  )
  assert.deepEqual(results, [
    { flaws: [] },
    { flaws: [{ is: 'too complex', limit: 'time', max: 300 }] },
    { flaws: [] },
  ])
  assert.deepEqual(sizes, [3, 1, 1, 1])
})

test('a thread that takes too much processor time is stopped', async () => {
  const workers = testWorkers({ maxProcessorMs: 1 })
  const [refused] = await workers.shape(taskOf(SQUARE))
  await workers.close()
  assert.ok('flaws' in refused)
  assert.deepEqual(refused.flaws, [{ is: 'too complex', limit: 'time', max: 0.001 }])
})

test('work that ends with its threads is a failure, and not a border that is too complex', async () => {
  const workers = testWorkers()
  const shaping = workers.shape(taskOf(HOSTILE_SHAPES['rings that touch'](20_000, seededRandom(1))))
  const failed = assert.rejects(shaping)
  await workers.close()
  await failed
})
