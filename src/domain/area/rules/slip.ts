/** Slips of the pen: "Lousiana", "Malayisa", "Phillipines". */
import { editDistance } from '../../../util/edit-distance.ts'

/**
 * Whether the written name is another one with a letter too many, too few, or two letters in the wrong order. Long names may have two letters
 * too many or too few, or a wrong one; in short names a wrong letter makes another name. Both are folded.
 */
export const isSlipOf = (name: string, written: string): boolean => {
  if (name[0] !== written[0]) return false
  const isLong = Math.min(name.length, written.length) >= LONG_NAME
  return (
    lettersApart(name, written) <= (isLong ? 2 : 1) ||
    isTransposed(name, written) ||
    (isLong && editDistance(name, written, 1) <= 1)
  )
}

/** Letters from which on a slip may change one: "Neverland" is not "Nederland". */
export const LONG_NAME = 10

/** How many letters only one of them has, in order: their lengths less the longest common subsequence. */
const lettersApart = (a: string, b: string): number => {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY
  let row = new Uint8Array(b.length + 1)
  for (let i = 0; i < a.length; i++) {
    const next = new Uint8Array(b.length + 1)
    for (let j = 0; j < b.length; j++)
      next[j + 1] = a[i] === b[j] ? row[j] + 1 : Math.max(row[j + 1], next[j])
    row = next
  }
  return a.length + b.length - 2 * row[b.length]
}

const isTransposed = (a: string, b: string): boolean => {
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  return (
    a.length === b.length && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
  )
}
