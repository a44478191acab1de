/** What one phrase of a list says of the others: a level, a tail, a place that all lie in. */
import { foldName } from '../../catalog/fold.ts'
import type { LevelWord, Vocabulary } from '../vocabulary.ts'
import type { Phrase } from './clauses.ts'
import { withoutEdges } from './edges.ts'
import { type LevelInPhrase, levelOfList, placeOfAdjective } from './levels.ts'

export interface ListedPhrase extends Phrase {
  /** The level that its list is of: "Hennepin and Ramsey counties". */
  readonly level: LevelWord | null
}

/** "CA, OR and WA"; "NSW". */
export const CODE = /^[A-Z]{2,3}$/

/** "The following", "all counties": nothing but a level. */
export const isOnlyLevel = (text: string, vocabulary: Vocabulary): boolean => {
  if (CODE.test(text)) return false
  const bare = withoutEdges(foldName(text), vocabulary)
  return bare === '' || vocabulary.levels.has(bare)
}

/** "North and South Dakota" as "North Dakota" and "South Dakota". */
export const sharingTails = (phrases: readonly Phrase[]): readonly Phrase[] =>
  phrases.map((phrase, index) => {
    const tail = SIDE_AND_TAIL.exec(phrases[index + 1]?.text ?? '')
    return tail !== null && ONLY_SIDE.test(phrase.text)
      ? { ...phrase, text: `${phrase.text} ${tail[1]}` }
      : phrase
  })

const SIDES = 'North|South|East|West|Upper|Lower|Northern|Southern|Eastern|Western|Inner|Outer|Greater|Lesser'
const SIDE_AND_TAIL = new RegExp(`^(?:${SIDES}) (.+)$`, 'iu')
const ONLY_SIDE = new RegExp(`^(?:the )?(?:${SIDES})$`, 'iu')

/** "…, Lake counties in Illinois": what follows the level holds for the whole list, as after a comma. */
export const withPlaceApart = (phrases: readonly Phrase[], vocabulary: Vocabulary): readonly Phrase[] =>
  phrases.flatMap((phrase, index) => {
    const words = phrase.text.split(' ')
    const at = words.findIndex((word, before) => {
      if (!vocabulary.inside.includes(foldName(word))) return false
      const found = levelIn(words.slice(0, before).join(' '), vocabulary)
      // "The Swiss cantons of Uri" are no list in Uri.
      return found?.after === '' && found.before !== '' && placeOfAdjective(found.before, vocabulary) === null
    })
    if (index === 0 || at === -1 || at === words.length - 1) return [phrase]
    return [
      { ...phrase, text: words.slice(0, at).join(' ') },
      { text: words.slice(at + 1).join(' '), after: 'comma', joint: ', ' },
    ]
  })

/**
 * Each phrase with the level of its list: that of "the cantons of …" for all that follow, that of "… counties" for all before.
 * @param outer the level where the list names none
 */
export const withLevels = async (
  phrases: readonly Phrase[],
  outer: LevelWord | null,
  vocabulary: Vocabulary,
  isName: (text: string) => Promise<boolean>,
): Promise<readonly ListedPhrase[]> => {
  const levels = phrases.map((): LevelWord | null => null)
  for (const [index, { text }] of phrases.entries()) {
    const found = levelIn(text, vocabulary)
    if (found === null || (!isOnlyLevel(text, vocabulary) && (await isName(text)))) continue
    const isBehind = found.after === '' && found.before !== ''
    const from = isBehind ? 0 : index
    levels.fill(found.level, from, isBehind ? index + 1 : phrases.length)
  }
  return phrases.map((phrase, index) => ({ ...phrase, level: levels[index] ?? outer }))
}

const levelIn = (text: string, vocabulary: Vocabulary): LevelInPhrase | null =>
  levelOfList(withoutEdges(foldName(text), vocabulary), vocabulary)
