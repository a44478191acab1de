/**
 * Possible meanings of a query: a name alone, or with a level and parents that tell namesakes apart. "Paris, Texas" marks
 * the end of the name; "Vaduz Liechtenstein" and 東京都港区 do not, so every possible split is a reading.
 */
import { type BareName, bareNames, levelAlone } from './bare-names.ts'
import { foldName, wordsOf } from './fold.ts'
import type { NameWords } from './name-words.ts'
import { namesInTurn } from './names-in-turn.ts'
import { unelided } from './spellings.ts'

export interface NameReading extends BareName {
  /** Folded names of parents; empty if the whole query is the name. */
  readonly context: readonly string[]
  /** True for "Muenchen" read as Munchen: it means only names with the letter that was typed as two. */
  readonly isRespelt?: true
}

export interface Readings {
  /** As written: split at commas or brackets, then as one name. */
  readonly written: readonly NameReading[]
  /** The parts in their usual order and with abbreviations, "Congo, Dem. Rep.", for names with the same words; null without either. */
  readonly turned: NameReading | null
  /** What may be names of one place: "België / Belgique", "Germany (Deutschland)"; empty for one name. */
  readonly names: readonly string[]
  /** The same after commas, where a parent is likelier: "Singapore, Singapore". */
  readonly listed: readonly string[]
  /** The same without articles, and with level words read as levels. */
  readonly understood: readonly NameReading[]
  /** Split without a mark, the longest name first; tried only if the query as written is not a name. */
  readonly guessed: readonly NameReading[]
}

export const readingsOf = (text: string, words: NameWords): Readings => {
  if (last !== null && last.text === text && last.words === words) return last.readings
  const all = allReadings(text, words)
  const readings = { ...all, understood: bounded(all.understood), guessed: bounded(all.guessed) }
  last = { text, words, readings }
  return readings
}

/** A search and its hint read the same text one after the other. */
let last: { readonly text: string; readonly words: NameWords; readonly readings: Readings } | null = null

/** Each reading costs a search. Of 35,000 names none has more than 30; only texts made of articles and level words do. */
const MAX_READINGS = 40

/** Removes repeated readings and returns the first ones. */
const bounded = (readings: readonly NameReading[]): readonly NameReading[] => {
  const first = new Map<string, NameReading>()
  for (const reading of readings) {
    const key = [
      reading.level?.word ?? '',
      reading.isRespelt === true,
      reading.name,
      ...reading.context,
    ].join('|')
    if (!first.has(key)) first.set(key, reading)
    if (first.size === MAX_READINGS) break
  }
  return [...first.values()]
}

/** Returns the readings of a text as written: split at commas or brackets, then as one name; none if it has no letter and no digit. */
export const writtenReadings = (text: string, words: NameWords): readonly NameReading[] => {
  const folded = foldName(text)
  if (folded === '') return []
  const whole: NameReading = { name: folded, level: null, context: [] }
  const pieces = piecesOf(text)
  if (pieces.length < 2) return [whole]
  const [name, ...around] = pieces.map(foldName)
  // "Georgia (country)", "Luxembourg, canton".
  const level = around.map((part) => levelAlone(part, words)).find((each) => each !== null) ?? null
  return [{ name, level, context: around.filter((part) => levelAlone(part, words) === null) }, whole]
}

const piecesOf = (text: string): readonly string[] =>
  text.split(BREAKS).filter((piece) => foldName(piece) !== '')

