/**
 * Traces, through OpenTelemetry's API alone (https://opentelemetry.io/docs/specs/otel/trace/api/): the operator loads an SDK with
 * `--import`, and chooses where traces go. Without one a span costs a comparison.
 *
 * Names and attributes come from this code, and request ids: never from what callers ask, nor from addresses and keys.
 */
import type * as Api from '@opentelemetry/api'
import { intercepted } from './intercepted.ts'
import { isLater } from './now-or-later.ts'

let tracing: { readonly api: typeof Api; readonly tracer: Api.Tracer } | null = null

/** Begins to trace if an SDK is loaded; returns whether one is. */
export const startTracing = async (): Promise<boolean> => {
  const api = await import('@opentelemetry/api')
  const provider = api.trace.getTracerProvider()
  const isThere =
    !(provider instanceof api.ProxyTracerProvider) || provider.getDelegateTracer('metes') !== undefined
  tracing = isThere ? { api, tracer: api.trace.getTracer('metes') } : null
  return isThere
}

export const isTracing = (): boolean => tracing !== null

/** Runs work, which may end later, in a span. */
export const inSpan = <T>(name: string, work: () => T): T => {
  if (tracing === null) return work()
  return tracing.tracer.startActiveSpan(name, (span) => ended(span, work))
}

/** Runs the work of a request in the span of its server, which continues the caller's trace and ends with `onEnd`. */
export const inServerSpan = <T>({ method, headers, onEnd }: ServedRequest, work: () => T): T => {
  // A tracer of Node's own HTTP server has made this span already.
  if (tracing === null || tracing.api.trace.getActiveSpan() !== undefined) return work()
  const { api, tracer } = tracing
  const parent = api.propagation.extract(api.context.active(), headers)
  const attributes = { 'http.request.method': method }
  const span = tracer.startSpan(method, { kind: api.SpanKind.SERVER, attributes }, parent)
  onEnd((status) => {
    span.setAttribute('http.response.status_code', status)
    if (status >= SERVER_FAULTS) span.setStatus({ code: api.SpanStatusCode.ERROR })
    span.end()
  })
  return api.context.with(api.trace.setSpan(parent, span), work)
}

interface ServedRequest {
  readonly method: string
  readonly headers: object
  /** Takes a function that is called with the status when the answer is sent or the client has left. */
  readonly onEnd: (end: (status: number) => void) => void
}

const SERVER_FAULTS = 500

/** Says of the current span what it is about. */
export const describeSpan = (attribute: string, value: string): void => {
  if (tracing !== null) tracing.api.trace.getActiveSpan()?.setAttribute(attribute, value)
}

export const nameSpan = (name: () => string): void => {
  if (tracing !== null) tracing.api.trace.getActiveSpan()?.updateName(name())
}

/** The work of the current span failed. @param kind the code of a problem, or the class of an error */
export const failSpan = (kind: string, isOurFault: boolean): void => {
  const span = tracing?.api.trace.getActiveSpan()
  if (tracing === null || span === undefined) return
  span.setAttribute('error.type', kind)
  if (isOurFault) span.setStatus({ code: tracing.api.SpanStatusCode.ERROR })
}

/** The ids of the current span, as OpenTelemetry names them in logs; nothing outside of a trace. */
export const traceFacts = (): { readonly trace_id?: string; readonly span_id?: string } => {
  const span = tracing?.api.trace.getActiveSpan()?.spanContext()
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId }
}

/**
 * Returns the object with a span around each method, `catalog.find`; the object itself if nothing is traced. Only what belongs to a
 * call or a job gets one: chores that look into a queue every second would hide those.
 */
export const traced = <T extends object>(name: string, target: T): T =>
  tracing === null
    ? target
    : intercepted(target, (method, call) => (isInSpan() ? inSpan(`${name}.${method}`, call) : call()))

const isInSpan = (): boolean => tracing?.api.trace.getActiveSpan() !== undefined

/** Sends the spans of the last seconds, if the SDK can, for a moment at most: a collector that is gone must not keep the server. */
export const flushTraces = async (): Promise<void> => {
  const provider: object | undefined = tracing?.api.trace.getTracerProvider()
  if (provider === undefined) return
  const sdk = (provider as { getDelegate?: () => object }).getDelegate?.() ?? provider
  const moment = Promise.withResolvers<void>()
  const timer = setTimeout(moment.resolve, FLUSH_MS)
  // Not in the API, but every provider that sends spans in batches has it.
  const flushed = Promise.resolve((sdk as { forceFlush?: () => Promise<void> }).forceFlush?.())
  await Promise.race([flushed.catch(() => {}), moment.promise])
  clearTimeout(timer)
}

const FLUSH_MS = 1_000

const ended = <T>(span: Api.Span, work: () => T): T => {
  const failed = (error: unknown): never => {
    failSpan(error instanceof Error ? error.name : 'unknown', true)
    span.end()
    throw error
  }
  try {
    const result = work()
    if (!isLater<unknown>(result)) {
      span.end()
      return result
    }
    return result.then((value) => {
      span.end()
      return value
    }, failed) as T
  } catch (error) {
    return failed(error)
  }
}
