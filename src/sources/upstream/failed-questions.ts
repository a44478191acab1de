/**
 * Questions that the servers could not answer. Each rests on its own, longer after each failure, so that a boundary whose
 * answers cannot be used neither rests a server nor costs a request for each call.
 */
import { createHash } from 'node:crypto'
import { type LiveFault, LiveMapFailed } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'
import type { RestTimes } from './map-server.ts'

interface QuestionFailure {
  readonly times: number
  readonly fault: LiveFault
  readonly problem: string
  /** By the clock that never jumps. */
  readonly restsUntilMs: number
}

/** Questions may be long, so only their hash is kept. */
export const questionKey = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The oldest are forgotten. */
const MAX_KEPT = 1_000

export const createFailedQuestions = ({ firstRestMs, maxRestMs }: RestTimes, clock: Clock) => {
  const failures = new Map<string, QuestionFailure>()
  const problemOf = ({ fault, problem, restsUntilMs }: QuestionFailure): LiveMapFailed =>
    new LiveMapFailed(fault, problem, Math.max(1, Math.ceil((restsUntilMs - clock.elapsedMs()) / 1000)))
  return {
    /** @throws LiveMapFailed while the question rests */
    requireRested: (question: string): void => {
      const failure = failures.get(question)
      if (failure !== undefined && failure.restsUntilMs > clock.elapsedMs()) throw problemOf(failure)
    },
    hasFailed: (question: string): boolean => failures.has(question),
    /** True if the servers had too little time, as they said. */
    needsTime: (question: string): boolean => failures.get(question)?.fault === 'timeout',
    /** Remembers the failure and returns it. */
    failed: (question: string, fault: LiveFault, problem: string): LiveMapFailed => {
      const times = failures.get(question)?.times ?? 0
      const restMs = Math.min(maxRestMs, firstRestMs * 2 ** times)
      const failure = { times: times + 1, fault, problem, restsUntilMs: clock.elapsedMs() + restMs }
      failures.delete(question)
      failures.set(question, failure)
      if (failures.size > MAX_KEPT) failures.delete(failures.keys().next().value!)
      return problemOf(failure)
    },
    answered: (question: string): void => void failures.delete(question),
  }
}
