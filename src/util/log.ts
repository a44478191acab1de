/** The log: one line per event on stderr, because stdout is for answers. */
import { createRequire } from 'node:module'
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
  // Most commands log nothing, and pino takes 7 ms to load.
  const library = once((): typeof import('pino') => createRequire(import.meta.url)('pino'))
  const stderr = once(() => library().destination({ dest: STDERR, sync: true }))
  const logger = (shown: (line: string) => string) =>
    once(() => {
      const { pino, stdSerializers } = library()
      // Without a serializer an Error is written as {}.
      const serializers = { error: stdSerializers.errWithCause }
      const options = { name: 'metes', level, base: null, serializers, mixin: traceFacts }
      return pino(options, { write: (line: string) => stderr().write(shown(line)) })
    })
  const lines = logger((line) => format(clean(line)))
  const unmasked = logger(format)
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
