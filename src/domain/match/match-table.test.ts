import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { PointsFault } from '../enrich/points-reader.ts'
import { matchTable } from './match-table.ts'
import type { Place } from './place.ts'
import type { MatchReport, MatchRequest } from './ports.ts'

const RECORD = { id: 'r1', name: 'One', names: {}, parents: [] } as unknown as BoundaryRecord

interface Options {
  readonly request?: Partial<MatchRequest>
  readonly version?: () => string
  readonly onAsked?: (place: Place) => void
}

/** Matches a table in which `one` is the only known name. */
const run = async (table: Iterable<string>, { request, version = () => '1', onAsked }: Options = {}) => {
  const rejected: Uint8Array[] = []
  const matched: Uint8Array[] = []
  const rows = matchTable(
    {
      catalog: { records: async () => new Map(), version },
      matchPlace: async (place) => {
        onAsked?.(place)
        return place.name === 'one'
          ? { isMatched: true, record: RECORD, score: 1, reason: 'name', isMisspelt: false }
          : { isMatched: false, reason: 'Unknown.', candidates: [RECORD, RECORD] }
      },
    },
    {
      bytes: (async function* () {
        yield* table
      })(),
      encoding: null,
      columns: { name: null, country: null, level: null, parent: null },
      languages: [],
      onRejected: async (_, bytes) => {
        rejected.push(bytes)
      },
      onProgress: () => {},
      signal: new AbortController().signal,
      ...request,
    },
  )
  let next = await rows.next()
  for (; next.done !== true; next = await rows.next()) matched.push(next.value)
  const report: MatchReport = next.value
  return { report, matched: Buffer.concat(matched).toString(), rejected: Buffer.concat(rejected).toString() }
}

test('equal rows are looked up once, and each gets its answer', async () => {
  const asked: Place[] = []
  const table = ['name,level,x\none, a  b ,1\nall,,2\n" one\n",a b,3\none,a b,4\nall,,5\n']
  const { report, matched, rejected } = await run(table, { onAsked: (place) => asked.push(place) })
  assert.deepEqual(asked, [
    { name: 'one', country: '', level: 'a b', parent: '' },
    { name: 'all', country: '', level: '', parent: '' },
  ])
  assert.equal(
    matched,
    'name,level,x,id,score,reason\none, a  b ,1,r1,1,name\n" one\n",a b,3,r1,1,name\none,a b,4,r1,1,name\n',
  )
  assert.equal(
    rejected,
    'name,level,x,rejected_because,candidates\nall,,2,Unknown.,r1 One; r1 One\nall,,5,Unknown.,r1 One; r1 One\n',
  )
  assert.deepEqual([report.rows, report.rejected, report.similar], [5, 2, 0])
})

test('a row is written before the next ones are read', async () => {
  let read = 0
  let written = 0
  function* table(): Generator<string> {
    yield 'name\n'
    for (; read < 50; read++) {
      assert.ok(written >= read - 2, `${read} read, ${written} written`)
      yield 'none\n'
    }
  }
  await run(table(), {
    request: {
      onRejected: async () => {
        written++
      },
    },
  })
  assert.equal(written, 50)
})

test('a catalog that changes meanwhile ends the match', async () => {
  let version = 0
  await assert.rejects(run(['name\none\n'], { version: () => String(version++) }), PointsFault)
})

test('an aborted match ends at the next row', async () => {
  const controller = new AbortController()
  const asked: Place[] = []
  await assert.rejects(
    run(['name\na\nb\n'], {
      request: { signal: controller.signal },
      onAsked: (place) => {
        asked.push(place)
        controller.abort(new Error('enough'))
      },
    }),
    /enough/,
  )
  assert.equal(asked.length, 1)
})
