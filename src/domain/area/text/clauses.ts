/**
 * Splits a description into phrases with roles, without knowing any place: "A and B, other than C; provided that D
 * shall be included" includes A and B, excludes C and includes D again.
 */
import type { Vocabulary } from '../vocabulary.ts'
import type { PhraseWords } from '../word-lists.ts'
import { Chart, type Node } from './chart.ts'
import { CLAUSE_GRAMMAR } from './clause-grammar.ts'
import { createLeadIns, type LeadIns } from './lead-ins.ts'
import { type Lexeme, lexemesOf } from './lexemes.ts'
import { createTokenizer } from './tokens.ts'
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
   * comma or "and" stands between; opposed, if its words may let in as well ("A except B, but C").
   */
  readonly from: 'everything' | 'exceptions' | 'either' | 'opposed'
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
    const sentences = lexemesOf(tokens(text), vocabulary.phraseWords)
    let read = NOTHING_READ
    for (const lexemes of sentences) {
      const next = { ...ended({ ...read, keepsRole: false }, 'include'), isListing: false }
      read = new SentenceReader(lexemes, patterns, leadIns).read(next)
    }
    return read.clauses
  }
})

type ClausePatterns = ReturnType<typeof clausePatterns>

const clausePatterns = compiledOnce((words: PhraseWords) => ({
  /** "Delivery area: Bavaria". */
  title: new RegExp(anyOf(words.titles), 'iu'),
  /** "The geographical area of Wisconsin: …" says where the list lies. */
  ofAPlace: new RegExp(`\\s${anyOf(words.title_joints)}\\s+(?:${anyOf(words.the)}\\s+)?\\p{Lu}`, 'u'),
  /** "Portugal (with the Azores)". */
  withParts: new RegExp(`^${anyOf(words.parts_with)}\\s`, 'iu'),
}))

/** What has been read, and what it says of the clause that follows. */
interface Progress {
  readonly clauses: readonly Clause[]
  /** The first clause of the sentence: what "means" drops. */
  readonly sentence: number
  /** The first clause since words changed the role: what "is excluded" speaks of. */
  readonly stretch: number
  readonly next: Omit<Clause, 'phrases' | 'isTurned' | 'isGoingOn'>
  /** Words or signs that begin a clause stand last. */
  readonly isBare: boolean
  /** A list behind a colon goes on up to the end of the sentence. */
  readonly isListing: boolean
  /** "Excluding: (a) A; (b) B": the role holds for the list. */
  readonly keepsRole: boolean
}

const plainly = (role: Clause['role']): Progress['next'] => ({
  role,
  from: 'everything',
  listedBy: 'nothing',
  isDetail: false,
  isAdded: false,
  isBehindBrackets: false,
})

const NOTHING_READ: Progress = {
  clauses: [],
  sentence: 0,
  stretch: 0,
  next: plainly('include'),
  isBare: true,
  isListing: false,
  keepsRole: false,
}

/** The next clause is of another kind. */
const turned = (read: Progress, next: Pick<Clause, 'role'> & Partial<Progress['next']>): Progress => ({
  ...read,
  next: { ...plainly(next.role), isBehindBrackets: read.next.isBehindBrackets, ...next },
  stretch: read.clauses.length,
  isBare: true,
})

/** @param role of what surrounds it */
const ended = (read: Progress, role: Clause['role']): Progress => ({
  ...turned(read, { role: read.keepsRole ? read.next.role : role }),
  sentence: read.clauses.length,
})

const isBegun = ({ clauses, sentence }: Progress): boolean => clauses.length > sentence

/** What surrounds the clauses: brackets in what is left out are left out, too. */
interface Around {
  readonly role: Clause['role']
  /** The first clause in the brackets; null outside. */
  readonly first: number | null
}

class SentenceReader {
  readonly #lexemes: readonly Lexeme[]
  readonly #patterns: ClausePatterns
  readonly #leadIns: LeadIns

  constructor(lexemes: readonly Lexeme[], patterns: ClausePatterns, leadIns: LeadIns) {
    this.#lexemes = lexemes
    this.#patterns = patterns
    this.#leadIns = leadIns
  }

  read(before: Progress): Progress {
    const chart = new Chart(
      CLAUSE_GRAMMAR,
      this.#lexemes.map(({ kind }) => kind),
    )
    // Every row has exactly one reading.
    return this.#in(chart.readings('section')![0], before, { role: 'include', first: null })
  }

