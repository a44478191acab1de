/** Runs of consecutive edges with a box around each: one test shows that all edges of a run lie on one side of a line. */

/** Edges in a run. Runs begin at multiples of it, so each has its place in the list of boxes. */
export const RUN = 8

/**
 * Returns `[west, south, east, north]` around each run; edges left over at the end are in none.
 *
 * @param segments `[lon, lat, lon, lat]` of each edge, in units
 */
export const boxesOfRuns = (segments: Int32Array): Int32Array => {
  const boxes = new Int32Array(4 * Math.floor(segments.length / (4 * RUN)))
  let at = 0
  for (let box = 0; box < boxes.length; box += 4) {
    let west = segments[at]
    let south = segments[at + 1]
    let east = west
    let north = south
    for (const end = at + 4 * RUN; at < end; at += 2) {
      const lon = segments[at]
      const lat = segments[at + 1]
      if (lon < west) west = lon
      else if (lon > east) east = lon
      if (lat < south) south = lat
      else if (lat > north) north = lat
    }
    boxes[box] = west
    boxes[box + 1] = south
    boxes[box + 2] = east
    boxes[box + 3] = north
  }
  return boxes
}
