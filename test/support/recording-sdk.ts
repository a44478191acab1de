/** Loaded with `--import`: an SDK of OpenTelemetry's API that appends each span that ends to the file that TEST_SPANS names. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api'

export interface RecordedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Null for the first of a trace. */
  readonly parentId: string | null
  readonly attributes: Attributes
  readonly isError: boolean
}

const write = (line: object): void =>
  appendFileSync(process.env.TEST_SPANS ?? '', `${JSON.stringify(line)}\n`)

const startSpan = (name: string, options: SpanOptions, parentContext: Context): Span => {
  const parent = trace.getSpanContext(parentContext) ?? INVALID_SPAN_CONTEXT
  const isRoot = parent === INVALID_SPAN_CONTEXT
  const traceId = isRoot ? randomBytes(16).toString('hex') : parent.traceId
  const spanId = randomBytes(8).toString('hex')
  const attributes: Attributes = { ...options.attributes }
  let current = name
  let isError = false
  const span: Span = {
    spanContext: () => ({ traceId, spanId, traceFlags: 1 }),
    setAttribute: (key, value) => {
      attributes[key] = value
      return span
    },
    setAttributes: () => span,
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    setStatus: ({ code }) => {
      isError = code === 2
      return span
    },
    updateName: (to) => {
      current = to
      return span
    },
    end: () =>
      write({
        name: current,
        traceId,
        spanId,
        parentId: isRoot ? null : parent.spanId,
        attributes,
        isError,
      } satisfies RecordedSpan),
    isRecording: () => true,
    recordException: () => {},
  }
  return span
}

const tracer: Tracer = {
  startSpan: (name, options = {}, parent = context.active()) => startSpan(name, options, parent),
  startActiveSpan: (name: string, ...rest: unknown[]) => {
    const span = startSpan(name, {}, context.active())
    const run = rest.at(-1) as (span: Span) => unknown
    return context.with(trace.setSpan(context.active(), span), () => run(span)) as never
  },
}

const stored = new AsyncLocalStorage<Context>()
const contexts: ContextManager = {
  active: () => stored.getStore() ?? ROOT_CONTEXT,
  with: (active, run, self, ...args) => stored.run(active, () => run.call(self as never, ...args)),
  bind: (_active, target) => target,
  enable: () => contexts,
  disable: () => contexts,
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const propagator: TextMapPropagator = {
  inject: () => {},
  extract: (into, carrier) => {
    const found = /^00-(\w{32})-(\w{16})-01$/.exec(String((carrier as { traceparent?: string }).traceparent))
    return found === null
      ? into
      : trace.setSpanContext(into, { traceId: found[1], spanId: found[2], traceFlags: 1, isRemote: true })
  },
  fields: () => ['traceparent'],
}

if (isMainThread) {
  context.setGlobalContextManager(contexts)
  propagation.setGlobalPropagator(propagator)
  const provider = { getTracer: () => tracer, forceFlush: async () => write({ name: 'flushed' }) }
  trace.setGlobalTracerProvider(provider)
}
