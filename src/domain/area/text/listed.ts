/** What one phrase of a list says of the others: a level, a tail, a place that all lie in. */
import { foldName } from '../../catalog/fold.ts'
import type { LevelInPhrase, LevelWord } from '../../catalog/level-words.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { Phrase } from './clauses.ts'
import { withoutEdges, withoutProse } from './edges.ts'
import { levelOfList, placeOfAdjective } from './levels.ts'

export interface ListedPhrase extends Phrase {
  /** The level that its list is of: "Hennepin and Ramsey counties". */
  readonly level: LevelWord | null
}

/** "CA, OR and WA"; "NSW". */
export const CODE = /^[A-Z]{2,3}$/

/** "The following", "all counties": nothing but a level. */
export const isOnlyLevel = (text: string, vocabulary: Vocabulary): boolean => {
  if (CODE.test(text) || /^\p{Lu}$/u.test(text)) return false
  const bare = withoutEdges(foldName(text), vocabulary)
  return bare === '' || vocabulary.levels.has(bare)
}

/** "The following states" are not the States. */
export const announcesList = (text: string): boolean => FOLLOWING.test(text)

const FOLLOWING = /\b(?:following|folgende[nrs]?|suivante?s?|siguientes?|seguenti|seguintes|volgende)\b/iu

/** "Both A and B", "A and B, both in C": the word counts two, and means nothing else. */
export const withoutBoth = (phrases: readonly Phrase[]): readonly Phrase[] =>
  phrases.flatMap((phrase, index) => {
    const [, word, rest] = BOTH.exec(phrase.text) ?? []
    if (word === undefined) return [phrase]
    const isBoth = !/^all$/iu.test(word)
    if (isBoth && index === 0 && phrases.length === 2) return [{ ...phrase, text: rest }]
    const [, place] = LOCATED.exec(rest) ?? []
    const isOfThem = index === phrases.length - 1 && (isBoth ? index === 2 : index > 1)
    return isOfThem && place !== undefined ? [{ ...phrase, text: place }] : [phrase]
  })

const BOTH = /^(both|all|beide|sowohl|les deux|ambos|ambas|entrambe|entrambi)\s+(.+)$/iu
const LOCATED = /^(?:located |situated |lying )?(?:in|of)\s+(.+)$/iu

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
    const remark = /^(.+\S)\s*\(([^()]+)\)$/u.exec(phrase.text)
    const [, head = '', place = ''] = remark ?? []
    const level = index === 0 ? null : levelIn(head, vocabulary)
    // "Los Angeles, Orange and Ventura counties (California)".
    if (level?.after === '' && level.before !== '')
      return [
        { ...phrase, text: head },
        { text: place, after: 'comma', joint: ', ' },
      ]
    const words = phrase.text.split(' ')
    const isLast = index > 0 && index === phrases.length - 1
    const inside = isLast ? words.findIndex((word, before) => before > 0 && word.toLowerCase() === 'in') : -1
    if (inside > 0 && inside < words.length - 1 && isFrontLevel(phrases[0], vocabulary))
      return [
        { ...phrase, text: words.slice(0, inside).join(' ') },
        { text: words.slice(inside + 1).join(' '), after: 'comma', joint: ', ' },
      ]
    const at = words.findIndex((word, before) => {
      if (!vocabulary.inside.includes(foldName(word)) || UNITED.test(words.slice(0, before).join(' ')))
        return false
      const found = levelIn(words.slice(0, before).join(' '), vocabulary)
      // "The Swiss cantons of Uri" are no list in Uri.
      return found?.after === '' && found.before !== '' && placeOfAdjective(found.before, vocabulary) === null
    })
    if (isBetweenLists(phrases, index, vocabulary)) return [{ ...phrase, isOuter: true }]
    if (index === 0 || at === -1 || at === words.length - 1) return [phrase]
    return [
      { ...phrase, text: words.slice(0, at).join(' ') },
      { text: words.slice(at + 1).join(' '), after: 'comma', joint: ', ', isOuter: true },
    ]
  })

/** "Lake and Porter Counties, Indiana, and Cook and Will Counties, Illinois": Indiana is where the first list lies. */
const isBetweenLists = (phrases: readonly Phrase[], index: number, vocabulary: Vocabulary): boolean => {
  const endsList = ({ text }: Phrase): boolean => {
    const level = levelIn(text, vocabulary)
    return level?.after === '' && level.before !== '' && level.level.many
  }
  const isBehind = (at: number): boolean =>
    phrases[at]?.after === 'comma' && phrases[at - 1] !== undefined && endsList(phrases[at - 1])
  return isBehind(index) && phrases.some((_, at) => at > index && isBehind(at))
}

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
  for (const [index, { text, isOuter }] of phrases.entries()) {
    if (isOuter) continue
    const last = levelIn(text, vocabulary)
    // "The regions of Pays de la Loire and Corsica".
    const isInName = last !== null && last.after !== '' && (await isName(`${last.level.word} ${last.after}`))
    const found = isInName ? levelOfList(last.before, vocabulary) : last
    const names = [text, withoutProse(text, vocabulary)]
    const isPlace = !isOnlyLevel(text, vocabulary) && ((await isName(names[0])) || (await isName(names[1])))
    if (found === null || isPlace) continue
    const isBehind = found.after === '' && found.before !== ''
    const isEnd = ({ text: each, isOuter: isOver }: Phrase): boolean => isOver === true || FRONTED.test(each)
    const from = isBehind ? phrases.slice(0, index).findLastIndex(isEnd) + 1 : index
    levels.fill(found.level, from, isBehind ? index + 1 : phrases.length)
  }
  return phrases.map((phrase, index) => ({
    ...phrase,
    level: phrase.isOuter ? null : (levels[index] ?? outer),
  }))
}

/** "Delaware and, in Pennsylvania, Chester and Montgomery Counties". */
const FRONTED = /^(?:in|within)\s/iu

const levelIn = (text: string, vocabulary: Vocabulary): LevelInPhrase | null =>
  levelOfList(
    withoutEdges(foldName(text.replaceAll(UNITED_STATES, 'USA').replace(LANDER, '')), vocabulary),
    vocabulary,
  )

/** Lander County in Nevada, which folds like German "Länder". */
const LANDER = /\blander\b/giu

/** The country is no list of states. */
const UNITED_STATES =
  /\b(?:united states|u\.s\.|etats-unis|états-unis|vereinigten? staaten|estados unidos|stati uniti)\b(?: of america| von amerika)?/giu

/** "The United States of America" is one name. */
const UNITED = /\bunited states$/iu

/** "The counties of Lake, Cook and Will in Illinois". */
const isFrontLevel = ({ text }: Phrase, vocabulary: Vocabulary): boolean => {
  const level = levelIn(text, vocabulary)
  return level?.before === '' && level.after !== '' && level.level.many
}
