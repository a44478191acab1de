/** Counts the requests of a route that runs no operation; operations are counted by their steps. */
import type { Transport } from '../../op/call.ts'
import { problemFromError } from '../../op/problem/problem-from-error.ts'
import type { Clock } from '../../util/clock.ts'
import type { HttpRoute } from './message.ts'

export interface CountedRequest {
  readonly operation: string
  readonly transport: Transport
  /** `ok`, or the code of the problem. */
  readonly outcome: string
  readonly durationMs: number
}

export const countedRoute =
  (
    count: (request: CountedRequest) => void,
    clock: Pick<Clock, 'elapsedMs'>,
    as: Pick<CountedRequest, 'operation' | 'transport'>,
  ) =>
  (route: HttpRoute): HttpRoute => ({
    ...route,
    endpoint: async (request) => {
      const startedMs = clock.elapsedMs()
      const counted = (outcome: string): void =>
        count({ ...as, outcome, durationMs: clock.elapsedMs() - startedMs })
      try {
        const answer = await route.endpoint(request)
        counted('ok')
        return answer
      } catch (error) {
        // As in `app.ts`: a client that is gone has cancelled its request.
        const isCancelled = error instanceof Error && error.name === 'AbortError'
        counted(isCancelled ? 'cancelled' : problemFromError(error).code)
        throw error
      }
    },
  })
