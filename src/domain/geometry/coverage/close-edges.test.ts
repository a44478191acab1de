import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { coverageRecipes, voronoiCoverage } from '../../../../test/support/random-coverages.ts'
import { arcStart } from './arcs.ts'
import { closeEdges } from './close-edges.ts'
import { topologyOf } from './topology.ts'

const RUNS = casesOf('edges close to those that move')

type Position = readonly [x: number, y: number]

const distance = ([px, py]: Position, [ax, ay]: Position, [bx, by]: Position): number => {
  const squared = (bx - ax) ** 2 + (by - ay) ** 2
  const share = Math.min(1, Math.max(0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / squared))
  return Math.hypot(px - ax - share * (bx - ax), py - ay - share * (by - ay))
}

test('edges are close to those that move, and to those that these make move', () => {
  let [found, spread, all] = [0, 0, 0]
  fc.assert(
    fc.property(
      coverageRecipes,
      fc.constantFrom(1_000, 20_000, 200_000),
      fc.constantFrom(1, 7, 50),
      (recipe, reach, every) => {
        const { arcs } = topologyOf(voronoiCoverage(recipe))
        const { coords, ends } = arcs
        const position = (at: number): Position => [coords[2 * at], coords[2 * at + 1]]
        const edges = Array.from(ends.keys()).flatMap((arc) => {
          const start = arcStart(arcs, arc)
          return Array.from({ length: ends[arc] - start - 1 }, (_, i) => start + i)
        })
        fc.pre(edges.length < 600)
        const isEnd = ([x, y]: Position, edge: number): boolean =>
          [edge, edge + 1].some((at) => position(at)[0] === x && position(at)[1] === y)
        const hasNear = (edge: number, other: number): boolean =>
          [other, other + 1].some(
            (at) =>
              !isEnd(position(at), edge) &&
              distance(position(at), position(edge), position(edge + 1)) <= reach,
          )
        const moving = new Uint8Array(coords.length / 2)
        for (let i = 0; i < edges.length; i += every) moving[edges[i]] = 1
        const moved = new Set(edges.filter((edge) => moving[edge]))
        const expected = new Set<number>()
        for (const edge of moved)
          for (const other of edges) {
            if (other === edge || !(hasNear(edge, other) || hasNear(other, edge))) continue
            if (!moving[other]) spread++
            for (const each of [edge, other]) expected.add(each)
            moved.add(other)
          }
        found += expected.size
        const close = closeEdges(arcs, moving, reach)
        const marked = edges.filter((edge) => close[edge])
        if (marked.length === edges.length) {
          // There may have been too many pairs to look at.
          all++
          return
        }
        assert.deepEqual(
          marked,
          edges.filter((edge) => expected.has(edge)),
        )
      },
    ),
    { numRuns: RUNS },
  )
  assert.ok(found > 300 && spread > 100, `${found} ${spread}`)
  assert.ok(all < RUNS / 2, `${all} of ${RUNS}`)
})

test('an edge of many close ones is close, too', () => {
  // Long slanting edges side by side: more pairs than are looked at.
  const count = 2_000
  const coords = Int32Array.from({ length: 4 * count }, (_, i) =>
    i % 2 === 0 ? (i % 4 === 0 ? 0 : 1_000_000) : Math.floor(i / 4) * 2 + (i % 4 === 1 ? 0 : 1_000_000),
  )
  const arcs = {
    coords,
    ends: Uint32Array.from({ length: count }, (_, i) => 2 * i + 2),
    isRing: new Uint8Array(count),
  }
  const moving = new Uint8Array(2 * count)
  moving[0] = 1
  const close = closeEdges(arcs, moving, 3)
  assert.ok(arcs.ends.every((end) => close[end - 2] === 1 && close[end - 1] === 0))
})
