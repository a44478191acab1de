/**
 * The names of all boundaries, for names with typing errors: it finds every boundary within a number of errors, so that a match can be
 * shown to have no rival. The search by words finds some of them, which is enough for people, who look at the list.
 */
import { editDistance } from '../../util/edit-distance.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { KINDS } from '../boundary/kind.ts'
import { bareNames } from '../catalog/bare-names.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { foldedNames } from '../catalog/folded-name-cache.ts'
import type { NameWords } from '../catalog/name-words.ts'

export interface SimilarName {
  readonly id: BoundaryId
  /** Folded, with or without its level word. */
  readonly name: string
  /** Letters that differ, are missing, are too many, or are swapped with their neighbour. */
  readonly errors: number
  /** Letters of the name without its level word. */
  readonly letters: number
}

export type NameTable = Awaited<ReturnType<typeof readNameTable>>

/** Reads the catalog once: the bundled atlas has 125,000 names, with and without their level words. O(n) in the names. */
export const readNameTable = async (catalog: Pick<Catalog, 'list'>, words: NameWords) => {
  const ids: BoundaryId[] = []
  const names: string[] = []
  const owners: number[] = []
  const letters: number[] = []
  const byCountry = new Map<string | null, number[]>()
  const ofCountry = (country: string | null): number[] => {
    const known = byCountry.get(country) ?? []
    byCountry.set(country, known)
    return known
  }
  for (const kind of KINDS)
    for await (const record of catalog.list({ ...EVERYWHERE, kind })) {
      // Listed again under its other kinds.
      if (record.kind !== kind) continue
      const owner = ids.push(record.id) - 1
      for (const [name, length] of withBareNames(foldedNames(record), words)) {
        ofCountry(record.country).push(names.length)
        names.push(name)
        owners.push(owner)
        letters.push(length)
      }
    }
  const signatures = Int32Array.from(names, signatureOf)
  const everywhere = [...names.keys()]

  /**
   * Returns the boundaries of the countries that have a name within this many errors of one of the spellings, the nearest first.
   *
   * @param wanted folded
   * @param among ISO 3166-1 alpha-2; empty for all
   */
  const near = (
    wanted: readonly string[],
    errors: number,
    among: readonly string[],
  ): readonly SimilarName[] => {
    const found = new Map<number, SimilarName>()
    const places = among.length === 0 ? everywhere : among.flatMap((each) => byCountry.get(each) ?? [])
    for (const name of wanted) {
      const signature = signatureOf(name)
      for (const at of places) {
        if (Math.abs(names[at].length - name.length) > errors) continue
        // An error changes at most two letters of the set.
        if (bitsOf(signatures[at] ^ signature) > 2 * errors) continue
        const distance = editDistance(names[at], name, errors)
        const owner = owners[at]
        const known = found.get(owner)
        if (distance > errors || (known !== undefined && known.errors <= distance)) continue
        found.set(owner, { id: ids[owner], name: names[at], errors: distance, letters: letters[at] })
      }
    }
    return [...found.values()].sort((a, b) => a.errors - b.errors || (a.id < b.id ? -1 : 1))
  }

  return { near }
}

const EVERYWHERE = { box: null, properties: {}, after: null, expected: 1_000 } as const

/** Each name, and the name without its level word, with the letters of the shortest of the two. */
function* withBareNames(folded: ReadonlySet<string>, words: NameWords): Generator<[string, number]> {
  for (const name of folded) {
    const bare = bareNames(name, words).flatMap((each) => (each.level === null ? [] : [each.name]))
    const length = Math.min(...[name, ...bare].map((each) => each.length))
    yield [name, length]
    for (const each of new Set(bare)) yield [each, length]
  }
}

/** A bit for each letter, of which some share one. */
const signatureOf = (name: string): number => {
  let signature = 0
  for (let at = 0; at < name.length; at++) signature |= 1 << (name.charCodeAt(at) & 31)
  return signature
}

/** Number of bits that are set in 32. */
const bitsOf = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
