/** The log: one JSON line an event, to stderr, so that stdout stays free for answers. */
import { destination, pino } from 'pino'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

type Write = (facts: Readonly<Record<string, unknown>>, message: string) => void

export interface Log {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
}

const STDERR = 2

export const createLog = (level: LogLevel): Log => {
  const lines = pino({ name: 'metes', level, base: null }, destination({ dest: STDERR, sync: true }))
  return {
    debug: (facts, message) => lines.debug(facts, message),
    info: (facts, message) => lines.info(facts, message),
    warn: (facts, message) => lines.warn(facts, message),
    error: (facts, message) => lines.error(facts, message),
  }
}
