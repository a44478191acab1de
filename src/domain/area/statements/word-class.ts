/**
 * Classes of words as state machines. "(the |our |)(new |)(area|zone)(s|)" stands for dozens of words and grows with each; its machine has
 * one state per letter.
 */
import { plainOf, type Token } from './lex.ts'

/** Reads its letter and goes on; without a letter it goes on to several at once. */
interface State {
  readonly letter: string | null
  readonly next: readonly State[]
}

const END: State = { letter: null, next: [] }

/** The tokens of a text in one line: a space between words, none beside signs. */
export class TokenLine {
  readonly text: string
  readonly starts: readonly number[]
  /** The index of the token behind it, by where a token ends. */
  readonly ends: ReadonlyMap<number, number>
  /** Where a space of a word may be absent: where a token begins, and before a sign. */
  readonly #gaps: ReadonlySet<number>

  constructor(tokens: readonly Token[]) {
    let text = ''
    const starts: number[] = []
    const ends = new Map<number, number>()
    const gaps = new Set<number>()
    for (const [at, { plain }] of tokens.entries()) {
      const isSign = SIGN.test(plain)
      if (isSign) gaps.add(text.length)
      else if (at > 0 && !SIGN.test(tokens[at - 1].plain)) text += ' '
      starts.push(text.length)
      gaps.add(text.length)
      text += plain
      ends.set(text.length, at + 1)
    }
    gaps.add(text.length)
    this.text = text
    this.starts = starts
    this.ends = ends
    this.#gaps = gaps
  }

  isGap(at: number): boolean {
    return this.#gaps.has(at)
  }
}

const SIGN = /^[^\p{L}\p{N}]$/u

export class WordClass {
  /** What follows the first letter of its words, by that letter: most words of a text begin no word of a class. */
  readonly #afterFirst = new Map<string, readonly State[]>()

  /** @param words with "right(s)", with or without the letters, and "(a|b)", one of them */
  constructor(words: readonly string[]) {
    const first = new Set<State>()
    for (const word of words) enter(new PatternReader(plainOf(word)).read(END), true, first)
    for (const { letter, next } of first)
      if (letter !== null) this.#afterFirst.set(letter, [...(this.#afterFirst.get(letter) ?? []), ...next])
  }

  /** The indices of the tokens behind those words of the class that begin at the token, the shortest first. */
  endsFrom(token: number, line: TokenLine): readonly number[] {
    const ends: number[] = []
    if (token >= line.starts.length) return ends
    const from = line.starts[token]
    let states = this.#afterFirst.get(line.text[from]) ?? []
    for (let at = from + 1; states.length > 0; at++) {
      const active = new Set<State>()
      for (const state of states) enter(state, line.isGap(at), active)
      // A word of a class may end with a space: "could you (please |)".
      const end = line.ends.get(line.text[at - 1] === ' ' ? at - 1 : at)
      if (active.has(END) && end !== undefined && end !== ends.at(-1)) ends.push(end)
      const letter = line.text[at]
      states = [...active].flatMap((state) => (state.letter === letter ? state.next : []))
    }
    return ends
  }
}

/** Adds the state, and those that it goes on to without a letter. */
const enter = (state: State, isGap: boolean, active: Set<State>): void => {
  if (active.has(state)) return
  active.add(state)
  if (state.letter === null || (state.letter === ' ' && isGap))
    for (const next of state.next) enter(next, isGap, active)
}

class PatternReader {
  readonly #word: string
  #at = 0

  constructor(word: string) {
    this.#word = word
  }

  read(end: State): State {
    return anyOfStates(this.#alternatives().map((parts) => statesOf(parts, end)))
  }

  #alternatives(): Part[][] {
    const all: Part[][] = [[]]
    for (; this.#at < this.#word.length && this.#word[this.#at] !== ')'; this.#at++) {
      const letter = this.#word[this.#at]
      if (letter === '|') all.push([])
      else if (letter === '(') {
        this.#at++
        const inner = this.#alternatives()
        all.at(-1)!.push(inner.length === 1 ? [...inner, []] : inner)
      } else all.at(-1)!.push(letter)
    }
    return all
  }
}

/** A letter, or alternatives. */
type Part = string | readonly Part[][]

const statesOf = (parts: readonly Part[], end: State): State =>
  parts.reduceRight<State>(
    (next, part) =>
      typeof part === 'string'
        ? { letter: part, next: [next] }
        : anyOfStates(part.map((each) => statesOf(each, next))),
    end,
  )

const anyOfStates = (states: readonly State[]): State =>
  states.length === 1 ? states[0] : { letter: null, next: states }
