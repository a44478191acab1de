/**
 * Seeded shapes for tests and benches: the same seed gives the same polygon on every machine. Coordinates are in degrees as
 * GeoJSON writes them (rings without their closing position), so that they serve peers as well as our own kernels.
 */
import { type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'

export type Ring = readonly (readonly [lon: number, lat: number])[]
export type PolygonRings = readonly Ring[]
export type Random = () => number

/** Mulberry32: a small generator of numbers in [0, 1) whose whole state is its seed. */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Polygons in degrees as fixed-point rings. Positions that fall together in fixed point are kept once. */
export const ringsOf = (polygons: readonly PolygonRings[]): Rings => {
  const coords: number[] = []
  const ringEnds: number[] = []
  const polygonEnds: number[] = []
  for (const polygon of polygons) {
    for (const ring of polygon) {
      const start = coords.length
      for (const [lon, lat] of ring) {
        const x = Math.round(lon * UNITS_PER_DEGREE)
        const y = Math.round(lat * UNITS_PER_DEGREE)
        if (coords.length === start || coords.at(-2) !== x || coords.at(-1) !== y) coords.push(x, y)
      }
      if (
        coords.length > start + 2 &&
        coords[start] === coords.at(-2) &&
        coords[start + 1] === coords.at(-1)
      ) {
        coords.length -= 2
      }
      ringEnds.push(coords.length / 2)
    }
    polygonEnds.push(ringEnds.length)
  }
  return {
    coords: Int32Array.from(coords),
    ringEnds: Uint32Array.from(ringEnds),
    polygonEnds: Uint32Array.from(polygonEnds),
  }
}

export const boxRing = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]

export const clockwise = (ring: Ring): Ring => [...ring].reverse()

/** A ring whose radius changes at random from corner to corner: concave, never crossing itself. */
export const starRing = (
  random: Random,
  options: { lon: number; lat: number; radius: number; corners: number },
): Ring =>
  Array.from({ length: options.corners }, (_, corner) => {
    const angle = (corner / options.corners) * 2 * Math.PI
    const reach = options.radius * (0.2 + 0.8 * random())
    return [options.lon + reach * Math.cos(angle), options.lat + reach * Math.sin(angle)] as const
  })

/** A coast: midpoints of a circle's arcs moved in and out again and again; its radius is a function of the angle, so it never crosses itself. */
export const coastRing = (
  random: Random,
  options: { lon: number; lat: number; radius: number; doublings: number; roughness?: number },
): Ring => {
  let reach = [1, 1, 1, 1, 1, 1, 1, 1]
  let amplitude = options.roughness ?? 0.35
  for (let doubling = 0; doubling < options.doublings; doubling++) {
    reach = reach.flatMap((value, i) => {
      const next = reach[(i + 1) % reach.length]
      return [value, Math.max(0.15, (value + next) / 2 + amplitude * (random() - 0.5))]
    })
    amplitude *= 0.55
  }
  return reach.map((value, i) => {
    const angle = (i / reach.length) * 2 * Math.PI
    return [
      options.lon + options.radius * value * Math.cos(angle),
      options.lat + options.radius * value * Math.sin(angle),
    ] as const
  })
}

/** Islands on a square grid, so that they never meet, each a small coast of its own. */
export const archipelago = (
  random: Random,
  options: { lon: number; lat: number; islands: number; spacing: number; doublings: number },
): readonly PolygonRings[] => {
  const side = Math.ceil(Math.sqrt(options.islands))
  return Array.from({ length: options.islands }, (_, island) => [
    coastRing(random, {
      lon: options.lon + (island % side) * options.spacing,
      lat: options.lat + Math.floor(island / side) * options.spacing,
      radius: options.spacing * (0.03 + 0.22 * random() ** 3),
      doublings: options.doublings,
    }),
  ])
}

/** A country with a lake, an island in the lake, a pond on the island, and so on: every second ring is land. */
export const nestedEnclaves = (
  random: Random,
  options: { lon: number; lat: number; radius: number; depth: number; doublings: number },
): readonly PolygonRings[] => {
  const rings = Array.from({ length: options.depth }, (_, level) =>
    coastRing(random, {
      lon: options.lon,
      lat: options.lat,
      radius: options.radius * 0.55 ** level,
      doublings: options.doublings,
      roughness: 0.12,
    }),
  )
  return rings.flatMap((ring, level) => {
    if (level % 2 === 1) return []
    return [level + 1 < rings.length ? [ring, clockwise(rings[level + 1])] : [ring]]
  })
}

/** A long thin land that winds up and down: `teeth` fjords and as many peninsulas, each `gap` wide. */
export const combRing = (options: {
  lon: number
  lat: number
  teeth: number
  gap: number
  length: number
}): Ring => {
  const { lon, lat, teeth, gap, length } = options
  const top = Array.from({ length: teeth }, (_, tooth) => {
    const x = lon + 2 * tooth * gap
    return [
      [x, lat + length],
      [x + gap, lat + length],
      [x + gap, lat],
      [x + 2 * gap, lat],
    ] as const
  }).flat()
  return [[lon, lat - gap] as const, ...top.map(([x, y]) => [x, y] as const)]
    .concat([[lon + 2 * teeth * gap, lat - gap] as const])
    .reverse()
}
