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

export class Chart {
  readonly #rules: Rules
  readonly #kinds: readonly string[]
  /** By symbol and its first token, where it may end. */
  readonly #ends = new Map<string, readonly number[]>()

  constructor(rules: Rules, kinds: readonly string[]) {
    this.#rules = rules
    this.#kinds = kinds
  }

  /** Every reading of all tokens as the symbol, the one that the grammar names first before the others. */
  *readings(symbol: string): Iterable<Node> {
    yield* this.#trees(symbol, 0, this.#kinds.length)
  }

  *#trees(symbol: string, from: number, to: number): Iterable<Node> {
    const alternatives = this.#rules.get(symbol)
    if (alternatives === undefined) yield { symbol, from, to, children: [] }
    else
      for (const parts of alternatives)
        for (const children of this.#rows(parts, from, to)) yield { symbol, from, to, children }
  }

  *#rows([first, ...rest]: readonly string[], from: number, to: number): Iterable<readonly Node[]> {
    if (first === undefined) {
      if (from === to) yield []
      return
    }
    for (const end of this.#endsOf(first, from))
      if (this.#endsOfRow(rest, end).includes(to))
        for (const node of this.#trees(first, from, end))
          for (const others of this.#rows(rest, end, to))
            yield first.endsWith('*') || first.endsWith('+') || first.endsWith('?')
              ? [...node.children, ...others]
              : [node, ...others]
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
