/**
 * Simplifies a geometry to a number of vertices. The weights of `weights.ts` give the order in which vertices are dropped;
 * small rings are dropped before the others lose too much; if rings then cross or end up on the wrong side,
 * `repair-crossings.ts` restores vertices.
 */
import { groundAreaOfRing, planarAreaOfRing } from './area.ts'
import { polygonCount, polygonStart, type Rings, ringCount, ringStart, vertexCount } from './rings.ts'
import { repairCrossings } from './simplification/repair-crossings.ts'
import { PINNED } from './weights.ts'

/**
 * Returns about `budget` vertices, closing positions counted, within a tenth if the rings allow it; the same object if it
 * has no more. Valid rings stay valid and keep their direction. The result is never empty: the largest ring always stays. O(n log n) in the
 * vertices.
 */
export const simplifyToBudget = (rings: Rings, weights: Uint16Array, budget: number): Rings => {
  if (weights.length * 2 !== rings.coords.length) {
    throw new RangeError(
      `There are ${weights.length} weights for ${rings.coords.length / 2} positions; each position needs one.`,
    )
  }
  if (vertexCount(rings) <= budget) return rings
  const least = leastVertices(rings, weights)
  let staying = new Uint8Array(least.length).fill(1)
  let best = rings
  let aim = budget
  let [tooFew, tooMany] = [0, Number.POSITIVE_INFINITY]
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (aim < least.reduce((sum, count, ring) => sum + staying[ring] * count, 0)) {
      staying = ringsWithinBudget(rings, least, budget)
      aim = budget
      ;[tooFew, tooMany] = [0, Number.POSITIVE_INFINITY]
    }
    const kept = lightestAway(rings, weights, staying, aim)
    repairCrossings(rings, weights, staying, kept)
    const simplified = extract(rings, staying, kept)
    const surplus = vertexCount(simplified) - budget
    if (Math.abs(surplus) < Math.abs(vertexCount(best) - budget)) best = simplified
    if (Math.abs(surplus) <= TOLERANCE * budget) break
    // Vertices restored at crossings are dropped elsewhere. That may remove crossings, so the target is bracketed.
    if (surplus > 0) tooMany = aim
    else tooFew = aim
    aim = tooFew > 0 && tooMany < Number.POSITIVE_INFINITY ? (tooFew + tooMany) / 2 : aim - surplus
  }
  return best
}

const TOLERANCE = 0.08
const MAX_ATTEMPTS = 6

/** Returns the minimum of vertices of each ring, including the closing one. */
const leastVertices = (rings: Rings, weights: Uint16Array): Uint32Array => {
  const least = new Uint32Array(ringCount(rings)).fill(1)
  for (let ring = 0; ring < least.length; ring++) {
    for (let i = ringStart(rings, ring); i < rings.ringEnds[ring]; i++)
      if (weights[i] === PINNED) least[ring]++
  }
  return least
}

/**
 * Marks the largest rings with 1: as many as fit into half of the budget at their minimum, or more if all of their vertices
 * fit. The largest one always stays.
 */
const ringsWithinBudget = (rings: Rings, least: Uint32Array, budget: number): Uint8Array<ArrayBuffer> => {
  const areas = Float64Array.from(least, (_, ring) => Math.abs(groundAreaOfRing(rings, ring)))
  const largestFirst = Uint32Array.from(least, (_, ring) => ring).sort((a, b) => areas[b] - areas[a] || a - b)
  const staying = new Uint8Array(least.length)
  let needed = 0
  let present = 0
  for (const ring of largestFirst) {
    needed += least[ring]
    present += 1 + rings.ringEnds[ring] - ringStart(rings, ring)
    if (needed > budget / 2 && present > budget && ring !== largestFirst[0]) break
    staying[ring] = 1
  }
  // A hole is dropped with its exterior.
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const exterior = polygonStart(rings, polygon)
    if (!staying[exterior]) staying.fill(0, exterior, rings.polygonEnds[polygon])
  }
  return staying
}

