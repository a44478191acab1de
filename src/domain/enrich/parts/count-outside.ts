/** Counts the points that are in no boundary of the kinds to add. */
import type { LadderColumns } from '../added-columns.ts'
import type { Locator } from '../locator.ts'

export const outsideCounter = (answers: Locator['answers'], columns: LadderColumns) => {
  /** Indexed by answer. */
  const isOutside: boolean[] = []

  /** Takes the answers of points; -1 is a point without one. */
  return (found: Int32Array): number => {
    let count = 0
    for (const answer of found) {
      if (answer === -1) continue
      isOutside[answer] ??= columns.areEmpty(answers[answer])
      if (isOutside[answer]) count++
    }
    return count
  }
}
