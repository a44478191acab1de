/** The public description of an operation: an entry of `GET /v1`. */
import type { JsonSchema } from './schema/json-schema.ts'

export interface OpDescription {
  readonly name: string
  readonly group: string
  readonly summary: string
  readonly description: string
  readonly access: string
  /** Cost of one call in units, or the rule for it. */
  readonly units: number | string
  readonly read_only: boolean
  /** It reports progress and supports `Prefer: respond-async`. */
  readonly long: boolean
  /** A POST accepts an Idempotency-Key: repeats get the first answer and cost nothing. */
  readonly idempotency_key: boolean
  readonly routes: {
    readonly rest: { readonly method: string; readonly path: string }
    readonly rpc: { readonly method: 'POST'; readonly path: string }
  }
  readonly positional: readonly string[]
  readonly media_type: string
  readonly errors: readonly string[]
  readonly examples: readonly { readonly title: string; readonly input: Readonly<Record<string, unknown>> }[]
  readonly input: JsonSchema
  readonly output: JsonSchema
}
