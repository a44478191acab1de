/** An operation as callers are shown it: an entry of `GET /v1`. */
import type { JsonSchema } from './schema/json-schema.ts'

export interface OpDescription {
  readonly name: string
  readonly group: string
  readonly summary: string
  readonly description: string
  readonly access: string
  /** Cost of one call in units, or how it is counted. */
  readonly units: number | string
  readonly read_only: boolean
  /** It tells its steps while it runs, and can be answered later: see `Prefer: respond-async`. */
  readonly long: boolean
  /** A POST with an Idempotency-Key can be repeated, and is done and charged once. */
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
