/**
 * Splits a description into phrases with roles, without knowing any place: "A and B, other than C; provided that D
 * shall be included" includes A and B, excludes C and includes D again.
 */
import { foldName } from '../../catalog/fold.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'
import { createLeadIns, type LeadIns } from './lead-ins.ts'
import { tidyText } from './tidy.ts'
import { createTokenizer, type Separator, type Token } from './tokens.ts'
import { anyOf, compiledOnce } from './word-pattern.ts'

export interface Phrase {
  /** As it stands in the description. */
  readonly text: string
  /** The separator before it. A break is the end of a sentence or a new kind of clause. */
  readonly after: 'break' | 'comma' | 'and'
  /** The separator as written: ", ", " und ". Empty after a break. */
  readonly joint: string
  /** "… Counties in Indiana": it only locates the phrases before it. */
  readonly isOuter?: true
}

export interface Clause {
  readonly role: 'include' | 'exclude'
  /** The excluding words follow it: "X is excluded". */
  readonly isTurned: boolean
  /**
   * What it applies to: everything included, or what the clause before excludes ("except A except B": B applies to A). Either, if a
   * comma or "and" stands between.
   */
  readonly from: 'everything' | 'exceptions' | 'either'
  /**
   * It is a list after a colon, in brackets or after "only": the phrase before it names what is listed, and everything before "only"
   * is narrowed to it.
   */
  readonly listedBy: 'nothing' | 'colon' | 'brackets' | 'only'
  /** "Including": it names parts of what stands before it, or adds to it. */
  readonly isDetail: boolean
  /** "Plus": an exception behind it may apply to what is before it, too. */
  readonly isAdded: boolean
  /** It continues the list that a colon began: "the following counties: (a) A; (b) B". */
  readonly isGoingOn: boolean
  /** It continues after a list in brackets: "Long Island (Nassau and Suffolk Counties), New York". */
  readonly isBehindBrackets: boolean
  readonly phrases: readonly Phrase[]
}

export type ClauseReader = (text: string) => readonly Clause[]

export const createClauseReader = compiledOnce((vocabulary: Vocabulary): ClauseReader => {
  const tokens = createTokenizer(vocabulary)
  const patterns = clausePatterns(vocabulary.phraseWords)
  const leadIns = createLeadIns(vocabulary)
  return (text) => {
    const builder = new ClauseBuilder(patterns, leadIns)
    for (const token of tokens(tidyText(text, vocabulary))) builder.add(token)
    return builder.finish()
  }
})

interface ClausePatterns {
  /** "Delivery area: Bavaria". */
  readonly title: RegExp
  /** "The geographical area of Wisconsin: …" says where the list lies. */
  readonly ofAPlace: RegExp
  readonly neither: RegExp
  readonly frontIn: RegExp
  /** "Portugal (with the Azores)". */
  readonly withParts: RegExp
}

const clausePatterns = (words: PhraseWords): ClausePatterns => ({
  title: new RegExp(anyOf(words.titles), 'iu'),
  ofAPlace: new RegExp(`\\s${anyOf(words.title_joints)}\\s+(?:${anyOf(words.the)}\\s+)?\\p{Lu}`, 'u'),
  neither: new RegExp(`^${anyOf(words.neither)}$`, 'iu'),
  frontIn: new RegExp(`^${anyOf(words.front_in)}$`, 'iu'),
  withParts: new RegExp(`^${anyOf(words.parts_with)}\\s`, 'iu'),
})

interface GrowingClause {
  role: Clause['role']
  isTurned: boolean
  from: Clause['from']
  readonly listedBy: Clause['listedBy']
  readonly isDetail: boolean
  readonly isAdded: boolean
  readonly isGoingOn: boolean
  readonly isBehindBrackets: boolean
  phrases: Phrase[]
}

class ClauseBuilder {
  readonly #patterns: ClausePatterns
  readonly #leadIns: LeadIns
  readonly #clauses: GrowingClause[] = []
  /** What clauses in brackets return to. */
  readonly #outside: Clause['role'][] = []
  /** The first clause of the innermost brackets. */
  #bracketed = 0
  #role: Clause['role'] = 'include'
  #from: Clause['from'] = 'everything'
  #listedBy: Clause['listedBy'] = 'nothing'
  #isDetail = false
  #isAdded = false
  #isBehindBrackets = false
  #isListing = false
  #front = ''
  #isNeither = false
  /** Words that exclude what follows, before it follows. */
  #dangling = ''
  /** The next phrase begins a clause although the sentence continues. */
  #isNew = false
  #after: Phrase['after'] | 'nothing' = 'break'
  #joint = ''
  /** The first clause of the sentence: what "means" drops. */
  #sentence = 0
  /** The first clause since words changed the role: what "is excluded" speaks of. */
  #stretch = 0
  /** "Excluding: (a) A; (b) B": the role holds for the list. */
  #holds = false

