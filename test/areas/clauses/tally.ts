/** Counts of outcomes by label, as a table. */
import type { Verdict } from './judge.ts'

type Outcome = Verdict['outcome']

const OUTCOMES: readonly Outcome[] = ['right', 'refused', 'unnamed', 'wrong']

export class Tally {
  readonly #counts = new Map<string, Map<Outcome, number>>()

  add(label: string, outcome: Outcome): void {
    for (const each of [label.split(': ').length > 1 ? null : 'all', label]) {
      if (each === null) continue
      const counts = this.#counts.get(each) ?? new Map<Outcome, number>()
      this.#counts.set(each, counts.set(outcome, (counts.get(outcome) ?? 0) + 1))
    }
  }

  table(): string {
    const rows = [...this.#counts]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([label, counts]) => [label, ...OUTCOMES.map((outcome) => String(counts.get(outcome) ?? 0))])
    return [['', ...OUTCOMES], ...rows]
      .map(([label, ...cells]) => label.padEnd(48) + cells.map((cell) => cell.padStart(9)).join(''))
      .join('\n')
  }
}
