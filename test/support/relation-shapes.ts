/** Shapes of multipolygon relations, right and wrong, and possible ways to cut their rings. */
import type { MemberWay } from '../../src/domain/geometry/assemble.ts'
import { UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'

export interface ShapeRing {
  readonly role: string
  /** `[x, y, …]` in degrees, without the closing position. */
  readonly line: readonly number[]
}

interface RelationShape {
  /** Follows "a relation of". */
  readonly shows: string
  readonly rings: readonly ShapeRing[]
  /** In square degrees. */
  readonly area: number
  /** Whether the even-odd rule gives the right area, which GEOS then gives as well. */
  readonly isEvenOdd: boolean
}

const ring = (role: string, ...line: readonly number[]): ShapeRing => ({ role, line })

const box = (role: string, west: number, south: number, east: number, north: number): ShapeRing =>
  ring(role, west, south, east, south, east, north, west, north)

const square = (role: string, low: number, high: number): ShapeRing => box(role, low, low, high, high)

const evenOdd = (shows: string, area: number, ...rings: readonly ShapeRing[]): RelationShape => ({
  shows,
  rings,
  area,
  isEvenOdd: true,
})

const byRoles = (shows: string, area: number, ...rings: readonly ShapeRing[]): RelationShape => ({
  shows,
  rings,
  area,
  isEvenOdd: false,
})

/** 6 × 6, with nodes along its southern side. */
const withSouthernNodes = (...xs: readonly number[]): ShapeRing =>
  ring('outer', 0, 0, ...xs.flatMap((x) => [x, 0]), 6, 0, 6, 6, 0, 6)

export const RELATION_SHAPES: readonly RelationShape[] = [
  // Rings that are nested or apart.
  evenOdd('one ring', 36, square('outer', 0, 6)),
  evenOdd('one ring without a role', 36, square('', 0, 6)),
  evenOdd('one ring with the role of a hole', 36, square('inner', 0, 6)),
  evenOdd('two rings apart', 8, square('outer', 0, 2), square('outer', 4, 6)),
  evenOdd('a hole', 32, square('outer', 0, 6), square('inner', 2, 4)),
  evenOdd('a hole without a role', 32, square('outer', 0, 6), square('', 2, 4)),
  evenOdd('a hole with the role of an outer ring', 32, square('outer', 0, 6), square('outer', 2, 4)),
  evenOdd('roles that are exchanged', 32, square('inner', 0, 6), square('outer', 2, 4)),
  evenOdd('roles that mean nothing', 32, square('part', 0, 6), square('Inner', 2, 4)),
  evenOdd('two holes', 28, square('outer', 0, 6), box('inner', 1, 1, 3, 3), box('inner', 3.5, 1, 5.5, 3)),
  evenOdd('an island in a hole', 24, square('outer', 0, 6), square('inner', 1, 5), square('outer', 2, 4)),
  evenOdd(
    'five nested rings',
    60,
    ...[0, 1, 2, 3, 4].map((inset) => square(inset % 2 ? 'inner' : 'outer', inset, 10 - inset)),
  ),
  evenOdd('a hole outside of all', 8, square('outer', 0, 2), square('inner', 4, 6)),

  // Holes that touch.
  evenOdd(
    'two holes that touch in a node',
    28,
    square('outer', 0, 6),
    square('inner', 1, 3),
    square('inner', 3, 5),
  ),
  evenOdd(
    'two holes that touch in two nodes',
    32,
    square('outer', 0, 6),
    ring('inner', 1, 3, 3, 1, 5, 3, 3, 2),
    ring('inner', 1, 3, 3, 4, 5, 3, 3, 5),
  ),
  evenOdd(
    'two holes that share an edge',
    28,
    square('outer', 0, 6),
    box('inner', 1, 1, 3, 3),
    box('inner', 3, 1, 5, 3),
  ),
  evenOdd(
    'two holes that share a part of an edge',
    24,
    square('outer', 0, 6),
    ring('inner', 1, 1, 3, 1, 3, 2, 3, 4, 3, 5, 1, 5),
    box('inner', 3, 2, 5, 4),
  ),
  evenOdd(
    'two holes that lie against each other without shared nodes',
    24,
    square('outer', 0, 6),
    box('inner', 1, 1, 3, 5),
    box('inner', 3, 2, 5, 4),
  ),
  evenOdd(
    'a hole that touches its ring in a node',
    34,
    withSouthernNodes(3),
    ring('inner', 3, 0, 4, 2, 2, 2),
  ),
  evenOdd(
    'a hole that touches its ring between nodes',
    34,
    square('outer', 0, 6),
    ring('inner', 3, 0, 4, 2, 2, 2),
  ),
  evenOdd(
    'a hole that touches its ring in two nodes',
    30,
    ring('outer', 0, 0, 3, 0, 6, 0, 6, 6, 3, 6, 0, 6),
    ring('inner', 3, 0, 4, 3, 3, 6, 2, 3),
  ),
  evenOdd('a hole that shares an edge with its ring', 32, withSouthernNodes(2, 4), box('inner', 2, 0, 4, 2)),
  evenOdd(
    'a hole that lies against its ring without shared nodes',
    32,
    square('outer', 0, 6),
    box('inner', 2, 0, 4, 2),
  ),
  evenOdd(
    'a hole that shares a corner and two edges with its ring',
    32,
    ring('outer', 0, 0, 2, 0, 6, 0, 6, 6, 0, 6, 0, 2),
    square('inner', 0, 2),
  ),
  evenOdd(
    'a hole that parts its ring',
    24,
    ring('outer', 0, 0, 2, 0, 4, 0, 6, 0, 6, 6, 4, 6, 2, 6, 0, 6),
    box('inner', 2, 0, 4, 6),
  ),
  evenOdd('a hole that is its ring', 0, square('outer', 0, 6), square('inner', 0, 6)),
  evenOdd(
    'an island that touches its hole in a node',
    21.5,
    square('outer', 0, 6),
    square('inner', 1, 5),
    ring('outer', 1, 1, 3, 2, 2, 3),
  ),
  evenOdd(
    'an island that shares an edge with its hole',
    24,
    square('outer', 0, 6),
    ring('inner', 1, 1, 2, 1, 4, 1, 5, 1, 5, 5, 1, 5),
    box('outer', 2, 1, 4, 3),
  ),
  evenOdd(
    'an island that fills its hole',
    36,
    square('outer', 0, 6),
    square('inner', 2, 4),
    square('outer', 2, 4),
  ),

  // Outer rings that touch.
  evenOdd('two rings that touch in a node', 8, square('outer', 0, 2), square('outer', 2, 4)),
  evenOdd(
    'two rings that touch in two nodes',
    4,
    ring('outer', 0, 2, 2, 0, 4, 2, 2, 1),
    ring('outer', 0, 2, 2, 3, 4, 2, 2, 4),
  ),
  evenOdd('two rings that share an edge', 8, box('outer', 0, 0, 2, 2), box('outer', 2, 0, 4, 2)),
  evenOdd(
    'two rings that lie against each other without shared nodes',
    12,
    box('outer', 0, 0, 2, 4),
    box('outer', 2, 1, 4, 3),
  ),
  evenOdd(
    'three rings that touch in one node',
    5,
    ring('outer', 2, 2, 0, 1, 1, 0),
    ring('outer', 2, 2, 3, 0, 4, 1),
    ring('outer', 2, 2, 3, 4, 1, 4),
  ),
  evenOdd(
    'four rings that touch around a gap',
    4,
    box('outer', 1, 0, 2, 1),
    box('outer', 2, 1, 3, 2),
    box('outer', 1, 2, 2, 3),
    box('outer', 0, 1, 1, 2),
  ),

  // Rings that meet themselves.
  evenOdd('a ring that passes a node twice', 8, ring('outer', 0, 0, 2, 2, 4, 0, 4, 4, 2, 2, 0, 4)),
  evenOdd('a ring that crosses itself between nodes', 8, ring('outer', 0, 0, 4, 4, 4, 0, 0, 4)),
  evenOdd('a ring that winds twice', 28, ring('outer', 0, 0, 6, 0, 6, 6, 2, 6, 2, 2, 4, 2, 4, 4, 0, 4)),
  evenOdd(
    'a ring that winds twice through a node',
    28,
    ring('outer', 0, 0, 6, 0, 6, 6, 2, 6, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 0, 4),
  ),
  evenOdd(
    'a ring that draws its hole, too',
    34,
    ring('outer', 3, 0, 6, 0, 6, 6, 0, 6, 0, 0, 3, 0, 2, 2, 4, 2),
  ),
  evenOdd('a spike', 16, ring('outer', 0, 0, 4, 0, 4, 2, 7, 2, 4, 2, 4, 4, 0, 4)),
  evenOdd('a spike inwards', 16, ring('outer', 0, 0, 4, 0, 4, 2, 1, 2, 4, 2, 4, 4, 0, 4)),
  evenOdd(
    'a spike of several nodes',
    16,
    ring('outer', 0, 0, 4, 0, 4, 2, 5, 2, 6, 3, 7, 3, 6, 3, 5, 2, 4, 2, 4, 4, 0, 4),
  ),
  evenOdd('a spike that folds short', 16, ring('outer', 0, 0, 4, 0, 4, 6, 4, 4, 0, 4)),
  evenOdd('nodes that are repeated', 16, ring('outer', 0, 0, 0, 0, 4, 0, 4, 0, 4, 0, 4, 4, 0, 4)),
  byRoles(
    'a ring without area beside one that has some',
    4,
    ring('outer', 0, 0, 4, 4),
    square('outer', 6, 8),
  ),
  byRoles(
    'a ring on one line beside one that has area',
    4,
    ring('outer', 0, 0, 2, 0, 4, 0),
    square('outer', 6, 8),
  ),

  // Rings that are drawn several times.
  byRoles('a ring that is drawn twice', 36, square('outer', 0, 6), square('outer', 0, 6)),
  byRoles(
    'a ring that is drawn three times',
    36,
    square('outer', 0, 6),
    square('', 0, 6),
    square('outer', 0, 6),
  ),
  byRoles(
    'a hole that is drawn twice',
    32,
    square('outer', 0, 6),
    square('inner', 2, 4),
    square('inner', 2, 4),
  ),
  byRoles(
    'a ring that another of its kind holds, with a common edge',
    36,
    withSouthernNodes(2, 4),
    box('outer', 2, 0, 4, 2),
  ),

  // Rings that overlap.
  byRoles('two rings that cross', 28, square('outer', 0, 4), square('outer', 2, 6)),
  byRoles(
    'three rings in a row that cross',
    46,
    square('outer', 0, 4),
    square('', 3, 7),
    square('outer', 6, 10),
  ),
  byRoles('two holes that cross', 50, square('outer', 0, 9), square('inner', 1, 5), square('inner', 4, 8)),
  byRoles(
    'two holes without roles that cross',
    50,
    square('outer', 0, 9),
    square('', 1, 5),
    square('', 4, 8),
  ),
  byRoles('a hole that reaches out', 14, square('outer', 0, 4), box('inner', 2, 2, 6, 3)),
  byRoles('a hole that goes right through', 24, square('outer', 0, 6), box('inner', -1, 2, 7, 4)),
  byRoles(
    'a hole that goes right through along its ring',
    8,
    square('outer', 0, 4),
    box('inner', 2, 0, 6, 4),
  ),
  byRoles(
    'an island that reaches out of its hole',
    88,
    square('outer', 0, 10),
    square('inner', 2, 6),
    box('outer', 4, 3, 8, 5),
  ),
  byRoles(
    'a hole in what two rings share',
    52,
    square('outer', 0, 6),
    square('outer', 2, 8),
    square('inner', 3, 5),
  ),
  byRoles(
    'two rings that cross in a hole',
    172,
    square('outer', 0, 20),
    square('inner', 2, 18),
    square('outer', 4, 8),
    square('outer', 6, 10),
  ),
  byRoles(
    'two rings that cross beside one with a hole without a role',
    103,
    square('outer', 0, 10),
    square('', 2, 4),
    box('outer', 20, 0, 22, 2),
    box('outer', 21, 1, 23, 3),
  ),
  evenOdd(
    'two rings that cross in nodes of both',
    14,
    ring('outer', 0, 1, 0, 3, 2, 3, 3, 3, 3, 1, 2, 1),
    ring('outer', 2, 4, 5, 4, 5, 0, 2, 0, 2, 1, 2, 3),
  ),
]

/**
 * The rings as ways: started anywhere, cut anywhere, in any direction and order, all as the choices say. With all choices 0, each ring is
 * one way as drawn.
 */
export const waysOfRings = (rings: readonly ShapeRing[], choices: readonly number[]): MemberWay[] => {
  let asked = 0
  const choose = (below: number): number => choices[asked++ % choices.length] % below
  const ways: MemberWay[] = []
  for (const { role, line } of rings) {
    const count = line.length / 2
    const start = choose(count)
    const at = (step: number): readonly number[] => {
      const index = 2 * ((start + step) % count)
      return [line[index] * UNITS_PER_DEGREE, line[index + 1] * UNITS_PER_DEGREE]
    }
    let way = [at(0)]
    for (let step = 1; step <= count; step++) {
      way.push(at(step))
      if (step < count && choose(3) !== 1) continue
      const drawn = choose(2) ? way.toReversed() : way
      const id = ways.length
      ways.splice(id - choose(id + 1), 0, { id, role, coords: Int32Array.from(drawn.flat()) })
      way = [at(step)]
    }
  }
  return ways
}
