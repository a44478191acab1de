/** What a phrase tells about the rest of its list: a level, a shared ending, a containing place. */
import { foldName, wordsOf } from '../../catalog/fold.ts'
import { type LevelInPhrase, type LevelWord, levelsIn } from '../../catalog/level-words.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'
import type { Phrase } from './clauses.ts'
import { withoutEdges, withoutProse } from './edges.ts'
import { isPlainWord } from './lead-ins.ts'
import { levelOfList, placeOfAdjective } from './levels.ts'
import { anyOf, compiledOnce } from './word-pattern.ts'

export interface ListedPhrase extends Phrase {
  /** The level of its list: "Hennepin and Ramsey counties". */
  readonly level: LevelWord | null
}

/** The words as a phrase of their own. */
export const lonePhrase = (text: string): ListedPhrase => ({ text, after: 'break', joint: '', level: null })

/** "CA, OR and WA"; "NSW". */
export const CODE = /^[A-Z]{2,3}$/

/** "The following", "all counties": nothing but a level. */
export const isOnlyLevel = (text: string, vocabulary: Vocabulary): boolean => {
  if (CODE.test(text) || /^\p{Lu}$/u.test(text)) return false
  const bare = withoutEdges(foldName(text), vocabulary)
  return bare === '' || vocabulary.levels.has(bare)
}

/** "The following states" are not the States. */
export const announcesList = (text: string, { phraseWords }: Pick<Vocabulary, 'phraseWords'>): boolean =>
  listPatterns(phraseWords).following.test(text)

/** "The Baltic States of Estonia": what stands before the first "of", and what behind it. */
export const groupAndMember = (
  text: string,
  { phraseWords }: Pick<Vocabulary, 'phraseWords'>,
): readonly [group: string, member: string] | null => {
  const match = listPatterns(phraseWords).groupOf.exec(text)
  return match === null ? null : [match[1], match[2]]
}

/** "Springfield in Illinois". */
export const saysWithin = (text: string, { phraseWords }: Pick<Vocabulary, 'phraseWords'>): boolean =>
  listPatterns(phraseWords).within.test(text)

/** "In Pennsylvania, Chester and Montgomery Counties". */
export const beginsWithin = (text: string, { phraseWords }: Pick<Vocabulary, 'phraseWords'>): boolean =>
  listPatterns(phraseWords).fronted.test(text)

/** Removes "both" and "all": "Both A and B", "A and B, both in C". */
export const withoutBoth = (
  phrases: readonly Phrase[],
  { phraseWords }: Pick<Vocabulary, 'phraseWords'>,
): readonly Phrase[] => {
  const { bothOrAll, all, located } = listPatterns(phraseWords)
  return phrases.flatMap((phrase, index) => {
    const [, word, rest] = bothOrAll.exec(phrase.text) ?? []
    if (word === undefined) return [phrase]
    const isBoth = !all.test(word)
    if (isBoth && index === 0 && phrases.length === 2) return [{ ...phrase, text: rest }]
    const [, place] = located.exec(rest) ?? []
    const isOfThem = index === phrases.length - 1 && (isBoth ? index === 2 : index > 1)
    return isOfThem && place !== undefined ? [{ ...phrase, text: place }] : [phrase]
  })
}

/** "North and South Dakota" as "North Dakota" and "South Dakota". */
export const sharingTails = (
  phrases: readonly Phrase[],
  { phraseWords }: Pick<Vocabulary, 'phraseWords'>,
): readonly Phrase[] => {
  const { sideAndTail, onlySide } = listPatterns(phraseWords)
  return phrases.map((phrase, index) => {
    const tail = sideAndTail.exec(phrases[index + 1]?.text ?? '')
    return tail !== null && onlySide.test(phrase.text)
      ? { ...phrase, text: `${phrase.text} ${tail[1]}` }
      : phrase
  })
}

const listPatterns = compiledOnce((words: PhraseWords) => {
  const sides = anyOf(words.sides)
  return {
    following: new RegExp(`(?<!\\p{L})${anyOf(words.following)}(?!\\p{L})`, 'iu'),
    bothOrAll: new RegExp(`^(${anyOf([...words.both, ...words.all_of_list])})\\s+(.+)$`, 'iu'),
    all: new RegExp(`^${anyOf(words.all_of_list)}$`, 'iu'),
    located: new RegExp(`^(?:${anyOf(words.located)} )?${anyOf(words.located_in)}\\s+(.+)$`, 'iu'),
    sideAndTail: new RegExp(`^${sides} (.+)$`, 'iu'),
    onlySide: new RegExp(`^(?:${anyOf(words.the)} )?${sides}$`, 'iu'),
    /** "Delaware and, in Pennsylvania, Chester and Montgomery Counties". */
    fronted: new RegExp(`^${anyOf(words.within)}\\s`, 'iu'),
    within: new RegExp(`\\s${anyOf(words.within)}\\s`, 'u'),
    groupOf: new RegExp(`^(.+?)\\s${anyOf(words.group_of)}\\s(.+)$`, 'u'),
    listIn: new RegExp(`^${anyOf(words.list_in)}$`, 'iu'),
    /** The country is no list of states. */
    unitedStates: new RegExp(`(?<!\\p{L})${anyOf(words.united_states)}(?!\\p{L})`, 'giu'),
    /** "The United States of America" is one name. */
    endsInUnitedStates: new RegExp(`(?<!\\p{L})${anyOf(words.united_states_of)}$`, 'iu'),
    levelNamesakes: new RegExp(`(?<!\\p{L})${anyOf(words.level_namesakes)}(?!\\p{L})`, 'giu'),
  }
})