const allReadings = (text: string, words: NameWords): Readings => {
  const written = writtenReadings(text, words)
  const [first] = written
  const whole = written.at(-1)
  if (first === undefined || whole === undefined)
    return { written, turned: null, names: [], listed: [], understood: [], guessed: [] }
  const folded = whole.name
  if (written.length === 1) {
    return {
      written,
      turned: ABBREVIATED.test(text) ? whole : null,
      names: namesInTurn(text),
      listed: [],
      understood: understood([whole, ...spelt(text, whole, words)], words),
      guessed: guessesOf(folded, words),
    }
  }
  const pieces = piecesOf(text)
  const [name, ...around] = pieces.map(foldName)
  const { level } = first
  // "Gambia, The", "Congo, Democratic Republic of the".
  const turned: NameReading = { name: [...around, name].join(' '), level: null, context: [] }
  return {
    written,
    turned,
    names: level === null ? namesInTurn(text) : [],
    listed: level === null ? pieces.map(foldName) : [],
    understood: [
      ...understood([first, ...spelt(pieces[0], first, words), whole], words),
      turned,
      ...understood([turned], words),
    ],
    guessed: [{ name: foldName(pieces.at(-1)!), level: null, context: pieces.slice(0, -1).map(foldName) }],
  }
}

/** A word of several letters that ends with a full stop: "Rep.". Single letters are initials. */
const ABBREVIATED = /\p{L}{2}\.(?:\P{L}|$)/u

/** Commas of Latin, Arabic, Chinese and Japanese; brackets. */
const BREAKS = /[,;،、，()（）[\]]/u

/** Returns other spellings of the same name: "l'Italie" with its article apart, "Thueringen" as Thüringen. */
const spelt = (text: string, reading: NameReading, words: NameWords): readonly NameReading[] =>
  [
    { ...reading, name: foldName(unelided(text, words)) },
    { ...reading, name: reading.name.replace(TYPED_UMLAUT, '$1'), isRespelt: true as const },
  ].filter(({ name }) => name !== reading.name)

/** German and Scandinavian letters typed on keyboards without them. */
const TYPED_UMLAUT = /([aou])e|(?<!a)a(?=a(?!a))/g

/** Skips the first reading, which the caller already tries. */
const understood = ([first, ...others]: readonly NameReading[], words: NameWords): readonly NameReading[] => [
  ...others,
  ...bare([first, ...others], words),
]

const bare = (readings: readonly NameReading[], words: NameWords): readonly NameReading[] =>
  readings.flatMap((reading) =>
    bareNames(reading.name, words)
      .filter((each) => reading.level === null || each.level === null)
      .map((each) => ({ ...reading, name: each.name, level: each.level ?? reading.level })),
  )

/** Limits the splits of a query of many words; nobody writes a name and its parents in more. */
const MAX_GUESSES = 8

const guessesOf = (folded: string, vocabulary: NameWords): readonly NameReading[] => {
  const words = wordsOf(folded)
  if (words.length === 1) return RUNNING_SCRIPT.test(folded) ? partRun(folded) : []
  const cuts = Array.from({ length: Math.min(words.length - 1, MAX_GUESSES) }, (_, index) => index + 1)
  const join = (from: number, to: number): string => words.slice(from, to).join(' ')
  const reading = (name: string, context: string): NameReading => ({ name, level: null, context: [context] })
  const behind = cuts.map((after) =>
    reading(join(0, words.length - after), join(words.length - after, words.length)),
  )
  const before = cuts.map((count) => reading(join(count, words.length), join(0, count)))
  return [...joinedReadings(folded, vocabulary), ...behind, ...bare(behind, vocabulary), ...before]
}

/** Splits at the joining word: "London in Ontario". */
const joinedReadings = (folded: string, { inside }: Pick<NameWords, 'inside'>): readonly NameReading[] =>
  inside.flatMap((word) => {
    const at = folded.indexOf(` ${word} `)
    return at <= 0
      ? []
      : [{ name: folded.slice(0, at), level: null, context: [folded.slice(at + word.length + 2)] }]
  })

/** Scripts without spaces, in which the largest place comes first. */
const RUNNING_SCRIPT = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u

const partRun = (run: string): readonly NameReading[] =>
  Array.from({ length: Math.min(run.length - 1, MAX_GUESSES) }, (_, index) => ({
    name: run.slice(index + 1),
    level: null,
    context: [run.slice(0, index + 1)],
  }))
