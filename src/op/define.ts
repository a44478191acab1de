/**
 * What an operation is. One file in `src/ops/` holds one definition; REST, RPC, the catalog, OpenAPI, agent tools,
 * commands and the reference are all derived from it.
 */
import type { z } from 'zod'
import type { Caller } from '../platform/caller.ts'
import type { OpContext } from './context.ts'
import type { ProblemCode } from './problem/problem-details.ts'
import type { EncodedBody } from './response/encoded-body.ts'

export type AccessLevel = 'public' | 'key'

/** Who may call: anybody, holders of a key, or (decided on the parsed input) one of the two. `describe` is shown in the catalog. */
export type Access<I> = AccessLevel | { readonly describe: string; readonly of: (input: I) => AccessLevel }

/** Cost in units of one call; `describe` is shown in the catalog and as `x-units`. */
export type Units<I> = number | { readonly describe: string; readonly of: (input: I) => number }

export interface Example {
  /** What the example shows, one line. */
  readonly title: string
  /** Input as a caller writes it (wire names). Runs in the registry tests on the bundled atlas. */
  readonly input: Readonly<Record<string, unknown>>
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /**
   * Path below the base address with `{name}` for path parameters: `/v1/feedback/{id}`. `{+name}` may also hold slashes, as
   * in RFC 6570: `/v1/boundaries/{+id}/children` takes `relation/123` and whole URLs.
   */
  readonly path: string
}

/** Handlers may answer with values that nobody may change. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T

type Answer<O extends z.ZodType> = Frozen<z.input<O>> | EncodedBody

export interface OpDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** snake_case; the file, the RPC route, the tool and (with dashes) the command carry it. */
  readonly name: string
  readonly group: 'meta' | 'signin' | 'boundaries' | 'areas' | 'jobs' | 'account' | 'feedback'
  readonly route: Route
  /** One line, imperative. */
  readonly summary: string
  /** Markdown: what it does, limits, what it is not for. */
  readonly description: string
  readonly access: Access<z.output<I>>
  readonly units: Units<z.output<I>>
  readonly readOnly: boolean
  /** A call may take longer than people and proxies wait in silence: it tells its steps, and can be answered later. */
  readonly long?: boolean
  /** A POST with an Idempotency-Key can be repeated: the first answer is kept for a day, and stands for them all. Not for answers with secrets. */
  readonly idempotencyKey?: boolean
  /** Largest JSON body, where `BODY_BYTES` is not enough for the longest input. */
  readonly bodyBytes?: number
  /** A strict object with wire names; `.describe()` on every field. */
  readonly input: I
  readonly output: O
  /** Where the resource route sends its callers instead of answering with the output: 302 to this address. */
  readonly redirect?: (output: z.output<O>) => string
  /** Media type of a success; `application/json` unless said otherwise. */
  readonly mediaType?: string
  /** For answers that are kept ready to send: all that they depend on beside the data and the caller's languages. */
  readonly readyFor?: (input: z.output<I>, caller: Caller) => string
  /** Seconds for which caches may keep an answer; without it none may. */
  readonly cacheSeconds?: number
  /** Codes it can give beyond `COMMON_CODES`. */
  readonly errors: readonly ProblemCode[]
  readonly examples: readonly Example[]
  /** Fields that the command takes as positional arguments, in order. */
  readonly positional: readonly string[]
  readonly handler: (context: OpContext, input: z.output<I>) => Answer<O> | Promise<Answer<O>>
}

/** The longest text that an operation takes has 10,000 characters, of which JSON may write each as twelve bytes. */
export const BODY_BYTES = 128 * 1024

/**
 * An operation as the registry holds it: whatever its input and output are. The handler only ever gets what `input`
 * parsed, so the widening is safe; it is done here and nowhere else.
 */
export type AnyOp = OpDefinition<z.ZodType, z.ZodType>

export const defineOp = <I extends z.ZodType, O extends z.ZodType>(definition: OpDefinition<I, O>): AnyOp =>
  definition as unknown as AnyOp

export const accessOf = (op: AnyOp, input: unknown): AccessLevel =>
  typeof op.access === 'string' ? op.access : op.access.of(input)

export const unitsOf = (op: AnyOp, input: unknown): number =>
  typeof op.units === 'number' ? op.units : op.units.of(input)
