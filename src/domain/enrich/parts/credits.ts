/** The data sets of the boundaries that a thread has added to points, for the attribution of the file. */
import { datasetsOf } from '../../boundary/attribution.ts'
import type { BoundaryRecord, Dataset } from '../../boundary/boundary.ts'

/** The boundaries of each answer. */
type CreditedAnswers = readonly (readonly Pick<BoundaryRecord, 'datasets'>[])[]

export class Credits {
  readonly #answers: CreditedAnswers
  /** Indexed by answer. */
  readonly #isCounted: boolean[] = []
  readonly #datasets = new Set<Dataset>()

  constructor(answers: CreditedAnswers) {
    this.#answers = answers
  }

  /** Counts the answers of points; -1 is a point without one. */
  add(answers: Int32Array): void {
    for (const answer of answers) {
      if (answer === -1 || this.#isCounted[answer]) continue
      this.#isCounted[answer] = true
      for (const dataset of this.#answers[answer].flatMap(datasetsOf)) this.#datasets.add(dataset)
    }
  }

  get datasets(): readonly Dataset[] {
    return [...this.#datasets]
  }
}
