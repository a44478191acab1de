/**
 * What each list of a description says of its places: they are in the area, left out of it, or in again. "A except B, C" may leave C out
 * or go on with it; all readings that the rules leave are planned, and have to agree.
 */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import { liesIn, type Unmapped } from '../plan.ts'
import { Chart, type Node, parseGrammar } from '../text/chart.ts'
import { IN_OR_OUT } from './draft-sentences.ts'
import { unmapped } from './fault.ts'
import { areSiblings, type Item, mayLieIn, mayMean, type ReadClause } from './item.ts'

export interface Statement extends Pick<ReadClause, 'isDetail' | 'isAdded'> {
  readonly as: 'in' | 'out' | 'back'
  readonly items: readonly Item[]
  /** Why it is read so, and in no other way; null where there is none. */
  readonly because: string | null
}

/** Places behind a comma, or with an exception of their own, begin a list where they can; behind "and" they may. */
const GRAMMAR = parseGrammar({
  area: ['statement*'],
  statement: ['IN', 'out', 'out goes_on', 'back', 'opposed'],
  /** "A, except B and C"; "except A, except B". */
  out: ['EXCEPT place*', 'AGAIN place*', 'OR_AGAIN place*', 'BUT place*'],
  /** "A, except B, C": C. */
  goes_on: ['PLACE_APART place*', 'PLACE_AND place*'],
  /** "A, except B, but C": C. */
  opposed: ['BUT place+'],
  /** "A, except B except C": C. */
  back: ['AGAIN place+', 'OR_AGAIN place+', 'BUT place+'],
  place: ['PLACE', 'PLACE_APART', 'PLACE_AND'],
})

interface Token {
  readonly kind: string
  readonly clause: ReadClause
  /** For a place that is left out, or may be. */
  readonly item: Item | null
}

/** Null for more readings than may be compared. */
export const scopesOf = (
  clauses: readonly ReadClause[],
  mostReadings: number,
): readonly (readonly Statement[])[] | null => {
  const tokens = clauses.flatMap((clause, at) => tokensOf(clause, clauses[at + 1]))
  const scope = new Scope(tokens)
  const chart = new Chart(
    GRAMMAR,
    tokens.map(({ kind }) => kind),
    { most: mostReadings, keeps: (node) => !SCOPE_RULES.some(({ drops }) => drops(scope, node)) },
  )
  const readings = chart.readings('area')
  return (
    readings?.map(({ children }) => inOrder(children.flatMap((each) => statementsOf(each, tokens)))) ?? null
  )
}

const tokensOf = (clause: ReadClause, next: ReadClause | undefined): readonly Token[] => {
  const { role, from, isTurned, items } = clause
  if (role === 'include') return [{ kind: 'IN', clause, item: null }]
  const kind = { everything: 'EXCEPT', exceptions: 'AGAIN', either: 'OR_AGAIN', opposed: 'BUT' }[from]
  // "France excl. Brittany + Spain excl. Catalonia": Spain is a part, because something is left out of it.
  const hasOwnException = (item: Item): boolean =>
    item === items.at(-1) && next?.from === 'exceptions' && next.items.every((each) => mayLieIn(each, item))
  const kindOf = (item: Item): string => {
    if (!isTurned && (item.joint.includes(',') || hasOwnException(item))) return 'PLACE_APART'
    // "Hong Kong, Macau and Taiwan" is one list, "Luxembourg and Germany" may be two.
    const isOfList = isTurned || item === items[0] || items.some(({ joint }) => joint.includes(','))
    return isOfList ? 'PLACE' : 'PLACE_AND'
  }
  return [{ kind, clause, item: null }, ...items.map((item): Token => ({ kind: kindOf(item), clause, item }))]
}

interface ScopeRule {
  readonly reason: string
  readonly example: string
  /** The same in words that can be read in one way only. */
  readonly means: string
  /** The symbol that is left where the rule drops another. */
  readonly leaves: string | null
  readonly drops: (scope: Scope, node: Node) => boolean
}

/** The only reasons for which a reading is given up. */
export const SCOPE_RULES: readonly ScopeRule[] = [
  {
    reason: 'A list goes on behind its exceptions only with a place beside those in it.',
    example: 'Texas except Houston County, Harris County',
    means: 'Texas except Houston County and Harris County',
    leaves: null,
    drops: (scope, { symbol, from }) => symbol === 'goes_on' && !scope.mayGoOn(from),
  },
  {
    reason: 'A place beside those in the list is no exception to them.',
    example: 'Spain without the Canary Islands, Portugal',
    means: 'Portugal; Spain without the Canary Islands',
    leaves: 'goes_on',
    drops: (scope, { symbol, from, to }) => symbol === 'out' && scope.outEnd(from) < to,
  },
  {
    reason: 'Only what is left out can be in again.',
    example: 'France except Brittany except Corsica',
    means: 'France except Brittany and Corsica',
    leaves: null,
    drops: (scope, { symbol, from }) => symbol === 'back' && !scope.mayBeBack(from),
  },
  {
    reason: 'An exception to an exception, without "and" or a comma, is included again.',
    example: 'France except Brittany except Finistère',
    means: 'France except Brittany, but including Finistère',
    leaves: 'back',
    drops: (scope, { symbol, from }) =>
      symbol === 'out' && scope.tokens[from].kind === 'AGAIN' && scope.mayBeBack(from),
  },
]

