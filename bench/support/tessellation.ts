/** Made-up neighbours: a checkerboard of cells with rough borders, shared by two cells to the last digit. */
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { seededRandom } from '../../test/support/shapes.ts'

/** The size of a cell in units of 1e-7 degrees: half a degree. */
const CELL = 5_000_000

/** Borders stay within this share of the distance to their nearest corner, so that they meet only in corners. */
const SWAY = 0.4

/** `aside` × `aside` cells, row by row, each border of `steps` edges; `shift` moves all of them to the north-east. */
export const tessellation = (seed: number, aside: number, steps: number, shift = 0): Rings[] => {
  const random = seededRandom(seed)
  const border = (x: number, y: number, dx: number, dy: number): number[] => {
    const positions: number[] = []
    let wave = 0
    for (let step = 0; step < steps; step++) {
      const along = (step / steps) * CELL
      wave = 0.9 * wave + 0.2 * (random() - 0.5)
      const sway = Math.max(-1, Math.min(1, wave)) * SWAY * Math.min(along, CELL - along)
      positions.push(Math.round(x + along * dx + sway * dy), Math.round(y + along * dy + sway * dx))
    }
    return positions
  }
  const lines = (dx: number, dy: number): number[][][] =>
    Array.from({ length: aside + 1 }, (_, row) =>
      Array.from({ length: aside + 1 }, (_, column) =>
        border(column * CELL + shift, row * CELL + shift, dx, dy),
      ),
    )
  const east = lines(1, 0)
  const north = lines(0, 1)
  return Array.from({ length: aside * aside }, (_, cell) => {
    const [row, column] = [Math.floor(cell / aside), cell % aside]
    const corner = (r: number, c: number): number[] => [c * CELL + shift, r * CELL + shift]
    const ring = [
      ...east[row][column],
      ...north[row][column + 1],
      ...backwards(east[row + 1][column], corner(row + 1, column + 1)),
      ...backwards(north[row][column], corner(row + 1, column)),
    ]
    return {
      coords: Int32Array.from(ring),
      ringEnds: Uint32Array.of(ring.length / 2),
      polygonEnds: Uint32Array.of(1),
    }
  })
}

/** The border from its far corner to the last position before its near one. */
const backwards = (border: readonly number[], farCorner: readonly number[]): number[] => {
  const positions = [...farCorner]
  for (let i = border.length - 2; i > 0; i -= 2) positions.push(border[i], border[i + 1])
  return positions
}
