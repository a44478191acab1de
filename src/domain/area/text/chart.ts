/**
 * Parses a row of tokens by a grammar and finds every reading. What a symbol may span is kept once for all readings that share it, so the
 * work grows with the length of the text and not with the number of its readings.
 */

/** By symbol, its alternatives: "list tail*". A symbol may be followed by "?", "*" or "+"; those in capitals are kinds of tokens. */
export type Grammar = Readonly<Record<string, readonly string[]>>

export interface Node {
  readonly symbol: string
  /** Indices of its first token and of the token behind it. */
  readonly from: number
  readonly to: number
  readonly children: readonly Node[]
}

interface Part {
  readonly symbol: string
  readonly mayLack: boolean
  readonly mayRepeat: boolean
}

type Rules = ReadonlyMap<string, readonly (readonly Part[])[]>

/** @throws Error for a symbol without a rule */
export const parseGrammar = (grammar: Grammar): Rules => {
  const partsOf = (written: string): readonly Part[] => {
    const [, symbol, count] = /^(\w+)([?*+]?)$/u.exec(written) ?? []
    if (symbol === undefined || !(TOKEN.test(symbol) || symbol in grammar))
      throw new Error(`The grammar has no rule for "${written}".`)
    const once = { symbol, mayLack: count === '?' || count === '*', mayRepeat: count === '*' }
    return count === '+' ? [once, { symbol, mayLack: true, mayRepeat: true }] : [once]
  }
  return new Map(
    Object.entries(grammar).map(([symbol, alternatives]) => [
      symbol,
      alternatives.map((each) => each.split(' ').flatMap(partsOf)),
    ]),
  )
}

const TOKEN = /^[A-Z_]+$/u

export interface ChartOptions {
  /** Rules that drop readings; what they drop is in no larger reading either. */
  readonly keeps?: (node: Node) => boolean
  /** Readings of one symbol over the same tokens. */
  readonly most?: number
}

/** How far an alternative has been read: its next part, and the next token. */
interface State {
  readonly part: number
  readonly at: number
  /** The children that lead here, in all ways. */
  readonly rows: Row[]
  readonly steps: Step[]
}

/** A part over tokens, or no tokens for a part that may lack. */
interface Step {
  readonly symbol: string | null
  readonly to: State
}

interface Row {
  readonly before: Row | null
  readonly node: Node
}

export class Chart {
  readonly #rules: Rules
  readonly #kinds: readonly string[]
  readonly #keeps: (node: Node) => boolean
  readonly #most: number
  /** By symbol and first token. */
  readonly #ends = new Map<string, readonly number[]>()
  readonly #nodes = new Map<string, readonly Node[]>()

  constructor(
    rules: Rules,
    kinds: readonly string[],
    { keeps = () => true, most = Number.POSITIVE_INFINITY }: ChartOptions = {},
  ) {
    this.#rules = rules
    this.#kinds = kinds
    this.#keeps = keeps
    this.#most = most
  }

  /** Every reading of all tokens as the symbol; null if there are too many. */
  readings(symbol: string): readonly Node[] | null {
    try {
      return this.#nodesOf(symbol, 0, this.#kinds.length)
    } catch (error) {
      if (error === TOO_MANY) return null
      throw error
    }
  }

  #nodesOf(symbol: string, from: number, to: number): readonly Node[] {
    const key = `${symbol} ${from} ${to}`
    const known = this.#nodes.get(key)
    if (known !== undefined) return known
    const alternatives = this.#rules.get(symbol)
    const rows = alternatives?.flatMap((parts) => this.#rowsOf(parts, from, to)) ?? [[]]
    const nodes = rows.map((children) => ({ symbol, from, to, children })).filter(this.#keeps)
    if (nodes.length > this.#most) throw TOO_MANY
    this.#nodes.set(key, nodes)
    return nodes
  }

  /** The children of every way to read the tokens as the parts. */
  #rowsOf(parts: readonly Part[], from: number, to: number): readonly (readonly Node[])[] {
    const only = onlyPart(parts)
    if (only !== null)
      return this.#endsOf(only, from).includes(to) ? this.#nodesOf(only, from, to).map((node) => [node]) : []
    const states = this.#statesOf(parts, from)
    const end = states.find(({ part, at }) => part === parts.length && at === to)
    if (end === undefined) return []
    // No step leads back, so the last states come first here.
    const leading = new Set([end])
    for (const state of states.toReversed())
      if (state.steps.some((step) => leading.has(step.to))) leading.add(state)
    states[0].rows.push(NO_ROW)
    for (const { at, rows, steps } of states.filter((state) => leading.has(state) && state !== end))
      for (const { symbol, to: next } of steps.filter((step) => leading.has(step.to))) {
        if (symbol === null) next.rows.push(...rows)
        else
          for (const node of this.#nodesOf(symbol, at, next.at))
            next.rows.push(...rows.map((before) => ({ before, node })))
        if (next.rows.length > this.#most) throw TOO_MANY
      }
    return end.rows.map(childrenOf)
  }

  #endsOf(symbol: string, at: number): readonly number[] {
    const alternatives = this.#rules.get(symbol)
    if (alternatives === undefined) return this.#kinds[at] === symbol ? [at + 1] : []
    const key = `${symbol} ${at}`
    const known = this.#ends.get(key)
    if (known !== undefined) return known
    const ends = alternatives.flatMap((parts) => {
      const only = onlyPart(parts)
      return only === null
        ? this.#statesOf(parts, at).flatMap((state) => (state.part === parts.length ? state.at : []))
        : this.#endsOf(only, at)
    })
    const distinct = [...new Set(ends)]
    this.#ends.set(key, distinct)
    return distinct
  }

  /** How far the parts may be read from there, in an order in which no step leads back. */
  #statesOf(parts: readonly Part[], from: number): readonly State[] {
    const states = new Map<number, State>()
    const width = parts.length + 1
    const open: State[] = []
    const stateAt = (part: number, at: number): State => {
      const known = states.get(at * width + part)
      if (known !== undefined) return known
      const state = { part, at, rows: [], steps: [] }
      states.set(at * width + part, state)
      open.push(state)
      return state
    }
    stateAt(0, from)
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      const part = parts[state.part]
      if (part === undefined) continue
      const { symbol, mayLack, mayRepeat } = part
      for (const end of this.#endsOf(symbol, state.at))
        if (!mayRepeat || end > state.at)
          state.steps.push({ symbol, to: stateAt(mayRepeat ? state.part : state.part + 1, end) })
      if (mayLack) state.steps.push({ symbol: null, to: stateAt(state.part + 1, state.at) })
    }
    return [...states].sort(([a], [b]) => a - b).map(([, state]) => state)
  }
}

/** Most alternatives are one symbol, which needs no steps. */
const onlyPart = ([part, ...others]: readonly Part[]): string | null =>
  others.length === 0 && !part.mayLack && !part.mayRepeat ? part.symbol : null

const TOO_MANY = new Error('There are too many readings.')

const NO_ROW: Row = { before: null, node: { symbol: '', from: 0, to: 0, children: [] } }

const childrenOf = (row: Row): readonly Node[] => {
  const children: Node[] = []
  for (let each = row; each.before !== null; each = each.before) children.push(each.node)
  return children.reverse()
}
