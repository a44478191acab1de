/**
 * An input as a caller wrote it. A transport that meets the same text again (the address of a much asked boundary) hands over
 * the same object, and it is checked once.
 */
import type { AnyOp } from './define.ts'
import { issuesOf } from './problem/issues.ts'
import { problem } from './problem/problem.ts'

export class RawInput {
  readonly #op: AnyOp
  readonly #value: unknown
  #parsed: { readonly data: unknown } | null = null

  constructor(op: AnyOp, value: unknown) {
    this.#op = op
    this.#value = value
  }

  /** As it was written. */
  get written(): unknown {
    return this.#value
  }

  /** What the operation's schema makes of it. Shared between calls: handlers only read it. */
  parse(): unknown {
    this.#parsed ??= { data: this.#check() }
    return this.#parsed.data
  }

  #check(): unknown {
    const { input: schema } = this.#op
    const parsed = schema.safeParse(this.#value)
    if (parsed.success) return parsed.data
    throw problem('invalid_input', { issues: issuesOf(parsed.error, schema, this.#value) })
  }
}
