/** A model that plans areas may fail; callers are told how, and to come back. */
import { PlannerFailed } from '../domain/area/ports.ts'
import { type Problem, problem } from './problem.ts'

export const unlessPlannerFailed = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof PlannerFailed ? problemOf(error) : error
  }
}

const WHAT = 'The model that reads descriptions of areas'

const problemOf = (failure: PlannerFailed): Problem => {
  const { fault, retryAfterSeconds } = failure
  return fault === 'timeout'
    ? problem('source_timeout', { what: WHAT, retryAfterSeconds }, failure)
    : problem('source_unavailable', { what: WHAT, fault, retryAfterSeconds }, failure)
}
