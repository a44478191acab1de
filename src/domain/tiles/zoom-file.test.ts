import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { voronoiCoverage } from '../../../test/support/random-coverages.ts'
import { encodeRings } from '../geometry/codec.ts'
import { prepareBlock } from './block.ts'
import { zoomFileOf, zoomOfFile } from './zoom-file.ts'
import { encodeZoom } from './zoom-tiles.ts'

const VERSION = createHash('sha256').update('a').digest('base64url')
const members = voronoiCoverage({ seed: 7, cells: 30, bends: 5 }).map(encodeRings)
const block = { z: 6, x: 32, y: 31 }
const zoomed = encodeZoom({ block, coverage: prepareBlock({ block, members }), zoom: 8 })
const file = zoomFileOf(zoomed, VERSION)

test('a zoom comes back from its file', () => {
  assert.deepEqual(zoomOfFile(file, VERSION), zoomed)
})

test('a file of another version, of another length, or with any bit changed is none', () => {
  assert.equal(zoomOfFile(file, VERSION.replace(/.$/, '_')), null)
  for (const length of [0, 8, 60, file.length - 4])
    assert.equal(zoomOfFile(file.slice(0, length), VERSION), null)
  for (let at = 0; at < file.length; at += 97) {
    const damaged = file.slice()
    damaged[at] ^= 1
    assert.equal(zoomOfFile(damaged, VERSION), null)
  }
})

test('what is kept in files is drawn as now', () => {
  assert.equal(
    createHash('sha256').update(file).digest('hex').slice(0, 16),
    '4107efdc3c7e1184',
    'Blocks are drawn in another way: raise EDITION in zoom-file.ts, and take the new hash.',
  )
})
