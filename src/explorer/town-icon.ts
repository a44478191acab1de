/** The dot of a town as a signed distance field, so that each scheme and each size can draw it from the same image. */

const SIDE = 24
const RADIUS = 6
/** MapLibre draws an edge where alpha is three quarters, and takes a change of the whole alpha for 8 pixels. */
const EDGE = 0.75
const RANGE = 8

export const townIcon = () => {
  const data = new Uint8ClampedArray(4 * SIDE * SIDE)
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    const [x, y] = [(pixel % SIDE) + 0.5 - SIDE / 2, Math.floor(pixel / SIDE) + 0.5 - SIDE / 2]
    data[4 * pixel + 3] = 255 * (EDGE - (Math.hypot(x, y) - RADIUS) / RANGE)
  }
  return { width: SIDE, height: SIDE, data }
}
