/** Random areas for property tests (fast-check), most of them in every way invalid. */
import fc from 'fast-check'
import type { Rings } from '../../src/domain/geometry/rings.ts'

/** Rings as lists of integers `[x, y, …]`, by polygon. */
export type PlainPolygons = readonly (readonly (readonly number[])[])[]

export const ringsOfPlain = (polygons: PlainPolygons): Rings => {
  const rings = polygons.flat()
  let positions = 0
  let ringCount = 0
  return {
    coords: Int32Array.from(rings.flat()),
    ringEnds: Uint32Array.from(rings, (ring) => (positions += ring.length / 2)),
    polygonEnds: Uint32Array.from(polygons, (polygon) => (ringCount += polygon.length)),
  }
}

/**
 * Up to three polygons of up to three rings whose corners lie on a small lattice, so that crossings, touches, overlaps, spikes and
 * repeats are the rule; the lattice constant goes up to continental distances.
 */
export const tangledPolygons = (options: {
  corners: number
  spacings: readonly number[]
}): fc.Arbitrary<Rings> =>
  fc
    .tuple(fc.constantFrom(3, 4, 6, 9, 20), fc.constantFrom(...options.spacings))
    .chain(([side, spacing]) => {
      const coordinate = fc.integer({ min: -side, max: side }).map((step) => step * spacing)
      const corner = fc.tuple(coordinate, coordinate)
      const ring = fc
        .array(corner, { minLength: 3, maxLength: options.corners })
        .map((corners) => corners.flat())
      const polygon = fc.array(ring, { minLength: 1, maxLength: 3 })
      return fc.array(polygon, { minLength: 1, maxLength: 3 })
    })
    .map(ringsOfPlain)

/** One ring that crosses itself again and again, with corners anywhere on Earth. */
export const scribble = (corners: number): fc.Arbitrary<Rings> =>
  fc
    .array(fc.tuple(fc.integer({ min: -1.8e9, max: 1.8e9 }), fc.integer({ min: -9e8, max: 9e8 })), {
      minLength: 3,
      maxLength: corners,
    })
    .map((positions) => ringsOfPlain([[positions.flat()]]))

/** Unit squares of a lattice in random order and direction, each a polygon: they share edges, corners, or nothing. */
export const touchingSquares = (side: number, size: number): fc.Arbitrary<Rings> =>
  fc
    .uniqueArray(fc.tuple(fc.nat(side - 1), fc.nat(side - 1), fc.boolean()), {
      minLength: 1,
      maxLength: side * side,
      selector: ([column, row]) => column * side + row,
    })
    .map((cells) =>
      ringsOfPlain(
        cells.map(([column, row, clockwise]) => {
          const [x, y] = [column * size, row * size]
          const ring = [x, y, x + size, y, x + size, y + size, x, y + size]
          return [clockwise ? [x, y, ...reversed(ring.slice(2))] : ring]
        }),
      ),
    )

const reversed = (ring: readonly number[]): number[] =>
  Array.from({ length: ring.length / 2 }, (_, i) =>
    ring.slice(ring.length - 2 * i - 2, ring.length - 2 * i),
  ).flat()
