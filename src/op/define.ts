/**
 * What an operation is. One file in `src/ops/` holds one definition; REST, RPC, the catalog, OpenAPI, agent tools,
 * commands and the reference are all derived from it.
 */
import type { z } from 'zod'
import type { OpContext } from './context.ts'
import type { ProblemCode } from './problem.ts'

/** Who may call: anybody, holders of a key, or (decided on the parsed input) one of the two. */
export type Access<I> = 'public' | 'key' | ((input: I) => 'public' | 'key')

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
  /** Path below the base address with `{name}` for path parameters, `/v1/boundaries/{id}/children`. */
  readonly path: string
}

/** Bytes that are ready to send: what hot paths return instead of a value to serialise. */
export class ReadyBody {
  readonly bytes: Uint8Array
  readonly mediaType: string
  /** Strong entity tag without quotes. */
  readonly etag: string
  /** Compressed twins, where they exist. */
  readonly gzip: Uint8Array | null
  readonly brotli: Uint8Array | null
  constructor(parts: {
    bytes: Uint8Array
    mediaType: string
    etag: string
    gzip?: Uint8Array | null
    brotli?: Uint8Array | null
  }) {
    this.bytes = parts.bytes
    this.mediaType = parts.mediaType
    this.etag = parts.etag
    this.gzip = parts.gzip ?? null
    this.brotli = parts.brotli ?? null
  }
}

export interface OpDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** snake_case; the file, the RPC route, the tool and (with dashes) the command carry it. */
  readonly name: string
  readonly group: 'meta' | 'signin' | 'boundaries' | 'areas' | 'account' | 'feedback'
  readonly route: Route
  /** One line, imperative. */
  readonly summary: string
  /** Markdown: what it does, limits, what it is not for. */
  readonly description: string
  readonly access: Access<z.output<I>>
  readonly units: Units<z.output<I>>
  readonly readOnly: boolean
  /** A strict object with wire names; `.describe()` on every field. */
  readonly input: I
  readonly output: O
  /** Media type of a success; `application/json` unless said otherwise. */
  readonly mediaType?: string
  /** Codes it can give beyond those that every operation can (invalid_input, unauthorized, rate_limited, internal_error …). */
  readonly errors: readonly ProblemCode[]
  readonly examples: readonly Example[]
  /** Fields that the command takes as positional arguments, in order. */
  readonly positional: readonly string[]
  readonly handler: (context: OpContext, input: z.output<I>) => Promise<z.input<O> | ReadyBody>
}

/** Keeps the precise types of input and output while the registry holds the general one. */
export const defineOp = <I extends z.ZodType, O extends z.ZodType>(
  definition: OpDefinition<I, O>,
): OpDefinition<I, O> => definition
