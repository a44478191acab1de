/**
 * An input as sent by the caller. A transport reuses the object for repeated texts, such as the address of a popular
 * boundary, so that the input is parsed and planned once.
 */
import type { AnyOp } from './define.ts'
import type { PlanCaller } from './plan.ts'
import { PlannedCall } from './planned-call.ts'
import { issuesOf } from './problem/invalid-input.ts'
import { problem } from './problem/problem.ts'

export class RawInput {
  readonly #op: AnyOp
  readonly #value: unknown
  #parsed: { readonly data: unknown } | null = null
  /** By the kind of caller. */
  readonly #planned: Partial<Record<PlanCaller['kind'], PlannedCall>> = {}

  constructor(op: AnyOp, value: unknown) {
    this.#op = op
    this.#value = value
  }

  /** The unparsed input. */
  get written(): unknown {
    return this.#value
  }

  get isParsed(): boolean {
    return this.#parsed !== null
  }

  /** Parses the input by the operation's schema. The result is shared between calls: handlers must not change it. */
  parse(): unknown {
    this.#parsed ??= { data: this.#check() }
    return this.#parsed.data
  }

  /** Parses the input and plans its call by such a caller. */
  plannedFor({ kind }: PlanCaller): PlannedCall {
    const known = this.#planned[kind]
    if (known !== undefined) return known
    const input = this.parse()
    const planned = new PlannedCall(this.#op, input, this.#op.plan(input, { kind }), { kind })
    this.#planned[kind] = planned
    return planned
  }

  #check(): unknown {
    const { input: schema } = this.#op
    const parsed = schema.safeParse(this.#value)
    if (parsed.success) return parsed.data
    throw problem('invalid_input', { issues: issuesOf(parsed.error, schema, this.#value) })
  }
}
