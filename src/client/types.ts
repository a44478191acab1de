/** Types of the client, derived from the operations. */
import type { Job, OPERATIONS, Operations } from './operations.ts'

export type OperationName = keyof Operations
export type InputOf<Op extends OperationName> = Operations[Op]['input']
export type OutputOf<Op extends OperationName> = Operations[Op]['output']

/** Operations that can run as a job. */
export type LongOperation = {
  [Op in OperationName]: (typeof OPERATIONS)[Op]['isLong'] extends true ? Op : never
}[OperationName]

export interface ClientOptions {
  /** Address of the service, such as `https://metes.example.org`. */
  readonly baseUrl: string
  /** A key of the account, or an OAuth access token. Without one, only public operations can be called. */
  readonly apiKey?: string | undefined
  /** Languages of names, as in Accept-Language: `de, en;q=0.5`. A browser sends its own. */
  readonly language?: string | undefined
  /** Further headers of each call, such as `User-Agent`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Number of retries while the service is too busy (429, 503). Default 2. */
  readonly retries?: number | undefined
  /** Maximum wait before a retry in seconds; a call that has to wait longer fails at once. Default 60. */
  readonly maxRetryAfterSeconds?: number | undefined
  /** Default is the global `fetch`. Its TypeErrors become problems; other errors that it throws reach you as they are. */
  readonly fetch?: typeof fetch | undefined
}

export interface CallOptions {
  /** Aborting it closes the connection: the service stops the work and charges nothing. */
  readonly signal?: AbortSignal | undefined
  /**
   * Repeats with the same key get the first answer and cost nothing. Default: a new key for each call, which its retries
   * share.
   */
  readonly idempotencyKey?: string | undefined
  /** Languages of names for this call, instead of the client's. */
  readonly language?: string | undefined
  /** A Feature with more bytes has the address of a file instead of a geometry. Default: the limit of the service. */
  readonly maxInlineBytes?: number | undefined
}

export interface AsyncCallOptions extends CallOptions {
  /** Requests a job instead of the answer: at once, or if the call takes longer than these seconds. */
  readonly respondAsync: true | { readonly afterSeconds: number }
}

/** Options of a call that may be answered with a job. */
export type RequestOptions = CallOptions & Partial<AsyncCallOptions>

/** An answer as the service sent it. */
export interface RawAnswer {
  /** 200, or 202 if the body is a job. */
  readonly status: number
  readonly headers: Headers
  /** The JSON of the body. */
  readonly bytes: Uint8Array
}

/** A job of a known operation, whose result has the type of its output. */
export type JobOf<Op extends LongOperation> = Omit<Job, 'op' | 'result'> & {
  readonly op: Op
  readonly result: OutputOf<Op> | null
}

/** 200 with the answer, or 202 with the job. */
export type AsyncAnswer<Op extends LongOperation> =
  | { readonly status: 200; readonly output: OutputOf<Op> }
  | { readonly status: 202; readonly job: JobOf<Op> }

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined
  /** Called once with each step of the job. */
  readonly onStep?: ((text: string) => void) | undefined
  /** Called with the job at the start and after each request, for example to show that it is still queued. */
  readonly onUpdate?: ((job: Job) => void) | undefined
}

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** An input without required fields may be left out. */
type Arguments<Op extends OperationName, Options> =
  Record<never, never> extends InputOf<Op>
    ? [input?: InputOf<Op>, options?: Options]
    : [input: InputOf<Op>, options?: Options]

interface LongMethod<Op extends LongOperation> {
  (input: InputOf<Op>, options: AsyncCallOptions): Promise<AsyncAnswer<Op>>
  (input: InputOf<Op>, options?: CallOptions): Promise<OutputOf<Op>>
}

type Method<Op extends OperationName> = Op extends LongOperation
  ? LongMethod<Op>
  : (...args: Arguments<Op, CallOptions>) => Promise<OutputOf<Op>>

/** A method for each operation: `searchBoundaries` calls search_boundaries. */
export type OperationMethods = { readonly [Op in OperationName as CamelCase<Op>]: Method<Op> }

export interface MetesClient extends OperationMethods {
  /**
   * Calls an operation by its name, which may be newer than this client, and returns the answer without parsing it.
   *
   * @throws MetesProblem if the service refused the call, or there is no answer of the service
   */
  readonly request: (operation: string, input?: object, options?: RequestOptions) => Promise<RawAnswer>
  /**
   * Waits until the job ends and returns the answer of the call. Aborting the signal stops the waiting, not the job.
   *
   * @throws MetesProblem if the job failed, MetesJobCancelled if it was cancelled
   */
  readonly waitForJob: <Op extends LongOperation>(
    job: JobOf<Op>,
    options?: WaitOptions,
  ) => Promise<OutputOf<Op>>
}
