/**
 * `metes-client`: calls a Metes service from browsers and from Node 20 or newer. It imports nothing but what lies beside it.
 *
 *     const metes = createClient({ baseUrl: 'http://localhost:8080' })
 *     const { candidates } = await metes.searchBoundaries({ q: 'Luxembourg' })
 */
import { createCall, parsed, serverName } from './call-with-retries.ts'
import { OPERATIONS } from './operations.ts'
import type {
  ClientOptions,
  JobOf,
  LongOperation,
  MetesClient,
  OperationMethods,
  OperationName,
  RequestOptions,
  WaitOptions,
} from './types.ts'
import { waitForJob } from './wait-for-job.ts'

export * from './errors.ts'
export type * from './operations.ts'
export type * from './types.ts'

export const createClient = (options: ClientOptions): MetesClient => {
  const server = serverName(options)
  const call = createCall(options, server)
  const method =
    (operation: OperationName) =>
    async (input: object = {}, options: RequestOptions = {}): Promise<unknown> => {
      const answer = await call(operation, input, options)
      const body = parsed(answer, server)
      if (options.respondAsync === undefined) return body
      return answer.status === 202 ? { status: 202, job: body } : { status: answer.status, output: body }
    }
  const methods = Object.fromEntries(
    (Object.keys(OPERATIONS) as OperationName[]).map((operation) => [
      camelCase(operation),
      method(operation),
    ]),
  ) as unknown as OperationMethods
  return {
    ...methods,
    request: (operation, input = {}, options = {}) => call(operation, input, options),
    waitForJob: <Op extends LongOperation>(job: JobOf<Op>, options?: WaitOptions) =>
      waitForJob(methods.getJob, job, options),
  }
}

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
