/**
 * From a description to phrases and what is done with them, without knowing any place: "A and B, other than C; provided that D
 * shall be included" is A in, B in, C out, D in again.
 */
import { foldName } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { tidyText } from './tidy.ts'
import { createTokenizer, type Separator, type Token } from './tokens.ts'

export interface Phrase {
  /** As it stands in the description. */
  readonly text: string
  /** What parts it from the phrase before it. A break is the end of a sentence or a new kind of clause. */
  readonly after: 'break' | 'comma' | 'and'
  /** What stands there, as written: ", ", " und ". Empty after a break. */
  readonly joint: string
}

export interface Clause {
  readonly role: 'include' | 'exclude'
  /** What it is taken from: everything that is in, or what the clause before it takes out ("except A, except B" of A). */
  readonly from: 'everything' | 'exceptions'
  /** It is a list behind a colon or in brackets: the phrase before may only say what it is a list of. */
  readonly listedBy: 'nothing' | 'colon' | 'brackets'
  readonly phrases: readonly Phrase[]
}

export type ClauseReader = (text: string) => readonly Clause[]

export const createClauseReader = (vocabulary: Vocabulary): ClauseReader => {
  const tokens = createTokenizer(vocabulary)
  return (text) => {
    const builder = new ClauseBuilder()
    for (const token of tokens(tidyText(text))) builder.add(token)
    return builder.finish()
  }
}

/** "Delivery area: Bavaria". */
const TITLE = /territor|area|zone|region|scope|gebiet|gebied|zona|área|område|obszar|территори|区域|地域/iu

interface GrowingClause {
  role: Clause['role']
  readonly from: Clause['from']
  readonly listedBy: Clause['listedBy']
  phrases: Phrase[]
}

class ClauseBuilder {
  readonly #clauses: GrowingClause[] = []
  /** What clauses in brackets return to. */
  readonly #outside: Clause['role'][] = []
  #role: Clause['role'] = 'include'
  #from: Clause['from'] = 'everything'
  #listedBy: Clause['listedBy'] = 'nothing'
  /** The next phrase begins a clause, though nothing breaks the sentence. */
  #isNew = false
  #after: Phrase['after'] | 'nothing' = 'break'
  #joint = ''
  /** The first clause of the sentence: what "means" drops. */
  #sentence = 0
  /** The first clause since words changed the role: what "is excluded" speaks of. */
  #stretch = 0
  /** "Excluding: (a) A; (b) B": the role holds for the list. */
  #holds = false

  add({ kind, text }: Token): void {
    if (kind === 'text') this.#text(text)
    else if (kind === 'comma' || kind === 'and') this.#join(kind, text)
    else this.#separators[kind]()
  }

  finish(): readonly Clause[] {
    return this.#clauses.filter(({ phrases }) => phrases.length > 0)
  }

  readonly #separators: Readonly<Record<Exclude<Separator, 'comma' | 'and'>, () => void>> = {
    except: () => {
      const isException = this.#role === 'exclude' && this.#after === 'nothing'
      this.#turn('exclude')
      this.#from = isException ? 'exceptions' : 'everything'
    },
    include: () => this.#turn('include'),
    opening: () => {
      // "The Territory means": these words name the area and are no part of it.
      this.#clauses.length = Math.min(this.#clauses.length, this.#sentence)
      this.#after = 'break'
    },
    excluded_after: () => this.#turnBack('exclude'),
    included_after: () => this.#turnBack('include'),
    excluded_beside: () => {
      this.#partAtLastComma()
      this.#turnBack('exclude')
    },
    colon: () => {
      const label = this.#clauses.at(-1)?.phrases
      const isTitle = label?.length === 1 && this.#isWithinSentence() && TITLE.test(label[0].text)
      if (isTitle) this.#separators.opening()
      else {
        // "Excluding: A; B" and "excluding the following: A; B" leave out the whole list.
        this.#holds = this.#role === 'exclude'
        const listedBy = this.#after === 'break' ? 'nothing' : 'colon'
        this.#endSentence()
        this.#listedBy = listedBy
      }
    },
    break: () => {
      // "other than: A" has said nothing yet that could end.
      if (this.#isWithinSentence() || this.#role === 'include') this.#endSentence()
    },
    stop: () => {
      this.#holds = false
      this.#endSentence()
    },
    open: () => {
      this.#outside.push(this.#role)
      this.#isNew = true
      this.#listedBy = 'brackets'
      this.#stretch = this.#clauses.length
    },
    close: () => {
      // "Spain (without Ceuta), Portugal" goes on with the list.
      this.#turn(this.#outside.pop() ?? 'include')
      this.#after = 'nothing'
      this.#isNew = true
    },
  }

  #text(text: string): void {
    if (foldName(text) === '') return
    let clause = this.#clauses.at(-1)
    if (clause === undefined || this.#isNew || clause.role !== this.#role || this.#after === 'break') {
      clause = { role: this.#role, from: this.#from, listedBy: this.#listedBy, phrases: [] }
      this.#clauses.push(clause)
      this.#listedBy = 'nothing'
      this.#isNew = false
    }
    const after = this.#after === 'nothing' ? 'and' : this.#after
    clause.phrases.push({ text, after, joint: after === 'break' ? '' : this.#joint })
    this.#after = 'nothing'
    this.#joint = ' '
  }

  #join(kind: 'comma' | 'and', text: string): void {
    if (this.#after === 'break') return
    this.#after = kind
    this.#joint = this.#joint.trimEnd() + (kind === 'comma' ? `${text} ` : ` ${text} `)
  }

  #turn(role: Clause['role']): void {
    this.#role = role
    this.#from = 'everything'
    this.#listedBy = 'nothing'
    this.#after = 'break'
    this.#stretch = this.#clauses.length
  }

  #turnBack(role: Clause['role']): void {
    for (const clause of this.#clauses.slice(this.#stretch)) clause.role = role
    this.#endSentence()
  }

  /** "Germany, Bavaria and Hesse excluded": Germany is not. */
  #partAtLastComma(): void {
    const clause = this.#clauses.at(-1)
    const at = clause?.phrases.findLastIndex(({ after }) => after === 'comma') ?? -1
    if (clause === undefined || at < 1) return
    const [first, ...rest] = clause.phrases.slice(at)
    clause.phrases = clause.phrases.slice(0, at)
    this.#clauses.push({ ...clause, phrases: [{ ...first, after: 'break', joint: '' }, ...rest] })
    this.#stretch = this.#clauses.length - 1
  }

  #isWithinSentence(): boolean {
    return this.#clauses.length > this.#sentence
  }

  #endSentence(): void {
    const role = this.#outside.at(-1) ?? 'include'
    this.#turn(this.#holds ? this.#role : role)
    this.#sentence = this.#clauses.length
  }
}
