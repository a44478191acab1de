/** The log: one line per event on stderr, because stdout is for answers. */
import { destination, pino, stdSerializers } from 'pino'
import { once } from './once.ts'
import { traceFacts } from './tracing.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

type WriteEntry = (facts: Readonly<Record<string, unknown>>, message: string) => void

export interface Log {
  readonly debug: WriteEntry
  readonly info: WriteEntry
  readonly warn: WriteEntry
  readonly error: WriteEntry
}

export interface OperatorLog extends Log {
  /** For a secret that the operator reads in the log. Mask the other facts. */
  readonly infoUnmasked: WriteEntry
}

const STDERR = 2

/** `clean` removes secrets from each line before it is written; `format` writes a line of JSON in another form. */
export const createLog = (
  level: LogLevel,
  clean: (line: string) => string,
  format: (line: string) => string = (line) => line,
): OperatorLog => {
  // Without a serializer an Error is written as {}.
  const serializers = { error: stdSerializers.errWithCause }
  const options = { name: 'metes', level, base: null, serializers, mixin: traceFacts }
  // Most commands log nothing.
  const stderr = once(() => destination({ dest: STDERR, sync: true }))
  const lines = once(() => pino(options, { write: (line: string) => stderr().write(format(clean(line))) }))
  const unmasked = once(() => pino(options, { write: (line: string) => stderr().write(format(line)) }))
  const writer = (at: Exclude<LogLevel, 'silent'>): WriteEntry =>
    LOG_LEVELS.indexOf(at) < LOG_LEVELS.indexOf(level)
      ? () => {}
      : (facts, message) => lines()[at](facts, message)
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    infoUnmasked: (facts, message) => unmasked().info(facts, message),
  }
}
