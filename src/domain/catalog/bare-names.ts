/**
 * Names without the words around them: "State of Texas" is Texas if it is a state, "the Gambia" is Gambia. Because a word
 * may belong to the name, each dropped word makes a separate reading; callers try the name as written first.
 */
import { wordsOf } from './fold.ts'
import { type LevelWord, levelsIn } from './level-words.ts'
import type { NameWords } from './name-words.ts'

export interface BareName {
  /** Folded. */
  readonly name: string
  /** Level that the words around the name state; null if they state none. */
  readonly level: LevelWord | null
}

/**
 * Returns readings of the folded name without articles and level words at its edges, the longest level words first. The name
 * itself is not among them.
 */
export const bareNames = (folded: string, words: NameWords): readonly BareName[] => {
  const bare = new Map<string, BareName>()
  const add = (name: string, level: LevelWord | null): void => {
    if (name !== '' && (name !== folded || level !== null))
      bare.set(`${level?.word ?? ''}|${name}`, { name, level })
  }
  const plainer = withoutArticles(folded, words)
  for (const name of plainer) add(name, null)
  // "Der Bundesstaat Texas"; a level may itself begin with an article.
  for (const text of [folded, ...plainer])
    for (const { level, before, after } of levelsIn(text, words)) {
      if (before !== '' && after !== '') continue
      add(before + after, level)
      for (const name of withoutArticles(before + after, words)) add(name, level)
    }
  for (const full of withLevelInRun(folded, words)) add(full, null)
  return [...bare.values()]
}

/** Returns the level of a text that is only a level word: "state", "the canton". */
export const levelAlone = (folded: string, words: NameWords): LevelWord | null => {
  for (const name of [folded, ...withoutArticles(folded, words)]) {
    const level = words.levels.get(name)?.[0]
    if (level !== undefined) return level
  }
  return null
}

/**
 * Returns the name without its articles, dropped one by one from the last: "of los lagos", "los lagos", "lagos". Empty if it
 * has no article.
 */
export const withoutArticles = (
  folded: string,
  { articles }: Pick<NameWords, 'articles'>,
): readonly string[] => {
  const words = wordsOf(folded)
  const end = words.findLastIndex((word) => !articles.has(word)) + 1
  const shorter: string[] = []
  for (
    let from = end < words.length ? 0 : 1;
    from < end && from <= MAX_ARTICLES && (from === 0 || articles.has(words[from - 1]));
    from++
  )
    shorter.push(words.slice(from, end).join(' '))
  return shorter
}

/** True for an article or "and", which name nothing. */
export const isJoining = (word: string, { articles }: Pick<NameWords, 'articles'>): boolean =>
  word === 'and' || articles.has(word)

/** Articles before one name: "of the", "de los". Each makes another reading to search for, and no name has more. */
const MAX_ARTICLES = 4

/** Completes a name without spaces with a level word: 江苏 becomes 江苏省. */
export const withLevelInRun = (
  folded: string,
  { suffixes, prefixes }: Pick<NameWords, 'suffixes' | 'prefixes'>,
): readonly string[] => {
  const script = SCRIPTS_IN_RUNS.find((each) => each.test(folded))
  if (script === undefined) return []
  return [
    ...suffixes.filter((each) => !folded.endsWith(each)).map((each) => folded + each),
    ...prefixes.filter((each) => !folded.startsWith(each)).map((each) => each + folded),
  ].filter((full) => script.test(full))
}

/** A name is in one script; Japanese names in Katakana have a level word in Han. */
const SCRIPTS_IN_RUNS = [
  /^[\p{sc=Han}\p{sc=Katakana}ー]+$/u,
  /^[\p{sc=Hangul}]{2,}$/u,
  /^[\p{sc=Thai}]{2,}$/u,
  /^[\p{sc=Lao}]{2,}$/u,
  /^[\p{sc=Khmer}]{2,}$/u,
]
