/**
 * The definition of an operation. Each file in `src/ops/` contains one; REST, RPC, the catalog, OpenAPI, agent tools,
 * commands and the reference are all derived from it.
 */
import type { z } from 'zod'
import type { Caller } from '../platform/caller.ts'
import type { OpContext } from './context.ts'
import type { ProblemCode } from './problem/problem-details.ts'
import type { EncodedBody } from './response/encoded-body.ts'
import type { Services } from './services.ts'

export type AccessLevel = 'public' | 'key'

/** Who may call: everybody, or key holders, possibly depending on the parsed input. The catalog shows `describe`. */
export type Access<I> = AccessLevel | { readonly describe: string; readonly of: (input: I) => AccessLevel }

/** Units that one call costs. The catalog and `x-units` show `describe`. */
export type Units<I> = number | { readonly describe: string; readonly of: UnitsOf<I> }

/** Reads the services if the cost depends on objects named in the input; then rejects with the problems of the call. */
type UnitsOf<I> = (input: I, services: Services) => number | Promise<number>

/** Calls that visitors of the explorer may make without an account, within the budget of the installation. */
export interface Demonstration<I> {
  readonly admits: (input: I) => boolean
  /** Calls an hour for each visitor; if absent, only the limit of the page applies. */
  readonly callsPerHour?: number
}

export interface Example {
  /** One line that says what the example shows. */
  readonly title: string
  /** Input as a caller writes it. Runs in the registry tests on the bundled atlas. */
  readonly input: Readonly<Record<string, unknown>>
}

/** Facts about an operation as a tool for agents (Model Context Protocol). */
export interface AgentTool<I, O> {
  /** Text for a model, shown after the summary: when to use the tool rather than another, and what to do next. */
  readonly hint: string
  /** Defaults for agents, if they differ from those of other callers to keep answers small. */
  readonly defaults?: Partial<I>
  /**
   * Returns the answer in a few sentences. Clients that ignore structured content show their model only this, so it includes
   * ids.
   */
  readonly summarize: (answer: O) => string
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /**
   * Path under the base address with `{name}` for path parameters: `/v1/feedback/{id}`. `{+name}` may contain slashes, as in RFC 6570:
   * `/v1/boundaries/{+id}/children` takes `relation/123` and whole URLs.
   */
  readonly path: string
  /** False for parameters that belong to another, less specific route. If absent, all belong to this one. */
  readonly accepts?: (params: Readonly<Record<string, string>>) => boolean
}

/** Handlers may return readonly values. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

type Answer<O extends z.ZodType> = Frozen<z.input<O>> | EncodedBody

export interface OpDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** snake_case; also the name of the file, the RPC route, the tool and (with dashes) the command. */
  readonly name: string
  readonly group: 'meta' | 'signin' | 'boundaries' | 'areas' | 'jobs' | 'account' | 'feedback'
  readonly route: Route
  /** One line, imperative. */
  readonly summary: string
  /** Markdown: what it does, its limits, what to use instead. */
  readonly description: string
  readonly access: Access<z.output<I>>
  readonly units: Units<z.output<I>>
  /** If absent, visitors of the explorer may make only public calls. */
  readonly demonstration?: Demonstration<z.output<I>>
  readonly readOnly: boolean
  /** A call may take longer than proxies wait: it reports progress and supports `Prefer: respond-async`. */
  readonly long?: boolean
  /**
   * A POST accepts an Idempotency-Key: the first answer is stored for a day and returned to repeats. Not for answers with
   * secrets.
   */
  readonly idempotencyKey?: boolean
  /** Maximum size of the JSON body, if the longest input exceeds `BODY_BYTES`. */
  readonly bodyBytes?: number
  /** A strict object, with fields named as in JSON and `.describe()` on each. */
  readonly input: I
  readonly output: O
  /** The resource route answers 302 with this address instead of the output. */
  readonly redirect?: (output: z.output<O>) => string
  /** Media types that a client that follows the redirect may get. */
  readonly redirectMediaTypes?: readonly string[]
  /** Media type of a success; default `application/json`. */
  readonly mediaType?: string
  /**
   * Returns the cache key of an answer that is cached as bytes: everything that the answer depends on, except the data and
   * the caller's languages.
   */
  readonly readyFor?: (input: z.output<I>, caller: Caller) => string
  /** Seconds for which HTTP caches may store an answer; if absent, they may not. */
  readonly cacheSeconds?: number
  /** Error codes beyond `COMMON_CODES`. */
  readonly errors: readonly ProblemCode[]
  readonly examples: readonly Example[]
  readonly agent: AgentTool<z.input<I>, z.output<O>>
  /** The operation concerns the caller's account. At the command line and for local agents, a key must identify one. */
  readonly ofAccount?: boolean
  /** Its callers are map programs that send a key as a password, so the refusal of a call without a key says so. */
  readonly takesBasic?: boolean
  /** Fields that the command takes as positional arguments, in order. */
  readonly positional: readonly string[]
  readonly handler: (context: OpContext, input: z.output<I>) => Answer<O> | Promise<Answer<O>>
}

/** The longest text of an operation has 10,000 characters; JSON escapes a character in at most twelve bytes. */
export const BODY_BYTES = 128 * 1024

/**
 * An operation in the registry, with its input and output types erased. The handler only gets the result of parsing with
 * `input`, so the cast is safe; it is done only here.
 */
export type AnyOp = OpDefinition<z.ZodType, z.ZodType>

export const defineOp = <I extends z.ZodType, O extends z.ZodType>(definition: OpDefinition<I, O>): AnyOp =>
  definition as unknown as AnyOp

export const accessOf = (op: AnyOp, input: unknown): AccessLevel =>
  typeof op.access === 'string' ? op.access : op.access.of(input)

export const unitsOf = (op: AnyOp, input: unknown, services: Services): number | Promise<number> =>
  typeof op.units === 'number' ? op.units : op.units.of(input, services)
