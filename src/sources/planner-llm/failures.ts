/** Maps errors of the model to the port's failures, safe to log: the library's errors contain whole requests and answers. */
import { AISDKError, APICallError, RetryError } from 'ai'
import { PlannerFailed, type PlannerFault } from '../../domain/area/ports.ts'

/**
 * Returns null for an error that is not a failure of the model.
 *
 * @param hidden texts that the provider may echo and no log may contain: the key, the description
 */
export const plannerFailure = (error: unknown, hidden: readonly string[]): PlannerFailed | null => {
  if (RetryError.isInstance(error)) return plannerFailure(error.lastError, hidden)
  if (APICallError.isInstance(error)) return failedCall(error, hidden)
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new PlannerFailed('timeout', 'A call to the model took too long.')
  return AISDKError.isInstance(error) ? new PlannerFailed('unusable', error.name) : null
}

const failedCall = (
  { statusCode, responseHeaders, message }: APICallError,
  hidden: readonly string[],
): PlannerFailed => {
  const said = cutMessage(hidden.reduce((text, each) => text.replaceAll(each, '[hidden]'), message))
  return new PlannerFailed(
    statusFault(statusCode),
    statusCode === undefined ? said : `HTTP ${statusCode}: ${said}`,
    retryAfterSeconds(responseHeaders),
  )
}

/** 529 is Anthropic's "overloaded": https://docs.anthropic.com/en/api/errors */
const FAULTS: Readonly<Record<number, PlannerFault>> = {
  408: 'timeout',
  429: 'busy',
  504: 'timeout',
  529: 'busy',
}

const statusFault = (status: number | undefined): PlannerFault => {
  if (status === undefined) return 'unreachable'
  if (status < 300) return 'unusable'
  return FAULTS[status] ?? (status >= 500 ? 'unreachable' : 'refused')
}

const MAX_WAIT_SECONDS = 3600

const retryAfterSeconds = (headers: Readonly<Record<string, string>> | undefined): number | undefined => {
  const seconds = Number(headers?.['retry-after'] ?? Number.NaN)
  return seconds >= 1 && seconds <= MAX_WAIT_SECONDS ? Math.ceil(seconds) : undefined
}

const MAX_LETTERS = 200

const cutMessage = (message: string): string => message.slice(0, MAX_LETTERS).toWellFormed()
