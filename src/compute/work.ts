/** Work that threads can do. A room defines it beside its kernel; nothing else lists it. */
import type { Transferable } from 'node:worker_threads'

/** Where threads find work: the module that exports it, and the name of the export. Functions cannot be sent to threads. */
export interface WorkName {
  readonly module: string
  readonly name: string
}

/** Tasks, results, inputs and reports are plain data and typed arrays, because they are sent between threads. */
export interface Work<Task, Result, Input = never, Report = never> extends WorkName {
  readonly run: (task: Task, exchange: Exchange<Input, Report>) => Result | Promise<Result>
  /** Puts the arrays of the result into memory that threads share, because it is sent to threads again and again. */
  readonly sharesResult?: boolean
  /** Returns buffers of the result, or of a piece of input, that are transferred instead of copied. */
  readonly movedFromResult?: (result: Result) => readonly Transferable[]
  readonly movedFromInput?: (input: Input) => readonly Transferable[]
  /** Multiplies the time limit of the lane. */
  readonly timeLimits?: number
  /** Recreates an error of the work, of which threads pass on only the message; null if any error will do. */
  readonly errorOf?: (failure: Failure) => Error | null
}

/** What work exchanges with its caller while it runs. */
export interface Exchange<Input, Report> {
  /** What the caller passes on, as it comes. */
  readonly input: AsyncIterable<Input>
  /** Sends a message to the caller, with buffers and ports that are transferred. */
  readonly report: (report: Report, moved?: readonly Transferable[]) => void
}

export interface Failure {
  readonly name: string
  readonly message: string
  readonly code: unknown
}

/** Infers the types: `export const uniteWork = defineWork({ module: import.meta.url, name: 'uniteWork', run: unite })`. */
export const defineWork = <Task, Result, Input = never, Report = never>(
  work: Work<Task, Result, Input, Report>,
): Work<Task, Result, Input, Report> => work
