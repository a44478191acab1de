// Chance that can be repeated: the same seed gives the same cases on every machine.

export class Rng {
  private state: number

  constructor(seed: number) {
    this.state = (seed ^ 0x9e3779b9) >>> 0
    // The first numbers of neighbouring seeds are alike; throw them away.
    for (let i = 0; i < 8; i++) this.next()
  }

  /** mulberry32 */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing to pick from')
    return list[Math.floor(this.next() * list.length)]!
  }

  /** `count` different elements in random order. */
  some<T>(list: readonly T[], count: number): T[] {
    const copy = [...list]
    for (let i = copy.length - 1; i > 0; i--) {
      const j = Math.floor(this.next() * (i + 1))
      ;[copy[i], copy[j]] = [copy[j]!, copy[i]!]
    }
    return copy.slice(0, count)
  }

  /** One of the values, with the chance that its weight says. */
  weighted<T>(list: readonly (readonly [number, T])[]): T {
    let left = this.next() * list.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, value] of list) {
      left -= weight
      if (left < 0) return value
    }
    return list.at(-1)![1]
  }
}
