/** What went wrong with a model, as the port says it. Of the library's errors only status and message are kept: they hold whole requests. */
import { AISDKError, APICallError, RetryError } from 'ai'
import { PlannerFailed, type PlannerFault } from '../../domain/area/ports.ts'

/** Null for what is no failure of the model. */
export const failureOf = (error: unknown): PlannerFailed | null => {
  if (RetryError.isInstance(error)) return failureOf(error.lastError)
  if (APICallError.isInstance(error)) return failedCall(error)
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new PlannerFailed('timeout', 'A call of the model took too long.')
  return AISDKError.isInstance(error) ? new PlannerFailed('unusable', shortened(error.message)) : null
}

const failedCall = ({ statusCode, responseHeaders, message }: APICallError): PlannerFailed =>
  new PlannerFailed(
    faultOf(statusCode),
    statusCode === undefined ? shortened(message) : `HTTP ${statusCode}: ${shortened(message)}`,
    retryAfterSeconds(responseHeaders),
  )

/** 529 is Anthropic's "overloaded": https://docs.anthropic.com/en/api/errors */
const FAULTS: Readonly<Record<number, PlannerFault>> = {
  408: 'timeout',
  429: 'busy',
  504: 'timeout',
  529: 'busy',
}

const faultOf = (status: number | undefined): PlannerFault => {
  if (status === undefined) return 'unreachable'
  if (status < 300) return 'unusable'
  return FAULTS[status] ?? (status >= 500 ? 'unreachable' : 'refused')
}

const LONGEST_WAIT_SECONDS = 3600

const retryAfterSeconds = (headers: Readonly<Record<string, string>> | undefined): number | undefined => {
  const seconds = Number(headers?.['retry-after'] ?? Number.NaN)
  return seconds >= 1 && seconds <= LONGEST_WAIT_SECONDS ? Math.ceil(seconds) : undefined
}

const MOST_LETTERS = 200

const shortened = (message: string): string => message.slice(0, MOST_LETTERS).toWellFormed()
