/** Why a phrase is not mapped to a boundary. */
import type { BoundaryRecord } from '../../boundary/boundary.ts'
import type { Unmapped } from '../plan.ts'

/** One sentence, or several; an object where the place may be on the map and only its boundary is missing here. */
export type PhraseFault = string | MissingHere

export interface MissingHere {
  readonly missingHere: string
}

export const unmapped = (
  text: string,
  fault: PhraseFault,
  candidates: readonly BoundaryRecord[],
): Unmapped =>
  typeof fault === 'string'
    ? { text, reason: fault, candidates }
    : { text, reason: fault.missingHere, candidates, isMissingHere: true }
