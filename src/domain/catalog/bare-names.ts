/**
 * Names without the words around them: "State of Texas" is Texas where it is a state, "the Gambia" is Gambia. A word that may belong
 * to the name is dropped only in a separate reading; callers try the name as written first.
 */
import { wordsOf } from './fold.ts'
import { type LevelWord, levelsIn } from './level-words.ts'
import type { NameWords } from './name-words.ts'

export interface BareName {
  /** Folded. */
  readonly name: string
  /** The level that the words around the name state; null where they state none. */
  readonly level: LevelWord | null
}

/** Readings of the folded name without articles and level words at its edges, the longest level words first; the name itself is not among them. */
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

/** The level of a text that is only a level word: "state", "the canton". */
export const levelAlone = (folded: string, words: NameWords): LevelWord | null => {
  for (const name of [folded, ...withoutArticles(folded, words)]) {
    const level = words.levels.get(name)?.[0]
    if (level !== undefined) return level
  }
  return null
}

/** Without its articles, dropped one by one, those at the end first: "of los lagos", "los lagos", "lagos". Empty where there is no article. */
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

/** Articles and the like before one name: "of the", "de los". More of them are no name, and each makes a reading to search for. */
const MAX_ARTICLES = 4

/** 江苏省 for 江苏: a name without spaces, completed with a level word. */
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

/** One script throughout; Japanese names in Katakana carry a Han level word. */
const SCRIPTS_IN_RUNS = [
  /^[\p{sc=Han}\p{sc=Katakana}ー]+$/u,
  /^[\p{sc=Hangul}]{2,}$/u,
  /^[\p{sc=Thai}]{2,}$/u,
  /^[\p{sc=Lao}]{2,}$/u,
  /^[\p{sc=Khmer}]{2,}$/u,
]