/** What the places around a token may mean. */
class Scope {
  readonly tokens: readonly Token[]
  readonly #goesOn = new Map<number, boolean>()
  /** By index of the next "except". */
  readonly #left = new Map<number, readonly Item[]>()

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  /** Where what is left out ends at the latest. @param mark index of "except" */
  outEnd(mark: number): number {
    let at = mark + 1
    while (this.tokens[at]?.item != null && !(this.tokens[at].kind === 'PLACE_APART' && this.mayGoOn(at)))
      at++
    return at
  }

  /** Whether the list of what is in may go on with this place. */
  mayGoOn(at: number): boolean {
    const known = this.#goesOn.get(at) ?? this.#mayGoOn(at)
    this.#goesOn.set(at, known)
    return known
  }

  #mayGoOn(at: number): boolean {
    const { item, kind, clause } = this.tokens[at]
    if (item === null || kind === 'PLACE') return false
    const mark = at - clause.items.indexOf(item) - 1
    const before = clause.items.slice(0, at - mark - 1)
    const behind = clause.items.slice(before.length)
    // "Except for Corsica, France".
    if (mark === 0)
      return item.after === 'comma' && before.every((inner) => behind.some((outer) => mayLieIn(inner, outer)))
    const around = this.#in(mark)
    const isBeside = mayMean(item).some((each) =>
      around.some((other) => other.id !== each.id && areSiblings(other, each)),
    )
    const isBegun =
      before.length > 0
        ? before.every((each) => isWithin(each, around))
        : item.after !== 'break' && this.#out(mark).length > 0
    return isBeside && isBegun && !isWithin(item, around)
  }

  /** Whether places lie in what is left out before. @param mark index of "except" */
  mayBeBack(mark: number): boolean {
    const left = this.#out(mark).flatMap(mayMean)
    return this.tokens[mark].clause.items.some((item) =>
      mayMean(item).some((each) => left.some(({ id }) => liesIn(each, id))),
    )
  }

  /** What the list before is of. */
  #in(mark: number): readonly BoundaryRecord[] {
    return this.tokens
      .slice(0, mark)
      .flatMap(({ kind, clause }, at) =>
        kind === 'IN' ? clause.items : isMark(kind) ? clause.items.slice(this.outEnd(at) - at - 1) : [],
      )
      .flatMap(mayMean)
  }

  /** The places of the last exception up to the mark. */
  #out(mark: number): readonly Item[] {
    const known = this.#left.get(mark) ?? this.#leftBefore(mark)
    this.#left.set(mark, known)
    return known
  }

  #leftBefore(mark: number): readonly Item[] {
    const last = this.tokens.slice(0, mark).findLastIndex(({ kind }) => isMark(kind))
    if (last === -1) return []
    return this.tokens[last].kind !== 'EXCEPT' && this.mayBeBack(last)
      ? this.#out(last)
      : this.tokens[last].clause.items.slice(0, this.outEnd(last) - last - 1)
  }
}

const isMark = (kind: string): boolean => kind !== 'IN' && !kind.startsWith('PLACE')

/** "China, excluding Hong Kong, Macau": a peer of China cannot be excluded from it. */
const isWithin = (item: Item, around: readonly BoundaryRecord[]): boolean =>
  item.group !== null || mayMean(item).some((each) => around.some(({ id }) => liesIn(each, id)))

/** The places of which the readings say different things. */
export const divided = (readings: readonly (readonly Statement[])[]): readonly Unmapped[] => {
  const said = new Map<Item, Set<Statement['as']>>()
  for (const { as, items } of readings.flat())
    for (const item of items) said.set(item, (said.get(item) ?? new Set()).add(as))
  return [...said]
    .filter(([, ways]) => ways.size > 1)
    .map(([item]) => unmapped(item.text, IN_OR_OUT, mayMean(item)))
}

const statementsOf = ({ children }: Node, tokens: readonly Token[]): readonly Statement[] =>
  children.flatMap(({ symbol, from, to }): readonly Statement[] => {
    const { isDetail, isAdded, items: all } = tokens[from].clause
    const items = symbol === 'IN' ? all : tokens.slice(from, to).flatMap(({ item }) => item ?? [])
    const because = SCOPE_RULES.find(({ leaves }) => leaves === symbol)?.reason ?? null
    return items.length === 0 ? [] : [{ as: SAYS[symbol], isDetail, isAdded, items, because }]
  })

const SAYS: Readonly<Record<string, Statement['as']>> = {
  IN: 'in',
  goes_on: 'in',
  opposed: 'in',
  out: 'out',
  back: 'back',
}

/** "Except for Corsica, France" is "France except Corsica". */
const inOrder = (statements: readonly Statement[]): readonly Statement[] => {
  const first = statements.findIndex(({ as }) => as !== 'out')
  return statements[first]?.as === 'in'
    ? [statements[first], ...statements.slice(0, first), ...statements.slice(first + 1)]
    : statements
}
