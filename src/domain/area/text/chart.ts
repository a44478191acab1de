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

type Rules = ReadonlyMap<string, readonly (readonly string[])[]>

/** @throws Error for a symbol without a rule */
export const parseGrammar = (grammar: Grammar): Rules => {
  const rules = new Map<string, (readonly string[])[]>()
  for (const [symbol, alternatives] of Object.entries(grammar))
    rules.set(
      symbol,
      alternatives.map((each) => each.split(' ').filter((part) => part !== '')),
    )
  for (const part of [...rules.values()].flat(2)) {
    const [, name, count] = /^(\w+)([?*+]?)$/u.exec(part) ?? []
    if (name === undefined || !(TOKEN.test(name) || rules.has(name)))
      throw new Error(`The grammar has no rule for "${part}".`)
    if (count === '?') rules.set(part, [[name], []])
    // Longer ones first.
    if (count === '*') rules.set(part, [[name, part], []])
    if (count === '+') rules.set(part, [[name, `${name}*`]]).set(`${name}*`, [[name, `${name}*`], []])
  }
  return rules
}

const TOKEN = /^[A-Z_]+$/u

const TOO_MANY = new Error('There are too many readings.')

export interface ChartOptions {
  /** Rules that drop readings; what they drop is in no larger reading either. */
  readonly keeps?: (node: Node) => boolean
  /** Readings of one symbol over the same tokens. */
  readonly most?: number
}

export class Chart {
  readonly #rules: Rules
  readonly #kinds: readonly string[]
  readonly #keeps: (node: Node) => boolean
  readonly #most: number
  /** By symbol and its first token, where it may end. */
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

  /**
   * Every reading of all tokens as the symbol, the one that the grammar names first before the others.
   * Null if there are too many.
   */
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
    const nodes: Node[] = []
    const add = (children: readonly Node[]): void => {
      const node = { symbol, from, to, children }
      if (this.#keeps(node)) nodes.push(node)
      if (nodes.length > this.#most) throw TOO_MANY
    }
    const alternatives = this.#rules.get(symbol)
    if (alternatives === undefined) add([])
    else for (const parts of alternatives) for (const children of this.#rows(parts, from, to)) add(children)
    this.#nodes.set(key, nodes)
    return nodes
  }

  *#rows([first, ...rest]: readonly string[], from: number, to: number): Iterable<readonly Node[]> {
    if (first === undefined) {
      if (from === to) yield []
      return
    }
    const isRepeated = /[?*+]$/u.test(first)
    for (const end of this.#endsOf(first, from))
      if (this.#endsOfRow(rest, end).includes(to))
        for (const node of this.#nodesOf(first, from, end))
          for (const others of this.#rows(rest, end, to))
            yield isRepeated ? [...node.children, ...others] : [node, ...others]
  }

  #endsOf(symbol: string, at: number): readonly number[] {
    const alternatives = this.#rules.get(symbol)
    if (alternatives === undefined) return this.#kinds[at] === symbol ? [at + 1] : []
    const key = `${symbol} ${at}`
    const known = this.#ends.get(key)
    if (known !== undefined) return known
    const ends = [...new Set(alternatives.flatMap((parts) => this.#endsOfRow(parts, at)))]
    this.#ends.set(key, ends)
    return ends
  }

  #endsOfRow([first, ...rest]: readonly string[], at: number): readonly number[] {
    return first === undefined
      ? [at]
      : [...new Set(this.#endsOf(first, at).flatMap((end) => this.#endsOfRow(rest, end)))]
  }
}