  /** What its children say, in their order. */
  #in({ children }: Node, before: Progress, around: Around): Progress {
    return children.reduce((read, node) => this.#with(read, node, around), before)
  }

  #with(read: Progress, node: Node, around: Around): Progress {
    if (node.symbol === 'list') return this.#list(read, node)
    if (node.symbol === 'brackets') return this.#brackets(read, node)
    const step = this.#steps[node.symbol]
    return step === undefined ? this.#in(node, read, around) : step(read, this.#lexemes[node.from], around)
  }

  readonly #steps: Readonly<Record<string, (read: Progress, word: Lexeme, around: Around) => Progress>> = {
    EXCEPT: (read, { after }) =>
      turned(read, {
        role: 'exclude',
        from:
          read.next.role === 'include' || read.isBare
            ? 'everything'
            : after === 'nothing'
              ? 'exceptions'
              : 'either',
      }),
    BUT: (read) => turned(read, { role: 'exclude', from: 'opposed' }),
    ONLY: (read) =>
      // "Except only Bavaria" leaves out nothing else, "only in Bavaria" narrows nothing.
      read.next.role === 'exclude' && read.isBare
        ? read
        : turned(read, { role: 'include', listedBy: isBegun(read) ? 'only' : 'nothing' }),
    ONLY_AFTER: (read) => {
      const last = read.clauses.at(-1)
      if (last?.role !== 'exclude' || !isBegun(read)) return read
      // "The Nordic countries, but Sweden and Finland only, and Estonia".
      const clauses = [...read.clauses.slice(0, -1), { ...last, role: 'include', listedBy: 'only' } as const]
      return { ...read, clauses, next: plainly('include') }
    },
    INCLUDING: (read) => turned(read, { role: 'include', isDetail: isBegun(read) }),
    INCLUDE: (read) => turned(read, { role: 'include', isAdded: isBegun(read) }),
    BREAK: (read, _, { role }) => {
      // "Other than (a) A; (b) B" and "the following: (a) A; (b) B" have no content yet that could end.
      if (read.isBare && read.next.role === 'exclude') return { ...read, keepsRole: true }
      const mayEnd = !read.isBare || read.next.listedBy === 'nothing'
      return mayEnd && (isBegun(read) || read.next.role === 'include') ? ended(read, role) : read
    },
    COLON: (read, _, { role }) => {
      if (this.#isTitle(read)) return this.#opened(read, ':')
      const listedBy = read.isBare ? 'nothing' : 'colon'
      // "Excluding: A; B" and "excluding the following: A; B" leave out the whole list.
      const done = ended({ ...read, keepsRole: read.next.role === 'exclude' }, role)
      return { ...done, next: { ...done.next, listedBy }, isListing: listedBy === 'colon' }
    },
    OPENING: (read, { text }) => this.#opened(read, text),
    EXCLUDED_AFTER: (read, word, around) => turnedBack(withSubject(read, word), 'exclude', around),
    INCLUDED_AFTER: (read, _, around) => turnedBack(read, 'include', around),
    EXCLUDED_BESIDE: (read, word, around) =>
      turnedBack(this.#partedAtLastComma(withSubject(read, word)), 'exclude', around),
  }

  #list(read: Progress, { from, to }: Node): Progress {
    const [first, ...others] = this.#lexemes.slice(from, to).map(
      ({ text, after, joint }): Phrase => ({
        text,
        after: after === 'nothing' ? 'and' : after,
        joint: after === 'break' ? '' : joint,
      }),
    )
    const isWith = read.next.listedBy === 'brackets' && this.#patterns.withParts.test(first.text)
    const next = isWith ? { ...read.next, listedBy: 'nothing' as const, isDetail: true } : read.next
    const clause: Clause = {
      ...next,
      isTurned: false,
      isGoingOn: read.isListing && next.listedBy === 'nothing' && first.after === 'break',
      phrases: [first, ...others],
    }
    return {
      ...read,
      clauses: [...read.clauses, clause],
      next: { ...plainly(next.role), from: next.from },
      isBare: false,
    }
  }

  #brackets(read: Progress, { children: [, section, , list] }: Node): Progress {
    const { role } = read.next
    const first = read.clauses.length
    const opened: Progress = { ...read, stretch: first, next: { ...read.next, listedBy: 'brackets' } }
    const inside = this.#in(section, opened, { role, first })
    // "Spain (without Ceuta), Portugal" goes on with the list.
    const behind = { ...turned(inside, { role, isBehindBrackets: true }), isBare: false }
    return list === undefined ? behind : this.#list(behind, list)
  }

  #isTitle(read: Progress): boolean {
    const label = read.clauses.at(-1)
    return (
      label?.phrases.length === 1 &&
      // "The following counties of Texas: Zone 1: …" has lists within a list.
      !read.isListing &&
      isBegun(read) &&
      this.#patterns.title.test(label.phrases[0].text) &&
      !this.#patterns.ofAPlace.test(label.phrases[0].text)
    )
  }

  #opened(read: Progress, words: string): Progress {
    const { clauses, sentence } = read
    const last = clauses.at(-1)
    if (isBegun(read) && last?.role === 'exclude') return this.#openedBehindException(read, last)
    // "The Territory means": these words name the area and are no part of it.
    const leadIn = clauses.slice(sentence).flatMap(({ phrases }) => phrases)
    const { mayDrop: isLeadIn, isOfGrantor } = this.#leadIns
    const isFirst = sentence === 0
    const mayDrop = leadIn.every(({ text }) => isLeadIn(text, isFirst) && !isOfGrantor(text, isFirst))
    if (mayDrop) return { ...read, clauses: clauses.slice(0, sentence), isBare: true }
    // "Ana covers Portugal; Luca covers Italy": who does it is no place.
    return read.isBare ? read : { ...read, clauses: withLastPhrase(clauses, words), isBare: true }
  }

  /** "Except for Oslo, the Territory comprises": Oslo is left out of what follows. "Neither party may sell in" leaves out what follows. */
  #openedBehindException(read: Progress, last: Clause): Progress {
    const term = last.phrases.at(-1)
    const before = read.clauses.slice(0, -1)
    if (term === undefined || !this.#leadIns.mayDrop(term.text, false)) return read
    if (last.phrases.length === 1) return { ...read, clauses: before, isBare: true }
    const clauses = [...before, { ...last, phrases: last.phrases.slice(0, -1) }]
    return term.after === 'comma' ? turned({ ...read, clauses }, { role: 'include' }) : read
  }

  /** "Germany, Bavaria and Hesse excluded": Germany is not; nor is Utah in "Utah, with Rich, Box Elder and Uintah excluded". */
  #partedAtLastComma(read: Progress): Progress {
    const last = read.clauses.at(-1)
    const { withParts } = this.#patterns
    const withWord = last?.phrases.findLastIndex(({ text }) => withParts.test(text)) ?? -1
    const at = withWord > 0 ? withWord : (last?.phrases.findLastIndex(({ after }) => after === 'comma') ?? -1)
    if (last === undefined || at < 1) return read
    const [first, ...others] = last.phrases.slice(at)
    const phrases = [
      { text: first.text.replace(withParts, ''), after: 'break' as const, joint: '' },
      ...others,
    ]
    const parted = [
      { ...last, phrases: last.phrases.slice(0, at) },
      { ...last, phrases },
    ]
    return { ...read, clauses: [...read.clauses.slice(0, -1), ...parted], stretch: read.clauses.length }
  }
}

