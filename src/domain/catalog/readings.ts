/**
 * What a query may mean: a name, or a name with parents that tell which of its bearers is meant. "Paris, Texas" says where the
 * name ends; "Vaduz Liechtenstein" and 東京都港区 do not, so every place to part them is a reading.
 */
import { foldName, wordsOf } from './fold.ts'

export interface Reading {
  /** Folded. */
  readonly name: string
  /** Folded names that parents must have; empty when the whole query is the name. */
  readonly context: readonly string[]
}

export interface Readings {
  /** As it is written: parted where it has commas, then as one name. */
  readonly written: readonly Reading[]
  /** Parted where nothing says so, the longest name first; only worth trying when what is written is no name. */
  readonly guessed: readonly Reading[]
}

export const readingsOf = (text: string): Readings => {
  const folded = foldName(text)
  if (folded === '') return { written: [], guessed: [] }
  const whole: Reading = { name: folded, context: [] }
  const parts = text
    .split(COMMAS)
    .map(foldName)
    .filter((part) => part !== '')
  if (parts.length < 2) return { written: [whole], guessed: guessesOf(folded) }
  const [name, ...context] = parts
  return {
    written: [{ name, context }, whole],
    guessed: [{ name: parts.at(-1)!, context: parts.slice(0, -1) }],
  }
}

/** Latin, Arabic, and the two of Chinese and Japanese. */
const COMMAS = /[,;،、，]/u

/** Parts of a query of many words that are tried; nobody writes a name and its parents in more. */
const MOST_GUESSES = 8

const guessesOf = (folded: string): readonly Reading[] => {
  const words = wordsOf(folded)
  if (words.length === 1) return RUNNING_SCRIPT.test(folded) ? partRun(folded) : []
  const cuts = Array.from({ length: Math.min(words.length - 1, MOST_GUESSES) }, (_, index) => index + 1)
  const join = (from: number, to: number): string => words.slice(from, to).join(' ')
  return [
    ...cuts.map((after) => ({
      name: join(0, words.length - after),
      context: [join(words.length - after, words.length)],
    })),
    ...cuts.map((before) => ({ name: join(before, words.length), context: [join(0, before)] })),
  ]
}

/** Scripts that are written without spaces, the largest place first. */
const RUNNING_SCRIPT = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u

const partRun = (run: string): readonly Reading[] =>
  Array.from({ length: Math.min(run.length - 1, MOST_GUESSES) }, (_, index) => ({
    name: run.slice(index + 1),
    context: [run.slice(0, index + 1)],
  }))