  constructor(patterns: ClausePatterns, leadIns: LeadIns) {
    this.#patterns = patterns
    this.#leadIns = leadIns
  }

  add({ kind, text }: Token): void {
    if (kind === 'except') {
      this.#isNeither = this.#patterns.neither.test(text)
      this.#dangling = text
    }
    if (kind === 'text') this.#text(text)
    else if (kind === 'comma' || kind === 'and') this.#join(kind, text)
    else if (kind === 'opening') this.#open(text)
    // "Not in Libya, nor in Egypt"; "nor in Egypt" alone leaves it out, too.
    else if (kind === 'nor' && this.#role === 'exclude') this.#join('and', text)
    else if (kind === 'nor') this.#separators.except()
    else this.#separators[kind]()
  }

  finish(): readonly Clause[] {
    this.#endDangling()
    return this.#clauses.filter(({ phrases }) => phrases.length > 0)
  }

  readonly #separators: Readonly<
    Record<Exclude<Separator, 'comma' | 'and' | 'nor' | 'opening'>, () => void>
  > = {
    except: () => {
      const from = this.#fromOfException()
      this.#turn('exclude')
      this.#from = from
    },
    only: () => {
      // "Except only Bavaria" leaves out nothing else, "only in Bavaria" narrows nothing.
      if (this.#role === 'exclude' && this.#after === 'break') return
      const isNarrowing = this.#isWithinSentence()
      this.#turn('include')
      this.#listedBy = isNarrowing ? 'only' : 'nothing'
    },
    only_after: () => {
      const clause = this.#clauses.at(-1)
      // "The Nordic countries, but Sweden and Finland only".
      if (clause?.role === 'exclude' && this.#isWithinSentence())
        Object.assign(clause, { role: 'include', listedBy: 'only' })
    },
    including: () => {
      this.#turn('include')
      this.#isDetail = this.#isWithinSentence()
    },
    include: () => {
      const isAdded = this.#isWithinSentence()
      this.#turn('include')
      this.#isAdded = isAdded
    },
    excluded_after: () => this.#turnBack('exclude'),
    included_after: () => {
      // "Neither A nor B is included" is already an exclusion.
      if (this.#isNeither) this.#endSentence()
      else this.#turnBack('include')
    },
    excluded_beside: () => {
      this.#partAtLastComma()
      this.#turnBack('exclude')
    },
    colon: () => {
      const label = this.#clauses.at(-1)
      const isTitle =
        label?.phrases.length === 1 &&
        // "The following counties of Texas: Zone 1: …" has lists within a list.
        !this.#isListing &&
        this.#isWithinSentence() &&
        this.#patterns.title.test(label.phrases[0].text) &&
        !this.#patterns.ofAPlace.test(label.phrases[0].text)
      if (isTitle) {
        this.#open(':')
      } else {
        // "Excluding: A; B" and "excluding the following: A; B" leave out the whole list.
        this.#holds = this.#role === 'exclude'
        const listedBy = this.#after === 'break' ? 'nothing' : 'colon'
        this.#endSentence()
        this.#listedBy = listedBy
        this.#isListing = listedBy === 'colon'
      }
    },
    break: () => {
      // "Other than (a) A; (b) B" and "the following: (a) A; (b) B" have no content yet that could end.
      const isBegun = this.#after !== 'break' || this.#listedBy === 'nothing'
      if (this.#after === 'break' && this.#role === 'exclude') this.#holds = true
      else if (isBegun && (this.#isWithinSentence() || this.#role === 'include')) this.#endSentence()
    },
    stop: () => {
      this.#endDangling()
      this.#holds = false
      this.#isListing = false
      this.#endSentence()
    },
    open: () => {
      this.#outside.push(this.#role)
      this.#bracketed = this.#clauses.length
      this.#isNew = true
      this.#listedBy = 'brackets'
      this.#stretch = this.#clauses.length
    },
    close: () => {
      // "Spain (without Ceuta), Portugal" goes on with the list.
      this.#turn(this.#outside.pop() ?? 'include')
      this.#after = 'nothing'
      this.#isNew = true
      this.#isBehindBrackets = true
    },
  }

  #open(words: string): void {
    if (this.#isWithinSentence() && this.#clauses.at(-1)?.role === 'exclude') {
      this.#openBehindException()
      return
    }
    // "The Territory means": these words name the area and are no part of it.
    const isFirst = this.#sentence === 0
    const leadIn = this.#clauses.slice(this.#sentence).flatMap(({ phrases }) => phrases)
    if (leadIn.every(({ text }) => this.#leadIns.mayDrop(text, isFirst)))
      this.#clauses.length = Math.min(this.#clauses.length, this.#sentence)
    // "Ana covers Portugal; Luca covers Italy": who does it is no place.
    else if (this.#after === 'nothing') this.#lengthen(words)
    this.#after = 'break'
  }

  /** "Except for Oslo, the Territory comprises": Oslo is left out of what follows. */
  #openBehindException(): void {
    const { phrases } = this.#clauses.at(-1)!
    const term = phrases.at(-1)!
    if (phrases.length === 1 || term.after !== 'comma' || !this.#leadIns.mayDrop(term.text, false)) return
    phrases.pop()
    this.#turn('include')
  }

  #lengthen(words: string): void {
    const clause = this.#clauses.at(-1)
    const last = clause?.phrases.pop()
    if (clause !== undefined && last !== undefined)
      clause.phrases.push({ ...last, text: `${last.text} ${words}` })
  }

  /** "Germany, France not": these words exclude nothing that follows, so they are a phrase, which no place has as its name. */
  #endDangling(): void {
    if (this.#dangling !== '') this.#text(this.#dangling)
  }

  #text(written: string): void {
    if (foldName(written) === '') return
    this.#dangling = ''
    if (this.#listedBy === 'brackets' && this.#patterns.withParts.test(written)) {
      this.#listedBy = 'nothing'
      this.#isDetail = true
    }
    const text = this.#front + written
    this.#front = ''
    let clause = this.#clauses.at(-1)
    if (clause === undefined || this.#isNew || clause.role !== this.#role || this.#after === 'break') {
      clause = {
        role: this.#role,
        isTurned: false,
        from: this.#from,
        listedBy: this.#listedBy,
        isDetail: this.#isDetail,
        isAdded: this.#isAdded,
        isGoingOn: this.#isListing && this.#listedBy === 'nothing' && this.#after === 'break',
        isBehindBrackets: this.#isBehindBrackets,
        phrases: [],
      }
      this.#clauses.push(clause)
      this.#listedBy = 'nothing'
      this.#isNew = false
      this.#isDetail = false
      this.#isAdded = false
      this.#isBehindBrackets = false
    }
    const after = this.#after === 'nothing' ? 'and' : this.#after
    clause.phrases.push({ text, after, joint: after === 'break' ? '' : this.#joint })
    this.#after = 'nothing'
    this.#joint = ' '
  }

  #join(kind: 'comma' | 'and', text: string): void {
    if (this.#after === 'break') {
      // "And" in Dutch begins no list, "in" in French and Spanish does: "en France, les régions …".
      if (this.#patterns.frontIn.test(text)) this.#front = `${text} `
      return
    }
    // "Cusco y Puno, en el Perú" may say where they lie, as "Cusco y Puno, Perú" does.
    const isIn = this.#after === 'comma' && this.#patterns.frontIn.test(text)
    this.#after = isIn ? 'comma' : kind
    this.#joint = this.#joint.trimEnd() + (kind === 'comma' ? `${text} ` : ` ${text} `)
  }

  #turn(role: Clause['role']): void {
    this.#role = role
    this.#from = 'everything'
    this.#listedBy = 'nothing'
    this.#isDetail = false
    this.#isAdded = false
    this.#after = 'break'
    this.#stretch = this.#clauses.length
  }

  #fromOfException(): Clause['from'] {
    if (this.#role === 'include' || this.#after === 'break') return 'everything'
    return this.#after === 'nothing' ? 'exceptions' : 'either'
  }

  #turnBack(role: Clause['role']): void {
    this.#dangling = ''
    // "Without the Baltic states (Latvia excepted)".
    const isException = role === 'exclude' && this.#outside.at(-1) === 'exclude'
    const from = this.#outside.length > 0 ? Math.min(this.#bracketed, this.#stretch) : this.#stretch
    for (const clause of this.#clauses.slice(from)) {
      Object.assign(clause, { role, isTurned: true })
      if (isException) clause.from = 'exceptions'
    }
    this.#endSentence()
  }

  /** "Germany, Bavaria and Hesse excluded": Germany is not; nor is Utah in "Utah, with Rich, Box Elder and Uintah excluded". */
  #partAtLastComma(): void {
    const clause = this.#clauses.at(-1)
    const withParts = clause?.phrases.findLastIndex(({ text }) => this.#patterns.withParts.test(text)) ?? -1
    const at =
      withParts > 0 ? withParts : (clause?.phrases.findLastIndex(({ after }) => after === 'comma') ?? -1)
    if (clause === undefined || at < 1) return
    const [first, ...rest] = clause.phrases.slice(at)
    clause.phrases = clause.phrases.slice(0, at)
    const text = first.text.replace(this.#patterns.withParts, '')
    this.#clauses.push({ ...clause, phrases: [{ ...first, text, after: 'break', joint: '' }, ...rest] })
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