/** Marks kept vertices with 1: about `aim` of them, closing positions counted. */
const lightestAway = (rings: Rings, weights: Uint16Array, staying: Uint8Array, aim: number): Uint8Array => {
  const counts = new Uint32Array(PINNED + 1)
  let left = aim
  forEachVertex(rings, staying, (vertex) => counts[weights[vertex]]++)
  for (let ring = 0; ring < staying.length; ring++) left -= staying[ring]

  let threshold = PINNED
  left -= counts[PINNED]
  while (threshold > 0 && left >= counts[threshold - 1]) left -= counts[--threshold]
  // Vertices that weigh just less than the threshold fill the remaining room. A hash of their position chooses them: it is
  // the same on both sides of a border, and spreads them evenly if a shape has many equal weights.
  const share = threshold > 0 ? Math.max(0, left) / counts[threshold - 1] : 0

  const kept = new Uint8Array(weights.length)
  forEachVertex(rings, staying, (vertex) => {
    const weight = weights[vertex]
    const keeps = weight >= threshold || (weight === threshold - 1 && hash01(rings.coords, vertex) < share)
    if (keeps) kept[vertex] = 1
  })
  return kept
}

const forEachVertex = (rings: Rings, staying: Uint8Array, visit: (vertex: number) => void): void => {
  for (let ring = 0; ring < staying.length; ring++) {
    if (!staying[ring]) continue
    for (let vertex = ringStart(rings, ring); vertex < rings.ringEnds[ring]; vertex++) visit(vertex)
  }
}

/** A number in [0, 1) drawn from the coordinates: MurmurHash3's mixing steps. */
const hash01 = (coords: Int32Array, vertex: number): number => {
  let hash = Math.imul(coords[2 * vertex], 0xcc9e2d51) ^ Math.imul(coords[2 * vertex + 1], 0x1b873593)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

const extract = (rings: Rings, staying: Uint8Array, kept: Uint8Array): Rings => {
  let positions = 0
  for (let vertex = 0; vertex < kept.length; vertex++) positions += kept[vertex]
  const coords = new Int32Array(2 * positions)
  const ringEnds: number[] = []
  const polygonEnds: number[] = []
  const sources: number[] = []
  let length = 0
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const exterior = polygonStart(rings, polygon)
    if (!staying[exterior]) continue
    for (let ring = exterior; ring < rings.polygonEnds[polygon]; ring++) {
      if (!staying[ring]) continue
      for (let vertex = ringStart(rings, ring); vertex < rings.ringEnds[ring]; vertex++) {
        if (!kept[vertex]) continue
        coords[length++] = rings.coords[2 * vertex]
        coords[length++] = rings.coords[2 * vertex + 1]
      }
      ringEnds.push(length / 2)
      sources.push(ring)
    }
    polygonEnds.push(ringEnds.length)
  }
  const simplified = {
    coords,
    ringEnds: Uint32Array.from(ringEnds),
    polygonEnds: Uint32Array.from(polygonEnds),
  }
  keepDirections(rings, sources, simplified)
  return simplified
}

/** A winding ring, such as a strait with both shores, may keep only three vertices that run in the opposite direction. */
const keepDirections = (rings: Rings, sources: readonly number[], simplified: Rings): void => {
  sources.forEach((source, ring) => {
    if (planarAreaOfRing(rings, source) > 0 === planarAreaOfRing(simplified, ring) > 0) return
    const { coords } = simplified
    let first = 2 * ringStart(simplified, ring)
    let last = 2 * simplified.ringEnds[ring] - 2
    for (; first < last; first += 2, last -= 2) {
      const [lon, lat] = [coords[first], coords[first + 1]]
      coords[first] = coords[last]
      coords[first + 1] = coords[last + 1]
      coords[last] = lon
      coords[last + 1] = lat
    }
  })
}
