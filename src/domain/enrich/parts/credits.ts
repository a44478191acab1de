/** The data sets of the boundaries that a thread has added to points, for the attribution of the file. */
import { datasetsOf } from '../../boundary/attribution.ts'
import type { BoundaryRecord, Dataset } from '../../boundary/boundary.ts'

/** The boundaries of each answer. */
type CreditedAnswers = readonly (readonly Pick<BoundaryRecord, 'datasets'>[])[]

export const creditsOf = (answers: CreditedAnswers) => {
  /** Indexed by answer. */
  const isCounted: boolean[] = []
  const datasets = new Set<Dataset>()

  /** Counts the answers of points; -1 is a point without one. */
  const add = (found: Int32Array): void => {
    for (const answer of found) {
      if (answer === -1 || isCounted[answer]) continue
      isCounted[answer] = true
      for (const dataset of answers[answer].flatMap(datasetsOf)) datasets.add(dataset)
    }
  }

  return {
    add,
    get datasets(): readonly Dataset[] {
      return [...datasets]
    },
  }
}
