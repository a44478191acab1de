/** A request to a map server whose bytes count towards the day, whether or not its answer can be used. */
import type { DayBudget } from './day-budget.ts'
import { fetchBounded, type HttpAnswer, HttpFailed } from './fetch-bounded.ts'

/** @throws HttpFailed */
export const fetchCounted = async (
  budget: Pick<DayBudget, 'spend'>,
  ...request: Parameters<typeof fetchBounded>
): Promise<HttpAnswer> => {
  try {
    const answer = await fetchBounded(...request)
    await budget.spend(0, answer.bytes.byteLength)
    return answer
  } catch (error) {
    if (error instanceof HttpFailed) await budget.spend(0, error.bytes)
    throw error
  }
}
