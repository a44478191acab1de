/**
 * Sentence forms, as `data/areas/forms/` writes them: "{holder} {may} {sell}+ [{goods}] {in} <in>". A form matches a sentence
 * only as a whole, so no word is dropped that no form has.
 */
import { compiledOnce } from '../text/word-pattern.ts'
import { lex, plainOf, type Token } from './lex.ts'
import { TokenLine, WordClass } from './word-class.ts'

/** What a form says of the words in a slot: they belong to the area, are left out, are in again, or say nothing about it. */
export const SLOTS = ['in', 'out', 'back', 'place'] as const
export type Slot = (typeof SLOTS)[number]

export interface Filled {
  readonly slot: Slot
  /** Indices of its first token and of the token behind it. */
  readonly from: number
  readonly to: number
}

/** A part of the tokens that is read, up to that index. */
export interface Beginning {
  readonly at: number
  readonly filled: readonly Filled[]
}

/** Word classes by name; each word as written in the file, with "right(s)" and "(a|b)". */
export type WordClasses = Readonly<Record<string, readonly string[]>>

type Part =
  | { readonly kind: 'word'; readonly plain: string }
  | { readonly kind: 'class'; readonly name: string; readonly isList: boolean }
  | { readonly kind: 'maybe'; readonly parts: readonly Part[] }
  | { readonly kind: 'slot'; readonly slot: Slot }

export interface Form {
  readonly written: string
  readonly parts: readonly Part[]
  /** Tokens that it has at least: short texts need the words of few classes. */
  readonly fewest: number
}

/** @throws Error for a form with an unknown class or slot */
export const parseForm = (written: string, classes: WordClasses): Form => {
  const stack: Part[][] = [[]]
  for (const { 0: sign, groups = {} } of written.matchAll(FORM_PART)) {
    const { name, list, slot } = groups
    if (sign === '[') stack.push([])
    else if (sign === ']') {
      const parts = stack.pop()!
      stack.at(-1)?.push({ kind: 'maybe', parts })
    } else if (name !== undefined) {
      if (!(name in classes)) throw new Error(`The form "${written}" has an unknown class "${name}".`)
      stack.at(-1)?.push({ kind: 'class', name, isList: list === '+' })
    } else if (slot !== undefined) {
      if (!SLOTS.includes(slot as Slot))
        throw new Error(`The form "${written}" has an unknown slot "${slot}".`)
      stack.at(-1)?.push({ kind: 'slot', slot: slot as Slot })
    } else stack.at(-1)?.push({ kind: 'word', plain: plainOf(sign) })
  }
  if (stack.length !== 1) throw new Error(`The brackets of the form "${written}" do not match.`)
  const [parts] = stack
  return { written, parts, fewest: parts.filter(({ kind }) => kind !== 'maybe').length }
}

const FORM_PART = /\{(?<name>\w+)\}(?<list>\+?)|<(?<slot>\w+)>|[[\]]|[^\s[\]{}<>,:]+|[,:]/gu

/** One for all readers of the forms. */
export const createFormMatcher = compiledOnce(
  ({ classes }: { readonly classes: WordClasses }) => new FormMatcher(classes),
)

export class FormMatcher {
  readonly #classes: WordClasses
  /** Made when first needed: short texts ask for few of them. */
  readonly #made = new Map<string, WordClass>()
  readonly #joints = new WordClass(JOINTS)
  readonly #lines = new WeakMap<readonly Token[], LineEnds>()

  constructor(classes: WordClasses) {
    this.#classes = classes
  }

  /** Whether the text is one of the words of the class. */
  is(name: string, text: string): boolean {
    const tokens = lex(text)
    return tokens.length > 0 && this.#endsOf(name, 0, tokens).includes(tokens.length)
  }

  /** The length of the longest words of the class that the text begins with; 0 for none. */
  beginning(name: string, text: string): number {
    const tokens = lex(text.slice(0, MAX_BEGINNING))
    const end = this.#endsOf(name, 0, tokens).at(-1) ?? 0
    return end === 0 ? 0 : tokens[end - 1].to
  }

  /** Where the form may end that begins at the first token, with what fills its slots. */
  beginnings({ parts }: Form, tokens: readonly Token[]): readonly Beginning[] {
    const found: Beginning[] = []
    this.#match(parts, 0, 0, tokens, [], (at, filled) => found.push({ at, filled }))
    return found
  }

