/**
 * Hashes whole names for lookups: half the size of the names, and one integer to compare. The reader of the boundary
 * distinguishes names with the same hash.
 */
import type { NameForm } from '../../../domain/catalog/ports.ts'

/** Returns the distinct hashes of the forms. */
export const nameHashes = (forms: readonly NameForm[]): readonly number[] => [
  ...new Set(forms.map(({ folded }) => nameHash(folded))),
]

/** 47 bits, which SQLite stores in six bytes: among ten million names the chance that any two share a hash is one in three. */
export const nameHash = (folded: string): number =>
  (fnv1a(folded, 0x811c9dc5) >>> 0) * 2 ** 15 + (fnv1a(folded, 0x9e3779b9) & 0x7fff)

/** http://www.isthe.com/chongo/tech/comp/fnv/index.html, over the two bytes of each UTF-16 unit. */
const fnv1a = (text: string, basis: number): number => {
  let hash = basis
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193)
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193)
  }
  return hash
}
