/** Makes a request to a map server and counts its bytes towards the day budget, even if the answer is unusable. */
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
