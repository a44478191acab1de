/**
 * Ways that anybody may draw and nobody should: each is a legal relation that costs a naive kernel far more than its size. Numbers are
 * drawn from a seed, so that a failure can be repeated.
 */
import { UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'

/** `[lon, lat, …]` in units of 1e-7 degrees. */
export type Line = readonly number[]

/** Ways of one relation; those that continue each other share the positions at their ends. */
export type HostileShape = (size: number, random: () => number) => readonly Line[]

const units = (degrees: number): number => Math.round(degrees * UNITS_PER_DEGREE)
const at = (lon: number, lat: number): Line => [units(lon), units(lat)]
const range = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const closed = (line: Line): Line => [...line, line[0], line[1]]

const MAX_LON = 180
const MAX_LAT = 90

/** A ring of random positions: crosses itself about size²/10 times. */
const randomRing: HostileShape = (size, random) => [
  closed(range(size, () => at(8 * random(), 8 * random())).flat()),
]

/** The same cut into ways of two positions. */
const randomPieces: HostileShape = (size, random) => {
  const [ring] = randomRing(size, random)
  return range(size, (i) => ring.slice(2 * i, 2 * i + 4))
}

/** Winds inwards with an arm's width of a few units, then back across all arms. */
const spiral: HostileShape = (size) => [
  closed(
    range(size, (i) => {
      const [angle, radius] = [i / 8, 1 - i / size]
      return at(3 + radius * Math.cos(angle), 3 + radius * Math.sin(angle))
    }).flat(),
  ),
]

/** Two combs whose teeth cross each other: (size / 4)² crossings. */
const combs: HostileShape = (size) => {
  const teeth = Math.floor(size / 4)
  const comb = (place: (along: number, out: number) => Line): Line =>
    closed(range(teeth, (i) => [...place(i / teeth, 0), ...place((i + 0.5) / teeth, 1)]).flat())
  return [comb((along, out) => at(along, out)), comb((along, out) => at(out, along))]
}

/** A comb without a crossing, whose teeth are long, thin and slanted, with an island between any two: their boxes all meet. */
const islandsInComb: HostileShape = (size) => {
  const teeth = Math.floor(size / 8)
  const slant = (along: number, out: number): Line => at(along + 2 * out, 2 * out)
  const comb = closed([
    ...range(teeth, (i) => [...slant(i / teeth, 0), ...slant((i + 0.3) / teeth, 1)]).flat(),
    ...slant(1, -0.1),
    ...slant(0, -0.1),
  ])
  const islands = range(teeth, (i): Line => {
    const [along, out] = [(i + 0.65) / teeth, 0.1 + 0.8 * (i / teeth)]
    const side = 0.01 / teeth
    return closed([...slant(along, out), ...slant(along + side, out), ...slant(along, out + side)])
  })
  return [comb, ...islands]
}

/** Every way leads from one position to a random one and back by another. */
const star: HostileShape = (size, random) =>
  range(Math.floor(size / 3), () =>
    closed([...at(1, 1), ...at(2 * random(), 2 * random()), ...at(2 * random(), 2 * random())]),
  )

/** Ways from one position that end nowhere. */
const openStar: HostileShape = (size, random) =>
  range(size, () => [...at(1, 1), ...at(2 * random(), 2 * random())])

/** Rings that touch their neighbours in a position. */
const touchingRings: HostileShape = (size) => {
  const side = Math.max(1, Math.floor(Math.sqrt(size / 4)))
  return range(side * side, (i) => {
    const [x, y] = [(i % side) / 100, Math.floor(i / side) / 100]
    return closed([
      ...at(x, y + 0.005),
      ...at(x + 0.005, y),
      ...at(x + 0.01, y + 0.005),
      ...at(x + 0.005, y + 0.01),
    ])
  })
}

const tinyRings: HostileShape = (size, random) =>
  range(Math.floor(size / 3), () => {
    const [x, y] = at(10 * random(), 10 * random())
    return closed([x, y, x + 3, y, x, y + 3])
  })

/** One ring around the other. */
const nestedRings: HostileShape = (size) => {
  const rings = Math.floor(size / 4)
  return range(rings, (i) => {
    const reach = (i + 1) / rings
    return closed([...at(-reach, -reach), ...at(reach, -reach), ...at(reach, reach), ...at(-reach, reach)])
  })
}

/** The same ring again and again, as ways of their own. */
const copies: HostileShape = (size, random) => {
  const [ring] = randomRing(12, random)
  return range(Math.floor(size / 12), () => ring)
}

/** Edges without a length, and edges back along themselves. */
const folded: HostileShape = (size, random) => {
  const line: number[] = []
  for (let i = 0; i < size / 4; i++) {
    const [x, y] = at(random(), random())
    line.push(x, y, x, y, x + 500, y, x, y)
  }
  return [closed(line)]
}

/** Long edges side by side, a unit apart, that cross further along with every rounding. */
const bundle: HostileShape = (size) => [
  closed(range(size, (i): Line => (i % 2 === 0 ? [i, 0] : [units(9) + (size - i), units(1)])).flat()),
]

/** Crosses the antimeridian with every edge. */
const acrossSeam: HostileShape = (size, random) => [
  closed(range(size, (i) => at(i % 2 === 0 ? 179.5 : -179.5, -60 + 100 * random())).flat()),
]

/** Crosses the antimeridian with every edge, in one position. */
const throughOneOfSeam: HostileShape = (size) => [
  closed(
    range(size, (i): Line => {
      const [reach, lift] = [1 + i, i % 4 < 2 ? i : -i]
      return i % 2 === 0 ? [units(MAX_LON) - reach, lift] : [reach - units(MAX_LON), -lift]
    }).flat(),
  ),
]

/** Winds around the pole, again and again. */
const aroundPole: HostileShape = (size, random) => [
  closed(range(size, (i) => at(((i * 70) % 360) - MAX_LON, 80 + 9 * random())).flat()),
]

/** Edges along the rim of the map. */
const alongRim: HostileShape = (size, random) => [
  closed(
    range(size, (i) => {
      const along = 2 * random() - 1
      return i % 2 === 0 ? at(MAX_LON * Math.sign(along), MAX_LAT * along) : at(MAX_LON * along, MAX_LAT)
    }).flat(),
  ),
]

/** A comb whose positions all have one place in a hash table that mixes its keys with the multipliers of MurmurHash3. */
const colliding: HostileShape = (size) => {
  const [inverse, multiplier] = [inverseOf(0x1b873593), 0xcc9e2d51]
  const found: Line[] = []
  for (let x = units(1); found.length < size; x++) {
    const y = Math.imul(inverse, Math.imul(x, multiplier) ^ 0x5bd1e995)
    if (Math.abs(y) < units(80)) found.push([x, y])
  }
  // Ways of one edge, so that each position is the end of two.
  const ring = [...found.flat(), found[size - 1][0], units(85), ...[found[0][0], units(85)], ...found[0]]
  return range(ring.length / 2 - 1, (i) => ring.slice(2 * i, 2 * i + 4))
}

/** Newton's iteration for the inverse of an odd number modulo 2^32. */
const inverseOf = (odd: number): number => {
  let inverse = odd
  for (let step = 0; step < 5; step++) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse))
  return inverse
}

export const HOSTILE_SHAPES: Readonly<Record<string, HostileShape>> = {
  'a ring of random positions': randomRing,
  'a ring of random positions in pieces': randomPieces,
  'a spiral': spiral,
  'two combs across each other': combs,
  'islands between the teeth of a comb': islandsInComb,
  'a star of rings': star,
  'a star of open ways': openStar,
  'rings that touch': touchingRings,
  'tiny rings': tinyRings,
  'rings around each other': nestedRings,
  'copies of a ring': copies,
  'folds and edges without a length': folded,
  'long edges side by side': bundle,
  'a ring across the antimeridian': acrossSeam,
  'a ring through one position of the antimeridian': throughOneOfSeam,
  'a ring around the pole': aroundPole,
  'a ring along the rim of the map': alongRim,
  'positions that collide in a hash table': colliding,
}
