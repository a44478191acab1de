/** Looks points up in the cells of a cover, as the statements of `metes cover-sql` do: an independent reader, for tests. */
import type { CoverCell } from '../../src/domain/geometry/cells/cover-cells.ts'
import { mortonCode } from '../../src/domain/geometry/cells/morton.ts'

/** Returns the areas that contain a position in units, which is on the map. */
export const areasAt = (cells: readonly CoverCell[], lon: number, lat: number): readonly number[] => {
  const code = mortonCode(lon, lat)
  const cell = cells[lastAtMost(cells, code)]
  if (cell === undefined || cell.hi < code) return []
  if (cell.border === null) return cell.areas
  const { parity, coords, owners } = cell.border
  const [px, py] = [BigInt(Math.abs(lon) === 1_800_000_000 ? -1_800_000_000 : lon), BigInt(lat)]
  let crossed = parity
  let onBorder = 0n
  owners.forEach((mask, i) => {
    const [u, v, s, t] = [...coords.subarray(4 * i, 4 * i + 4)].map(
      (value, j) => BigInt(value) - (j % 2 === 0 ? px : py),
    )
    const [left, right] = [u * t, v * s]
    if (left === right && isBetween(u, s) && isBetween(v, t)) onBorder |= mask
    const inRange = u < s ? t <= 0n === v > t : v > 0n !== t > 0n
    if (inRange && left < right === t >= v) crossed ^= mask
  })
  const inside = crossed | onBorder
  return cell.areas.filter((_, bit) => ((inside >> BigInt(bit)) & 1n) === 1n)
}

const isBetween = (a: bigint, b: bigint): boolean => (a <= 0n && b >= 0n) || (a >= 0n && b <= 0n)

const lastAtMost = (cells: readonly CoverCell[], code: bigint): number => {
  let low = 0
  let high = cells.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (cells[middle].lo <= code) low = middle + 1
    else high = middle
  }
  return low - 1
}
