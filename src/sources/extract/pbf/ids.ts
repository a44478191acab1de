/**
 * Reads ids, which the format writes with 64 bits. Numbers are exact up to 2^53, which no id of OpenStreetMap reaches: a larger one
 * is never rounded, because another object may have the rounded id.
 */
import { MalformedBlock } from './problem.ts'
import type { Tags } from './tags.ts'
import { type Packed, Wire } from './wire.ts'

/** Stands for every id that is too large for an exact number. No object has it. */
export const UNREADABLE_ID = Number.POSITIVE_INFINITY

/** An object whose id is too large for an exact number: it can only be reported. */
export interface UnreadableObject {
  /** `r…` or `w…`, with all digits. */
  readonly id: string
  readonly tags: Tags
}

/**
 * True for a sum of differences that was computed exactly. The limit is far below 2^53, because a single difference may already be
 * too large for a number.
 */
export const isExactSum = (id: number): boolean => id < 2 ** 51 && id > -(2 ** 51)

/** Reads a list of ids, each written as the difference from the one before. */
export const readIds = (bytes: Uint8Array, { start, end }: Packed): number[] => {
  const wire = new Wire(bytes, start, end)
  const ids: number[] = []
  let id = 0
  while (wire.pos < end) {
    id += wire.signed()
    if (!isExactSum(id)) return readIdsExactly(bytes, { start, end })
    ids.push(id)
  }
  if (wire.pos !== end) throw new MalformedBlock('A list of ids runs past its end.')
  return ids
}

/** As `readIds`, slowly, for lists with large ids. */
export const readIdsExactly = (bytes: Uint8Array, { start, end }: Packed): number[] => {
  const wire = new Wire(bytes, start, end)
  const ids: number[] = []
  let exact = 0n
  while (wire.pos < end) {
    exact = BigInt.asIntN(64, exact + wire.exactSigned())
    const id = Number(exact)
    ids.push(Number.isSafeInteger(id) ? id : UNREADABLE_ID)
  }
  if (wire.pos !== end) throw new MalformedBlock('A list of ids runs past its end.')
  return ids
}
