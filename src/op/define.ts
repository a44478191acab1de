/**
 * The definition of an operation. Each file in `src/ops/` contains one; REST, RPC, the catalog, OpenAPI, agent tools,
 * commands and the reference are all derived from it.
 */
import type { z } from 'zod'
import type { NowOrLater } from '../util/now-or-later.ts'
import type { OpContext } from './context.ts'
import type { AccessLevel, CallPlan, PlanCaller } from './plan.ts'
import type { ProblemCode } from './problem/problem-facts.ts'
import type { EncodedBody } from './response/encoded-body.ts'

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

type HandlerAnswer<O extends z.ZodType> = Frozen<z.input<O>> | EncodedBody

/** All that is known of an operation before a call. */
interface OpFacts<I extends z.ZodType, O extends z.ZodType> {
  /** snake_case; also the name of the file, the RPC route, the tool and (with dashes) the command. */
  readonly name: string
  readonly group: 'meta' | 'signin' | 'boundaries' | 'areas' | 'jobs' | 'account' | 'feedback'
  readonly route: Route
  /** One line, imperative. */
  readonly summary: string
  /** Markdown: what it does, its limits, what to use instead. */
  readonly description: string
  /** Calls that a visitor of the map page may make in an hour as a demonstration; if absent, only its budget limits them. */
  readonly demonstrationsPerHour?: number
  readonly readOnly: boolean
  /** A call may take longer than proxies wait: it reports progress and supports `Prefer: respond-async`. */
  readonly long?: boolean
  /**
   * A POST accepts an Idempotency-Key: the first answer is stored for a day and returned to repeats. Not for answers with
   * secrets.
   */
  readonly idempotencyKey?: boolean
  /** Maximum size of the JSON body, if the longest input exceeds `MAX_BODY_BYTES` of HTTP. */
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
  /** Seconds for which HTTP caches may store an answer; if absent, they may not. */
  readonly cacheSeconds?: number
  /** Error codes beyond `COMMON_CODES` and those of its units and its idempotency key, which `defineOp` adds. */
  readonly errors: readonly ProblemCode[]
  readonly examples: readonly Example[]
  readonly agent: AgentTool<z.input<I>, z.output<O>>
  /** The operation concerns the caller's account. At the command line and for local agents, a key must identify one. */
  readonly ofAccount?: boolean
  /** Its callers are map programs that send a key as a password, so the refusal of a call without a key says so. */
  readonly takesBasic?: boolean
  /** Fields that the command takes as positional arguments, in order. */
  readonly positional: readonly string[]
}

/** An operation of which each call has the same access and price. */
interface OneLinePlan<I extends z.ZodType, O extends z.ZodType> {
  readonly access: AccessLevel
  readonly units: number
  /** See `Plan`. */
  readonly cacheKey?: (input: z.output<I>) => string
  readonly handler: (context: OpContext, input: z.output<I>) => NowOrLater<HandlerAnswer<O>>
}

/** An operation whose calls are planned one by one. The catalog shows its access and units. */
interface PlanPerCall<I extends z.ZodType, O extends z.ZodType, F> {
  /** The access of every call; `demonstration` if that of visitors depends on the input; a rule if it may also be public. */
  readonly access: AccessLevel | AccessRule
  /** Units that every call costs, or the rule in words. */
  readonly units: number | string
  readonly plan: (input: z.output<I>, caller: PlanCaller) => CallPlan<HandlerAnswer<O>, F>
}

interface AccessRule {
  readonly describe: string
}

/** May be absent in a definition, where they are empty. */
type Lists = 'errors' | 'positional'

type OpDefinition<I extends z.ZodType, O extends z.ZodType, F> = Omit<OpFacts<I, O>, Lists> &
  Partial<Pick<OpFacts<I, O>, Lists>> &
  (
    | (OneLinePlan<I, O> & { readonly plan?: undefined })
    | (PlanPerCall<I, O, F> & { readonly handler?: undefined })
  )

/**
 * An operation in the registry, with its input and output types erased. Its plan only gets the result of parsing with `input`, so the
 * cast is safe; it is done only here.
 */
export type AnyOp = OpFacts<z.ZodType, z.ZodType> & PlanPerCall<z.ZodType, z.ZodType, unknown>

export const defineOp = <I extends z.ZodType, O extends z.ZodType, F = undefined>({
  errors: further = [],
  positional = [],
  ...definition
}: OpDefinition<I, O, F>): AnyOp => {
  const errors: readonly ProblemCode[] = [
    ...(definition.units === 0 ? [] : (['quota_exceeded'] as const)),
    ...(definition.idempotencyKey ? (['idempotency_conflict'] as const) : []),
    ...further,
  ]
  if (definition.plan !== undefined) return { ...definition, errors, positional } as unknown as AnyOp
  const { handler, cacheKey, ...facts } = definition
  const { access, units: price } = facts
  const plan = (input: z.output<I>): CallPlan => ({
    access,
    ...(cacheKey === undefined ? {} : { cacheKey: cacheKey(input) }),
    price,
    run: (context) => handler(context, input),
  })
  return { ...facts, errors, positional, plan } as unknown as AnyOp
}

/** True if no call is public, so that calls without a key are refused before their input is read. */
export const alwaysNeedsKey = ({ access }: AnyOp): boolean => access === 'key' || access === 'demonstration'
