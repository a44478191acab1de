import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boxRing, ringsOf } from '../../../test/support/shapes.ts'
import { encodeRings } from '../geometry/codec.ts'
import { joinRings } from '../geometry/parts.ts'
import { polygonCount } from '../geometry/rings.ts'
import { clipToLand } from './clip-to-land.ts'
import { landNotes } from './notes.ts'
import type { LandTile } from './ports.ts'

/** Sea, with land from 0 to 5 degrees in both directions. */
const TILES: readonly LandTile[] = [
  { box: [-100_000_000, 0, 0, 100_000_000], area: 'none' },
  { box: [0, 0, 100_000_000, 100_000_000], area: encodeRings(ringsOf([[boxRing(0, 0, 5, 5)]])) },
]

const COAST = boxRing(4, 1, 6, 2)
/** 0.5 km² and 120 km². */
const ISLET = boxRing(8, 1, 8.006, 1.007)
const SEA = boxRing(8, 3, 8.1, 3.1)

describe('an area clipped to land', () => {
  test('ends at the coast', () => {
    const clipped = clipToLand(ringsOf([[COAST]]), TILES)
    assert.deepEqual([...clipped.rings.coords].sort(), [...ringsOf([[boxRing(4, 1, 5, 2)]]).coords].sort())
    assert.deepEqual(landNotes(clipped), [])
  })

  test('keeps islets that the mask does not have, and says so', () => {
    const clipped = clipToLand(ringsOf([[COAST], [ISLET]]), TILES)
    assert.equal(polygonCount(clipped.rings), 2)
    assert.deepEqual(clipped.islets, ringsOf([[ISLET]]))
    assert.deepEqual(landNotes(clipped), [
      'The land mask lacks 1 small island (0.52 km²): kept as the boundaries draw them.',
    ])
  })

  test('has no parts that are all sea, and says so', () => {
    const clipped = clipToLand(ringsOf([[SEA], [COAST], [ISLET]]), TILES)
    assert.equal(polygonCount(clipped.rings), 2)
    assert.deepEqual(clipped.removed, ringsOf([[SEA]]))
    assert.match(landNotes(clipped)[1], /^Removed as sea: 1 part \(120 km²\)/)
  })

  test('stays whole where the mask has no land at all, and says so', () => {
    const rings = joinRings([ringsOf([[SEA]]), ringsOf([[boxRing(-3, 3, -1, 4)]])])
    const clipped = clipToLand(rings, TILES)
    assert.equal(clipped.rings, rings)
    assert.equal(clipped.isClipped, false)
    assert.match(landNotes(clipped)[0], /no land here/)
  })

  test('may be an islet alone', () => {
    const islet = ringsOf([[ISLET]])
    const clipped = clipToLand(islet, TILES)
    assert.deepEqual([clipped.rings, clipped.isClipped], [islet, true])
  })
})
