/**
 * An input as sent by the caller. A transport reuses the object for repeated texts, such as the address of a popular
 * boundary, so that the input is parsed once.
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

  /** The unparsed input. */
  get written(): unknown {
    return this.#value
  }

  /** Parses the input by the operation's schema. The result is shared between calls: handlers must not change it. */
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
