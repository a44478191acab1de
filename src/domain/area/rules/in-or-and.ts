/**
 * Words that join in one language and place in another: "Vlaanderen en Wallonië" lists two regions, "Cataluña en España" says where one lies.
 * A list that names a place and what contains it is read by the language of the container's name; where that says neither, it is refused.
 */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { namesWithLocal, officialLanguages } from '../../boundary/local-name.ts'
import { foldName } from '../../catalog/fold.ts'
import type { Phrase } from '../text/clauses.ts'
import type { PhraseWords } from '../word-lists.ts'
import { type Item, isUnderstood, mayLieIn, mayMean } from './item.ts'
import { placedWithin } from './narrow.ts'
import type { Phrases } from './phrases.ts'

/** The items without those that only say where others lie. */
export const placedByJoints = async (
  phrases: Phrases,
  items: readonly Item[],
  words: PhraseWords,
): Promise<readonly Item[]> => {
  const read: Item[] = []
  for (const item of items) {
    const meaning = isUnderstood(item) ? jointMeaning(item, mayMean(item), words) : 'and'
    if (meaning === 'and') {
      read.push(item)
      continue
    }
    const outside = read.findLastIndex((before) => !isUnderstood(before) || !mayLieIn(before, item))
    const inside = read.slice(outside + 1)
    if (inside.length === 0) read.push(item)
    else if (meaning === 'in')
      read.splice(outside + 1, inside.length, ...(await placedWithin(phrases, inside, item)))
    else read.push({ ...item, senses: [], group: null, fault: unclear(inside.at(-1)!, item) })
  }
  return read
}

/** What the word before the phrase means, by the languages in which the places have the name that is written. */
export const jointMeaning = (
  { text, after, joint }: Phrase,
  places: readonly BoundaryRecord[],
  { inOrAnd }: PhraseWords,
): 'in' | 'and' | 'unclear' => {
  const languages = after === 'and' ? inOrAnd.get(joint.trim().toLowerCase()) : undefined
  if (languages === undefined) return 'and'
  const written = places.flatMap((place) => languagesOf(text, place))
  const [isIn, isAnd] = [languages.in, languages.and].map((spoken) =>
    spoken.some((language) => written.includes(language)),
  )
  return isIn === isAnd ? 'unclear' : isIn ? 'in' : 'and'
}

/** Of a local name whose language is in doubt, all that are official in the country. */
const languagesOf = (text: string, place: BoundaryRecord): readonly string[] => {
  const written = ` ${foldName(text)}`
  const isWritten = (name: string): boolean => written.endsWith(` ${foldName(name)}`)
  const known = Object.entries(namesWithLocal(place)).filter(([, name]) => isWritten(name))
  return [
    ...known.map(([language]) => language),
    ...(isWritten(place.name) ? officialLanguages(place.country ?? '').map(({ tag }) => tag) : []),
  ]
}

const unclear = (inner: Item, outer: Item): string =>
  `"${outer.joint.trim()}" means "and" in some languages and "in" in others: write "${inner.text}, ${outer.text}" for ${inner.text} alone, or "${outer.text}" for all of it.`