/** "Ohio; excluded": words that leave out nothing are a phrase, which no place has as its name. */
const withSubject = (read: Progress, { text }: Lexeme): Progress =>
  isBegun(read) || read.clauses.length === 0
    ? read
    : {
        ...read,
        clauses: [
          ...read.clauses,
          {
            ...read.next,
            isTurned: false,
            isGoingOn: false,
            phrases: [{ text, after: 'break', joint: '' }],
          },
        ],
      }

/** "B is excluded", "A, provided that B is included". */
const turnedBack = (read: Progress, role: Clause['role'], around: Around): Progress => {
  const from = around.first === null ? read.stretch : Math.min(around.first, read.stretch)
  // "Without the Baltic states (Latvia excepted)".
  const isException = role === 'exclude' && around.first !== null && around.role === 'exclude'
  const clauses = read.clauses.map((clause, at): Clause => {
    if (at < from) return clause
    return { ...clause, role, isTurned: true, from: isException ? 'exceptions' : clause.from }
  })
  return ended({ ...read, clauses }, around.role)
}

const withLastPhrase = (clauses: readonly Clause[], words: string): readonly Clause[] => {
  const last = clauses.at(-1)
  const phrase = last?.phrases.at(-1)
  if (last === undefined || phrase === undefined) return clauses
  const phrases = [...last.phrases.slice(0, -1), { ...phrase, text: `${phrase.text} ${words}` }]
  return [...clauses.slice(0, -1), { ...last, phrases }]
}
