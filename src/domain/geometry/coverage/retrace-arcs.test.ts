import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { node } from '../arrangement/noding.ts'
import { type Arcs, arcStart, type CoverageTopology } from './arcs.ts'
import { retraceArcs } from './retrace-arcs.ts'
import { traceArcs } from './trace-arcs.ts'
import { numberVertices } from './vertex-lines.ts'

const STEP = 1_000

const traced = (coords: Int32Array, ends: Int32Array): CoverageTopology => {
  const topology = traceArcs(numberVertices(coords, ends))
  const polygonEnds = Uint32Array.from(ends, (_, ring) => ring + 1)
  return {
    ...topology,
    isMended: new Uint8Array(topology.arcs.ends.length),
    polygonEnds,
    memberEnds: polygonEnds,
  }
}

const nodedArcs = ({ arcs }: CoverageTopology) =>
  node(
    { coords: arcs.coords, ends: Int32Array.from(arcs.ends), weights: new Int16Array(2 * arcs.ends.length) },
    1,
  )

/** Each arc as text, whichever way it runs and wherever a ring begins. */
const texts = (arcs: Arcs): readonly string[] =>
  Array.from(arcs.ends, (end, arc) => {
    const positions = Array.from({ length: end - arcStart(arcs, arc) }, (_, i) => {
      const at = 2 * (arcStart(arcs, arc) + i)
      return `${arcs.coords[at]} ${arcs.coords[at + 1]}`
    })
    const isRing = arcs.isRing[arc] === 1
    if (isRing) positions.pop()
    const starts = isRing ? Array.from(positions.keys()) : [0]
    const ways = [positions, positions.toReversed()].flatMap((way) =>
      starts.map((by) => [...way.slice(by), ...way.slice(0, by)].join(', ')),
    )
    return `${isRing ? 'ring ' : ''}${ways.sort()[0]}`
  }).sort()

/** The rings along the arcs, closed, and where each ends. */
const ringsAlong = ({ arcs, halves, ringEnds }: CoverageTopology): { coords: number[]; ends: number[] } => {
  const coords: number[] = []
  const ends: number[] = []
  let i = 0
  for (const end of ringEnds) {
    const first = coords.length
    for (; i < end; i++) {
      const arc = halves[i] >> 1
      const positions = Array.from(
        { length: arcs.ends[arc] - arcStart(arcs, arc) },
        (_, at) => arcStart(arcs, arc) + at,
      )
      if (halves[i] & 1) positions.reverse()
      const [x, y] = coords.slice(-2)
      if (coords.length > first)
        assert.deepEqual([x, y], [arcs.coords[2 * positions[0]], arcs.coords[2 * positions[0] + 1]])
      for (const at of coords.length > first ? positions.slice(1) : positions)
        coords.push(arcs.coords[2 * at], arcs.coords[2 * at + 1])
    }
    assert.deepEqual(coords.slice(-2), coords.slice(first, first + 2))
    ends.push(coords.length / 2)
  }
  return { coords, ends }
}

test('arcs traced again in some places are those of the whole set', () => {
  const side = fc.integer({ min: 0, max: 14 })
  const box = fc
    .tuple(side, side, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
    .map(([x, y, width, height]) => [x, y, x + width, y + height].map((place) => place * STEP))
  let [kept, mended] = [0, 0]
  fc.assert(
    fc.property(fc.array(box, { minLength: 1, maxLength: 14 }), (boxes) => {
      const coords = Int32Array.from(boxes.flatMap(([w, s, e, n]) => [w, s, e, s, e, n, w, n, w, s]))
      const given = traced(
        coords,
        Int32Array.from(boxes, (_, i) => 5 * i + 5),
      )
      const topology = retraceArcs(given, nodedArcs(given))
      const rings = ringsAlong(topology)
      const whole = traced(Int32Array.from(rings.coords), Int32Array.from(rings.ends))
      assert.deepEqual(texts(topology.arcs), texts(whole.arcs))
      boxes.forEach(([w, s, e, n], ring) => {
        const start = ring === 0 ? 0 : rings.ends[ring - 1]
        let doubled = 0
        for (let at = 2 * start; at < 2 * rings.ends[ring] - 2; at += 2)
          doubled += rings.coords[at] * rings.coords[at + 3] - rings.coords[at + 2] * rings.coords[at + 1]
        assert.equal(doubled, 2 * (e - w) * (n - s))
      })
      const again = retraceArcs(topology, nodedArcs(topology))
      assert.equal(again, topology)
      for (const each of topology.isMended) each ? mended++ : kept++
    }),
    { numRuns: casesOf('arcs that are traced again') },
  )
  assert.ok(kept > 100 && mended > 100, `${kept} ${mended}`)
})
