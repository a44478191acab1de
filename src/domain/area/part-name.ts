/** Picks the name of a part in the answer: the author's wording if it is one of the boundary's names. */
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { nameIn } from '../boundary/language.ts'

/**
 * The longest name, in any language, that stands in the words that the part comes from; else the name in the first wanted language
 * that has one, else the local name. Names keep the spelling of the record, so "BAVARIA" is "Bavaria".
 */
export const partName = (
  text: string,
  boundary: Pick<BoundaryRecord, 'name' | 'names'>,
  languages: readonly string[],
): string => {
  const wanted = nameIn(boundary, languages)
  const quoted = comparable(text)
  const written = [wanted, boundary.name, ...Object.values(boundary.names)].filter((name) =>
    standsIn(quoted, comparable(name)),
  )
  return written.reduce(
    (longest, name) => (name.length > longest.length ? name : longest),
    written[0] ?? wanted,
  )
}

const comparable = (text: string): string => text.normalize('NFC').toLowerCase()

const standsIn = (text: string, name: string): boolean => {
  if (name === '') return false
  for (let start = text.indexOf(name); start >= 0; start = text.indexOf(name, start + 1)) {
    const [before, after] = [text.slice(0, start), text.slice(start + name.length)]
    if (WITHOUT_SPACES.test(name) || (!ENDS_IN_WORD.test(before) && !STARTS_WITH_WORD.test(after)))
      return true
  }
  return false
}

const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}]$/u
const STARTS_WITH_WORD = /^[\p{L}\p{M}\p{N}]/u
/** Scripts that put no space between words. */
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u
