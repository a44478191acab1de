/** Returns the distance along the Hilbert curve of a grid of `side` columns and rows, a power of two up to 2^16. */
export const hilbertDistance = (column: number, row: number, side: number): number => {
  let x = column
  let y = row
  let distance = 0
  for (let half = side / 2; half >= 1; half /= 2) {
    const right = (x & half) > 0 ? 1 : 0
    const up = (y & half) > 0 ? 1 : 0
    distance += half * half * ((3 * right) ^ up)
    if (up === 1) continue
    const turned = right === 1 ? side - 1 - x : x
    x = right === 1 ? side - 1 - y : y
    y = turned
  }
  return distance
}