/** "…, Lake counties in Illinois": the place after the level contains the whole list, as after a comma. */
export const withPlaceApart = (phrases: readonly Phrase[], vocabulary: Vocabulary): readonly Phrase[] => {
  const { listIn, endsInUnitedStates } = listPatterns(vocabulary.phraseWords)
  return phrases.flatMap((phrase, index) => {
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
    const next = phrases[index + 1]
    // "The counties of Lake and Clark in Indiana, and the counties of Clark and Oldham in Kentucky", "… in Indiana, and Boone in Kentucky".
    const endsList =
      index > 0 && (next === undefined || isFrontLevel(next, vocabulary) || saysWithin(next.text, vocabulary))
    const inside = endsList ? words.findIndex((word, before) => before > 0 && listIn.test(word)) : -1
    const front = phrases.slice(0, index).findLast((each) => isFrontLevel(each, vocabulary))
    const isOneOfSeveral =
      next !== undefined || phrases.slice(0, index).some(({ text }) => saysWithin(text, vocabulary))
    const isListed = isOneOfSeveral ? front !== undefined : front !== undefined && front === phrases[0]
    if (inside > 0 && inside < words.length - 1 && isListed)
      return [
        { ...phrase, text: words.slice(0, inside).join(' ') },
        {
          text: words.slice(inside + 1).join(' '),
          after: 'comma',
          joint: ', ',
          ...(isOneOfSeveral ? { isOuter: true as const } : {}),
        },
      ]
    const at = words.findIndex((word, before) => {
      if (
        !vocabulary.inside.includes(foldName(word)) ||
        endsInUnitedStates.test(words.slice(0, before).join(' '))
      )
        return false
      const found = levelIn(words.slice(0, before).join(' '), vocabulary)
      // "The Swiss cantons of Uri" are no list in Uri, "lo Stato della Città del Vaticano" is a name.
      return (
        found?.after === '' &&
        wordsOf(found.before).some((each) => !isPlainWord(each, vocabulary)) &&
        placeOfAdjective(found.before, vocabulary) === null
      )
    })
    if (isBetweenLists(phrases, index, vocabulary)) return [{ ...phrase, isOuter: true }]
    if (index === 0 || at === -1 || at === words.length - 1) return [phrase]
    return [
      { ...phrase, text: words.slice(0, at).join(' ') },
      { text: words.slice(at + 1).join(' '), after: 'comma', joint: ', ', isOuter: true },
    ]
  })
}

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
 * Adds the level of the list to each phrase: "the cantons of …" applies to all that follow, "… counties" to all before.
 * @param outer the level if the list names none
 */
export const withLevels = async (
  phrases: readonly Phrase[],
  outer: LevelWord | null,
  vocabulary: Vocabulary,
  isName: (text: string) => Promise<boolean>,
): Promise<readonly ListedPhrase[]> => {
  const { fronted } = listPatterns(vocabulary.phraseWords)
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
    const isEnd = ({ text: each, isOuter: isOver }: Phrase): boolean => isOver === true || fronted.test(each)
    const from = isBehind ? phrases.slice(0, index).findLastIndex(isEnd) + 1 : index
    levels.fill(found.level, from, isBehind ? index + 1 : phrases.length)
  }
  for (const [index, phrase] of phrases.entries()) {
    const before = phrases[index - 1]
    if (before === undefined || levels[index] !== null || phrase.after === 'break') continue
    levels[index] =
      boundLevel(before, vocabulary) ?? (levels[index - 1]?.many === false ? levels[index - 1] : null)
  }
  return phrases.map((phrase, index) => ({
    ...phrase,
    level: phrase.isOuter ? null : (levels[index] ?? outer),
  }))
}

/** "Woj. pomorskie i lubuskie": a word of single countries binds what follows, too, though it names one. */
const boundLevel = ({ text }: Phrase, vocabulary: Vocabulary): LevelWord | null =>
  levelsIn(withoutEdges(foldName(text), vocabulary), vocabulary).find(
    ({ level, before, after }) => before === '' && after !== '' && !level.many && level.kinds.length === 0,
  )?.level ?? null

const levelIn = (text: string, vocabulary: Vocabulary): LevelInPhrase | null => {
  const { unitedStates, levelNamesakes } = listPatterns(vocabulary.phraseWords)
  const named = text.replaceAll(unitedStates, 'USA').replace(levelNamesakes, '')
  return levelOfList(withoutEdges(foldName(named), vocabulary), vocabulary)
}

/** "The counties of Lake, Cook and Will in Illinois". */
const isFrontLevel = ({ text }: Phrase, vocabulary: Vocabulary): boolean => {
  const level = levelIn(text, vocabulary)
  return level?.before === '' && level.after !== '' && level.level.many
}