  /** Every way in which the form matches all tokens behind the beginning: what fills its slots. */
  matches(
    { parts, fewest }: Form,
    tokens: readonly Token[],
    from: Beginning,
  ): readonly (readonly Filled[])[] {
    if (fewest > tokens.length - from.at) return []
    const found: (readonly Filled[])[] = []
    this.#match(parts, 0, from.at, tokens, from.filled, (at, filled) => {
      if (at === tokens.length) found.push(filled)
    })
    return found
  }

  #match(
    parts: readonly Part[],
    index: number,
    at: number,
    tokens: readonly Token[],
    filled: readonly Filled[],
    onEnd: (at: number, filled: readonly Filled[]) => void,
  ): void {
    const part = parts[index]
    if (part === undefined) {
      onEnd(at, filled)
      return
    }
    const goOn = (next: number, more = filled) => this.#match(parts, index + 1, next, tokens, more, onEnd)
    if (part.kind === 'word') {
      if (tokens[at]?.plain === part.plain) goOn(at + 1)
    } else if (part.kind === 'class') {
      for (const end of this.#ends(part, at, tokens)) goOn(end)
    } else if (part.kind === 'maybe') {
      goOn(at)
      this.#match(part.parts, 0, at, tokens, filled, (next, more) => {
        if (next > at) goOn(next, more)
      })
    } else
      for (const to of this.#startsOf(parts, index + 1, tokens))
        if (to > at) goOn(to, [...filled, { slot: part.slot, from: at, to }])
  }

  /** Where the parts may begin that stand behind a slot: few of the many words that a slot may have. */
  #startsOf(parts: readonly Part[], index: number, tokens: readonly Token[]): readonly number[] {
    const { starts } = this.#lineOf(tokens)
    const byIndex = starts.get(parts) ?? []
    if (byIndex.length === 0) starts.set(parts, byIndex)
    const found =
      byIndex[index] ?? [...tokens.keys(), tokens.length].filter(this.#mayBegin(parts, index, tokens))
    byIndex[index] = found
    return found
  }

  #mayBegin(parts: readonly Part[], index: number, tokens: readonly Token[]): (at: number) => boolean {
    const part = parts[index]
    if (part === undefined) return (at) => at === tokens.length
    if (part.kind === 'word') return (at) => tokens[at]?.plain === part.plain
    if (part.kind === 'class') return (at) => this.#endsOf(part.name, at, tokens).length > 0
    if (part.kind === 'slot') return (at) => at < tokens.length
    const [inside, behind] = [this.#mayBegin(part.parts, 0, tokens), this.#mayBegin(parts, index + 1, tokens)]
    return (at) => inside(at) || behind(at)
  }

  /** Where words of the class that begin there end; for a list, where any of its items does. */
  #ends(
    { name, isList }: Extract<Part, { kind: 'class' }>,
    at: number,
    tokens: readonly Token[],
  ): Iterable<number> {
    const first = this.#endsOf(name, at, tokens)
    if (!isList) return first
    const ends = new Set(first)
    for (const end of ends)
      for (const joint of this.#joints.endsFrom(end, this.#lineOf(tokens).line))
        for (const next of this.#endsOf(name, joint, tokens)) ends.add(next)
    return ends
  }

  /** Many forms ask for the same class at the same word. */
  #endsOf(name: string, at: number, tokens: readonly Token[]): readonly number[] {
    const { line, known } = this.#lineOf(tokens)
    const byToken = known.get(name) ?? []
    if (byToken.length === 0) known.set(name, byToken)
    const ends = byToken[at] ?? this.#classOf(name).endsFrom(at, line)
    byToken[at] = ends
    return ends
  }

  #lineOf(tokens: readonly Token[]): LineEnds {
    const known = this.#lines.get(tokens)
    if (known !== undefined) return known
    const made: LineEnds = { line: new TokenLine(tokens), known: new Map(), starts: new Map() }
    this.#lines.set(tokens, made)
    return made
  }

  /** @throws Error for an unknown class */
  #classOf(name: string): WordClass {
    const words = this.#classes[name]
    if (words === undefined) throw new Error(`No class of words is named "${name}".`)
    const made = this.#made.get(name) ?? new WordClass(words)
    this.#made.set(name, made)
    return made
  }
}

interface LineEnds {
  readonly line: TokenLine
  /** The ends of words, by class; in each, by first token. */
  readonly known: Map<string, (readonly number[] | undefined)[]>
  /** Where parts of forms may begin, by the index of the first of them. */
  readonly starts: Map<readonly Part[], (readonly number[] | undefined)[]>
}

/** Between the items of a list of words: "sell, market and promote". */
const JOINTS = [
  ',',
  'and',
  'or',
  ', and',
  ', or',
  'and/or',
  '/',
  'und',
  'oder',
  'et',
  'ou',
  'y',
  'o',
  'e',
  'en',
  'of',
  'och',
  'eller',
  'oraz',
  'i',
  'lub',
  'a',
  'nebo',
]

/** No word of a class has more letters. */
const MAX_BEGINNING = 200
