/** Extent of a run of positions in the plane, in units; ignores that longitudes wrap at the antimeridian. */

/**
 * Returns `[west, south, east, north]` of the positions from `start` to before `end`; infinite and inverted if there are
 * none.
 */
export const extentOf = (
  coords: Int32Array,
  start = 0,
  end = coords.length / 2,
): [west: number, south: number, east: number, north: number] => {
  let west = Infinity
  let south = Infinity
  let east = -Infinity
  let north = -Infinity
  for (let i = 2 * start; i < 2 * end; i += 2) {
    const x = coords[i]
    const y = coords[i + 1]
    if (x < west) west = x
    if (x > east) east = x
    if (y < south) south = y
    if (y > north) north = y
  }
  return [west, south, east, north]
}
