/** Seeded random choices: the same seed gives the same clauses on every machine. */

export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** In [0, 1). The mulberry32 generator. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error('Nothing to pick from.')
    return choices[Math.floor(this.next() * choices.length)]
  }

  shuffled<T>(items: readonly T[]): T[] {
    const shuffled = [...items]
    for (let at = shuffled.length - 1; at > 0; at--) {
      const other = this.between(0, at)
      ;[shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]]
    }
    return shuffled
  }

  /** `count` different items in random order, or all of them when there are fewer. */
  sample<T>(items: readonly T[], count: number): T[] {
    return this.shuffled(items).slice(0, count)
  }

  /** Picks by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, choice] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    return choices[choices.length - 1][1]
  }
}
