/**
 * The definition of an operation. Each file in `src/ops/` holds one; REST, RPC, the catalog, OpenAPI, agent tools, commands and the
 * reference are all derived from it.
 */
import type { z } from 'zod'
import type { Caller } from '../platform/caller.ts'
import type { OpContext } from './context.ts'
import type { ProblemCode } from './problem/problem-details.ts'
import type { EncodedBody } from './response/encoded-body.ts'
import type { Services } from './services.ts'

export type AccessLevel = 'public' | 'key'

/** Who may call: anybody, or key holders, possibly depending on the parsed input. The catalog shows `describe`. */
export type Access<I> = AccessLevel | { readonly describe: string; readonly of: (input: I) => AccessLevel }

/** Units that one call costs. The catalog and `x-units` show `describe`. */
export type Units<I> = number | { readonly describe: string; readonly of: UnitsOf<I> }

/** Asks the services where the cost depends on what the input names; it then rejects with the problems of the call. */
type UnitsOf<I> = (input: I, services: Services) => number | Promise<number>

/** What visitors of the explorer may try without an account, within the budget of the installation. */
export interface Demonstration<I> {
  readonly admits: (input: I) => boolean
  /** Calls an hour of one visitor; absent: as many as the page allows. */
  readonly callsPerHour?: number
}

export interface Example {
  /** What the example shows, one line. */
  readonly title: string
  /** Input as a caller writes it (wire names). Runs in the registry tests on the bundled atlas. */
  readonly input: Readonly<Record<string, unknown>>
}

/** How agents get an operation as a tool (Model Context Protocol). */
export interface AgentTool<I, O> {
  /** Written for a model, after the summary: when to use the tool rather than another, what to do next. */
  readonly hint: string
  /** Defaults of agents, where they differ from those of other callers to keep answers small. */
  readonly defaults?: Partial<I>
  /** The answer in a few sentences. Clients that ignore structured content show their model only this, so it names ids. */
  readonly summarize: (answer: O) => string
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /**
   * Path under the base address with `{name}` for path parameters: `/v1/feedback/{id}`. `{+name}` may contain slashes, as in RFC 6570:
   * `/v1/boundaries/{+id}/children` takes `relation/123` and whole URLs.
   */
  readonly path: string
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
  /** Absent: visitors of the explorer may only make public calls. */
  readonly demonstration?: Demonstration<z.output<I>>
  readonly readOnly: boolean
  /** A call may take longer than proxies wait: it reports progress and supports `Prefer: respond-async`. */
  readonly long?: boolean
  /** A POST accepts an Idempotency-Key: the first answer is kept for a day and returned to repeats. Not for answers with secrets. */
  readonly idempotencyKey?: boolean
  /** Largest JSON body, when the longest input exceeds `BODY_BYTES`. */
  readonly bodyBytes?: number
  /** A strict object with wire names; `.describe()` on every field. */
  readonly input: I
  readonly output: O
  /** The resource route answers 302 with this address instead of the output. */
  readonly redirect?: (output: z.output<O>) => string
  /** What a client that follows the redirect may get. */
  readonly redirectMediaTypes?: readonly string[]
  /** Media type of a success; default `application/json`. */
  readonly mediaType?: string
  /** Cache key for answers that are cached as bytes: everything they depend on, apart from the data and the caller's languages. */
  readonly readyFor?: (input: z.output<I>, caller: Caller) => string
  /** Seconds that HTTP caches may keep an answer; absent: no caching. */
  readonly cacheSeconds?: number
  /** Error codes beyond `COMMON_CODES`. */
  readonly errors: readonly ProblemCode[]
  readonly examples: readonly Example[]
  readonly agent: AgentTool<z.input<I>, z.output<O>>
  /** It is about the caller's account. At the command line and for local agents, a key has to name one. */
  readonly ofAccount?: boolean
  /** Its callers are programs for maps that take a key as a password, so the refusal of a call without one says that. */
  readonly takesBasic?: boolean
  /** Fields that the command takes as positional arguments, in order. */
  readonly positional: readonly string[]
  readonly handler: (context: OpContext, input: z.output<I>) => Answer<O> | Promise<Answer<O>>
}

/** The longest text of an operation has 10,000 characters; JSON escapes a character in twelve bytes at most. */
export const BODY_BYTES = 128 * 1024

/**
 * An operation in the registry, with its input and output types erased. The handler only gets what `input` parsed, so the cast is safe;
 * it is done only here.
 */
export type AnyOp = OpDefinition<z.ZodType, z.ZodType>

export const defineOp = <I extends z.ZodType, O extends z.ZodType>(definition: OpDefinition<I, O>): AnyOp =>
  definition as unknown as AnyOp

export const accessOf = (op: AnyOp, input: unknown): AccessLevel =>
  typeof op.access === 'string' ? op.access : op.access.of(input)

export const unitsOf = (op: AnyOp, input: unknown, services: Services): number | Promise<number> =>
  typeof op.units === 'number' ? op.units : op.units.of(input, services)
