import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { voronoiCoverage } from '../../../test/support/random-coverages.ts'
import { boxRing, clockwise, ringsOf } from '../../../test/support/shapes.ts'
import { type Rings, ringStart } from '../geometry/rings.ts'
import { SharedArcs, type Topology } from './shared-arcs.ts'

const topologyOf = (members: readonly Rings[]): Topology => {
  const arcs = new SharedArcs()
  for (const rings of members) arcs.add(rings, (units) => units)
  return arcs.topology()
}

/** Returns the positions of a ring from its arcs, without the closing one, as texts that start at the lowest. */
const ringFrom = (topology: Topology, ring: number): readonly string[] => {
  const positions = Array.from(topology.arcsOf(ring)).flatMap((reference) => {
    const arc = topology.arc(reference < 0 ? ~reference : reference)
    const places = Array.from({ length: arc.length / 2 }, (_, i) => `${arc[2 * i]},${arc[2 * i + 1]}`)
    return (reference < 0 ? places.reverse() : places).slice(1)
  })
  return fromLowest(positions)
}

const ringOf = (rings: Rings, ring: number): readonly string[] =>
  fromLowest(
    Array.from({ length: rings.ringEnds[ring] - ringStart(rings, ring) }, (_, i) => {
      const at = 2 * (ringStart(rings, ring) + i)
      return `${rings.coords[at]},${rings.coords[at + 1]}`
    }),
  )

const fromLowest = (positions: readonly string[]): readonly string[] => {
  const lowest = positions.indexOf(positions.toSorted()[0])
  return [...positions.slice(lowest), ...positions.slice(0, lowest)]
}

test('the arcs of every ring draw it again, in its own direction, and no edge is in two arcs', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 2, max: 60 }), (seed, cells) => {
      const members = voronoiCoverage({ seed, cells, bends: 4 })
      const topology = topologyOf(members)
      let number = 0
      for (const rings of members)
        for (let ring = 0; ring < rings.ringEnds.length; ring++)
          assert.deepEqual(ringFrom(topology, number++), ringOf(rings, ring))
      const edges = new Set<string>()
      for (let each = 0; each < topology.arcCount; each++) {
        const arc = topology.arc(each)
        for (let i = 2; i < arc.length; i += 2) {
          const ends = [`${arc[i - 2]},${arc[i - 1]}`, `${arc[i]},${arc[i + 1]}`].sort().join(' ')
          assert.ok(!edges.has(ends), 'each edge once')
          edges.add(ends)
        }
      }
    }),
    { numRuns: casesOf('shared arcs') },
  )
})

test('neighbours share an arc, and a hole shares that of the polygon in it, wherever both begin', () => {
  const shared = topologyOf([ringsOf([[boxRing(0, 0, 1, 1)]]), ringsOf([[boxRing(1, 0, 2, 1)]])])
  assert.equal(shared.arcCount, 3)
  const [inner] = [boxRing(1, 1, 2, 2)]
  const rotated = [...inner.slice(2), ...inner.slice(0, 2)]
  const filled = topologyOf([ringsOf([[boxRing(0, 0, 3, 3), clockwise(inner)]]), ringsOf([[rotated]])])
  assert.equal(filled.arcCount, 2)
  assert.equal(filled.arcsOf(1)[0], ~filled.arcsOf(2)[0])
})
