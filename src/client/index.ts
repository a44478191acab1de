/**
 * `metes/client`: calls a Metes service from browsers and from Node 20 or newer. It imports nothing but what lies beside it.
 *
 *     const metes = createClient({ baseUrl: 'http://localhost:8080' })
 *     const { candidates } = await metes.searchBoundaries({ q: 'Luxembourg' })
 */
import { createCall } from './call.ts'
import { OPERATIONS } from './operations.ts'
import type {
  AsyncCallOptions,
  CallOptions,
  ClientOptions,
  JobOf,
  LongOperation,
  MetesClient,
  OperationMethods,
  OperationName,
  WaitOptions,
} from './types.ts'
import { waitForJob } from './wait-for-job.ts'

export * from './errors.ts'
export type * from './operations.ts'
export type * from './types.ts'

export const createClient = (options: ClientOptions): MetesClient => {
  const call = createCall(options)
  const method =
    (operation: OperationName) =>
    async (input: object = {}, options: CallOptions & Partial<AsyncCallOptions> = {}): Promise<unknown> => {
      const { status, body } = await call(operation, input, options)
      if (options.respondAsync === undefined) return body
      return status === 202 ? { status, job: body } : { status, output: body }
    }
  const methods = Object.fromEntries(
    (Object.keys(OPERATIONS) as OperationName[]).map((operation) => [
      camelCase(operation),
      method(operation),
    ]),
  )
  return {
    ...(methods as unknown as OperationMethods),
    waitForJob: <Op extends LongOperation>(job: JobOf<Op>, options?: WaitOptions) =>
      waitForJob(call, job, options),
  }
}

const camelCase = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
