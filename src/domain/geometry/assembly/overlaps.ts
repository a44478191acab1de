/** Finds rings that overlap: those that cross, and those of one role on the same side of a shared edge. */

import type { RingLines } from '../arrangement/ring-lines.ts'
import { strandStart } from '../arrangement/strands.ts'
import { type Faces, walkFaces } from '../arrangement/walk-faces.ts'
import { joinCrossing, type Passage } from './crossing-passages.ts'
import { DisjointSets } from './disjoint-sets.ts'

/** Returns the group of overlapping rings that each ring belongs to. */
export const overlapsOf = (lines: RingLines, faces: Faces): Int32Array => {
  const groups = new DisjointSets(lines.noded.ends.length)
  const join: Join = (ring, other) => groups.join(ring, other)
  joinAtJunctions(lines, join)
  if (joinAlongEdges(lines, join)) joinAcrossEdges(lines, ringsAround(lines, faces), join)
  return lines.noded.ends.map((_, ring) => groups.find(ring))
}

type Join = (ring: number, other: number) => void

const joinAtJunctions = ({ noded, graph, halfOf }: RingLines, join: Join): void => {
  const { ends, junctions } = noded
  const { placeAround, aroundStarts } = graph
  const at: Passage[][] = Array.from({ length: aroundStarts.length - 1 }, () => [])
  const pass = (ring: number, arriving: number, leaving: number): void => {
    const node = leaving & 1 ? graph.head[leaving >> 1] : graph.tail[leaving >> 1]
    const [one, other] = [placeAround[arriving ^ 1], placeAround[leaving]]
    if (one !== other) at[node].push({ ring, low: Math.min(one, other), high: Math.max(one, other) })
  }
  for (let ring = 0; ring < ends.length; ring++) {
    const start = strandStart(noded, ring)
    const last = ends[ring] - 1
    if (junctions[start]) pass(ring, halfOf[last - 1], halfOf[start])
    for (let position = start + 1; position < last; position++)
      if (junctions[position]) pass(ring, halfOf[position - 1], halfOf[position])
  }
  for (const passages of at) if (passages.length > 1) joinCrossing(passages, join)
}

/** Joins rings of one role on one side of an edge. Returns true if any rings share edges. */
const joinAlongEdges = ({ noded, starts, rings, halves }: RingLines, join: Join): boolean => {
  let areShared = false
  for (let chain = 0; chain < starts.length - 1; chain++) {
    if (starts[chain + 1] - starts[chain] < 2) continue
    areShared = true
    /** The last ring of each role and direction. */
    const known = [-1, -1, -1, -1]
    for (let i = starts[chain]; i < starts[chain + 1]; i++) {
      const kind = 2 * noded.weights[2 * rings[i]] + (halves[i] & 1)
      if (known[kind] >= 0) join(known[kind], rings[i])
      known[kind] = rings[i]
    }
  }
  return areShared
}

/** Joins rings that enter an edge on one side of each other and leave it on the other. */
const joinAcrossEdges = (
  { noded, halfOf, starts, rings }: RingLines,
  around: Int32Array,
  join: Join,
): void => {
  const isShared = (half: number): boolean => starts[(half >> 1) + 1] - starts[half >> 1] > 1
  const isJoined = new Uint8Array(starts.length)
  const joinAll = (half: number): void => {
    if (isJoined[half >> 1]) return
    isJoined[half >> 1] = 1
    for (let i = starts[half >> 1] + 1; i < starts[(half >> 1) + 1]; i++) join(rings[i - 1], rings[i])
  }
  for (let ring = 0; ring < noded.ends.length; ring++) {
    const start = strandStart(noded, ring)
    const length = noded.ends[ring] - 1 - start
    let own = 0
    while (own < length && isShared(halfOf[start + own])) own++
    if (own === length) continue
    for (let step = 1, since = 0; step <= length; step++) {
      const half = halfOf[start + ((own + step) % length)]
      if (isShared(half)) continue
      const before = halfOf[start + ((own + since) % length)]
      if (around[half >> 1] !== around[before >> 1])
        for (let i = since + 1; i < step; i++) joinAll(halfOf[start + ((own + i) % length)])
      since = step
    }
  }
}

/** Returns, for each chain with a single ring, the number of other rings around it. */
const ringsAround = (lines: RingLines, faces: Faces): Int32Array => {
  const { starts, rings, graph, noded } = lines
  const around = new Int32Array(faces.count)
  const isWithin = new Uint8Array(noded.ends.length)
  let count = 0
  walkFaces(faces, {
    cross: (half) => {
      for (let i = starts[half >> 1]; i < starts[(half >> 1) + 1]; i++) {
        isWithin[rings[i]] ^= 1
        count += isWithin[rings[i]] ? 1 : -1
      }
    },
    enter: (face) => {
      around[face] = count
    },
  })
  return Int32Array.from(graph.from, (_, chain) =>
    Math.min(around[faces.of[2 * chain]], around[faces.of[2 * chain + 1]]),
  )
}
