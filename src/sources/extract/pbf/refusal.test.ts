/** Tests that unreadable files are refused with the cause and the place. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAP, readAll } from '../../../../test/support/pbf-reader.ts'
import {
  blob,
  concat,
  framed,
  headerBlock,
  message,
  text,
  writePbf,
} from '../../../../test/support/pbf-writer.ts'
import { PbfProblem } from './problem.ts'

const HEADER = blob('OSMHeader', headerBlock({}))

const BROKEN: readonly {
  readonly what: string
  readonly bytes: Uint8Array
  readonly offset: number
  readonly says: RegExp
}[] = [
  { what: 'an empty file', bytes: new Uint8Array(0), offset: 0, says: /empty/ },
  { what: 'three bytes', bytes: Uint8Array.of(0, 0, 0), offset: 0, says: /ends 3 bytes into/ },
  {
    what: 'XML',
    bytes: text('<?xml version="1.0"?><osm></osm>'),
    offset: 0,
    says: /not OpenStreetMap PBF \(it looks like XML\)/,
  },
  {
    what: 'text',
    bytes: text('hello, this is a text'),
    offset: 0,
    says: /not OpenStreetMap PBF: its blob header claims/,
  },
  { what: 'zeros', bytes: new Uint8Array(100), offset: 0, says: /its blob header claims 0 bytes/ },
  {
    what: 'data before the header',
    bytes: blob('OSMData', message([1, new Uint8Array(0)])),
    offset: 0,
    says: /instead of "OSMHeader"/,
  },
  {
    what: 'a history file',
    bytes: writePbf(MAP, { requiredFeatures: ['OsmSchema-V0.6', 'HistoricalInformation'] }),
    offset: 17,
    says: /"HistoricalInformation".*history file/,
  },
  {
    what: 'a file that needs an unknown feature',
    bytes: writePbf(MAP, { requiredFeatures: ['Sorcery'] }),
    offset: 17,
    says: /requires the feature "Sorcery"/,
  },
  {
    what: 'an lz4 blob',
    bytes: concat([HEADER, framed('OSMData', message([2, 10], [6, Uint8Array.of(1, 2, 3)]))]),
    offset: HEADER.length + 15,
    says: /compressed with lz4/,
  },
  {
    what: 'a blob that states more than 32 MiB',
    bytes: concat([HEADER, framed('OSMData', message([2, 33 * 1024 * 1024], [3, Uint8Array.of(1, 2, 3)]))]),
    offset: HEADER.length + 15,
    says: /34603008 uncompressed bytes; the format allows 33554432/,
  },
  {
    what: 'a blob without data',
    bytes: concat([HEADER, framed('OSMData', message([2, 5]))]),
    offset: HEADER.length + 15,
    says: /holds no data/,
  },
  {
    what: 'a blob larger than it states',
    bytes: concat([HEADER, framed('OSMData', statedSize(blob('OSMData', new Uint8Array(1000)), 10))]),
    offset: HEADER.length + 15,
    says: /damaged/,
  },
]

/** Returns the blob body of a framed blob, with another stated size. */
function statedSize(framedBlob: Uint8Array, size: number): Uint8Array {
  const body = framedBlob.subarray(4 + new DataView(framedBlob.buffer).getUint32(0))
  const dataAt = body.indexOf(3 * 8 + 2)
  return concat([message([2, size]), body.subarray(dataAt)])
}

for (const { what, bytes, offset, says } of BROKEN) {
  test(`${what} is refused with the offset and the cause`, async () => {
    const problem = await refusal(bytes)
    assert.match(problem.message, says)
    assert.equal(problem.offset, offset)
  })
}

const refusal = async (bytes: Uint8Array): Promise<PbfProblem> => {
  const problem = await readAll(bytes, [1], [10]).then(
    () => assert.fail('The file was read without complaint.'),
    (error: unknown) => error,
  )
  assert.ok(problem instanceof PbfProblem, String(problem))
  return problem
}
