/**
 * From a description to phrases and what is done with them, without knowing any place: "A and B, other than C; provided that D
 * shall be included" is A in, B in, C out, D in again.
 */
import { foldName } from '../../catalog/fold.ts'
import { OPERATORS, type Operator, type Vocabulary } from '../vocabulary.ts'
import { tidyText } from './tidy.ts'

export interface Phrase {
  /** As it stands in the description. */
  readonly text: string
  /** What parts it from the phrase before it. A break is the end of a sentence or a new kind of clause. */
  readonly after: 'break' | 'comma' | 'and'
}

export interface Clause {
  readonly role: 'include' | 'exclude'
  readonly phrases: readonly Phrase[]
}

export type ClauseReader = (text: string) => readonly Clause[]

export const createClauseReader = (vocabulary: Vocabulary): ClauseReader => {
  const operators = new Map(
    OPERATORS.flatMap((operator) =>
      vocabulary.operators[operator].map((phrase): [string, Operator] => [spelling(phrase), operator]),
    ),
  )
  const pattern = separators([...operators.keys()])
  return (text) => {
    const builder = new ClauseBuilder()
    let from = 0
    const tidy = unbracketed(tidyText(text), operators)
    for (const match of tidy.matchAll(pattern)) {
      if (CODE.test(match[0])) continue
      builder.text(tidy.slice(from, match.index))
      const isTitle = match[0] === ':' && TITLE.test(tidy.slice(from, match.index))
      builder.separator(
        isTitle ? 'opening' : (operators.get(spelling(match[0])) ?? PUNCTUATION[match[0].trim()] ?? 'break'),
      )
      from = match.index + match[0].length
    }
    builder.text(tidy.slice(from))
    return builder.finish()
  }
}

/** "Delivery area: Bavaria". */
const TITLE = /territor|area|zone|region|scope|gebiet|gebied|zona|área|område|obszar/iu

/** "CA, OR and WA": Oregon. */
const CODE = /^[A-Z]{2}$/

/** "Spain (excluding the Canary Islands) and Portugal": what is in brackets ends with them. */
const unbracketed = (text: string, operators: ReadonlyMap<string, Operator>): string =>
  text.replace(/\(([^()]*)\)/g, (whole: string, content: string) => {
    const begins = [...operators].some(
      ([phrase, operator]) =>
        (operator === 'except' || operator === 'include') && spelling(content).startsWith(`${phrase} `),
    )
    return begins ? ` ${content}; ` : whole
  })

const PUNCTUATION: Readonly<Record<string, 'comma' | 'and' | 'break'>> = {
  と: 'and',
  ',': 'comma',
  '、': 'comma',
  '，': 'comma',
  '،': 'comma',
}

/** Words in lower case, one space between them: accents tell words apart here ("à" and "a"). */
const spelling = (phrase: string): string =>
  phrase.toLowerCase().replaceAll('’', "'").replace(/\s+/gu, ' ').trim()

/**
 * Signs, full stops that end a sentence and not an abbreviation, and the phrases, the longest first. What must not stand beside
 * words is said once for all of them: said for each, the pattern takes a quarter of a second to compile.
 */
const separators = (phrases: readonly string[]): RegExp => {
  const alternatives = [...phrases]
    .sort((a, b) => b.length - a.length)
    .map((phrase) => RegExp.escape(phrase).replaceAll('\\x20', '\\s+').replaceAll('\\x27', "['’]"))
  const isElided = (source: string): boolean => /['’]\]$/.test(source)
  const whole = alternatives.filter((source) => !isElided(source)).join('|')
  const elided = alternatives.filter(isElided).join('|')
  const letter = '[\\p{L}\\p{M}\\p{N}-]'
  const words = `(?<!${letter})(?:(?:${whole})(?!${letter})${elided === '' ? '' : `|${elided}`})`
  return new RegExp(`[,、，،;；。\\n:と]|(?<=[\\p{L}\\p{M}\\p{N})]{3})\\.(?=\\s|$)|${words}`, 'giu')
}

class ClauseBuilder {
  readonly #clauses: { role: Clause['role']; phrases: Phrase[] }[] = []
  #role: Clause['role'] = 'include'
  #after: Phrase['after'] = 'break'
  /** The first clause of the sentence: what "is excluded" and "means" look back to. */
  #sentence = 0

  text(text: string): void {
    const phrase = text.trim()
    if (foldName(phrase) === '') return
    let clause = this.#clauses.at(-1)
    if (clause === undefined || clause.role !== this.#role || this.#after === 'break') {
      clause = { role: this.#role, phrases: [] }
      this.#clauses.push(clause)
    }
    clause.phrases.push({ text: phrase, after: this.#after })
    this.#after = 'and'
  }

  separator(kind: Operator | 'comma' | 'break'): void {
    switch (kind) {
      case 'comma':
        if (this.#after !== 'break') this.#after = 'comma'
        return
      case 'and':
        if (this.#after !== 'break') this.#after = 'and'
        return
      case 'except':
      case 'include':
        this.#role = kind === 'except' ? 'exclude' : 'include'
        this.#after = 'break'
        return
      case 'opening':
        this.#dropSentence()
        this.#after = 'break'
        return
      case 'excluded_after':
      case 'included_after':
        for (const clause of this.#clauses.slice(this.#sentence)) {
          clause.role = kind === 'excluded_after' ? 'exclude' : 'include'
        }
        this.#endSentence()
        return
      case 'break':
        // "other than: A" has said nothing yet that could end.
        if (this.#clauses.length > this.#sentence || this.#role === 'include') this.#endSentence()
    }
  }

  finish(): readonly Clause[] {
    return this.#clauses.filter(({ phrases }) => phrases.length > 0)
  }

  #endSentence(): void {
    this.#role = 'include'
    this.#after = 'break'
    this.#sentence = this.#clauses.length
  }

  /** "The Territory means": these words name the area and are no part of it. */
  #dropSentence(): void {
    this.#clauses.length = Math.min(this.#clauses.length, this.#sentence)
  }
}
