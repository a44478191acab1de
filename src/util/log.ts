/** The log: one JSON line per event on stderr, because stdout is for answers. */
import { destination, pino, stdSerializers } from 'pino'

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

/** `clean` removes secrets from each line before it is written. */
export const createLog = (level: LogLevel, clean: (line: string) => string): OperatorLog => {
  const stderr = destination({ dest: STDERR, sync: true })
  // Without a serializer an Error is written as {}.
  const options = { name: 'metes', level, base: null, serializers: { error: stdSerializers.errWithCause } }
  const lines = pino(options, { write: (line: string) => stderr.write(clean(line)) })
  const unmasked = pino(options, stderr)
  return {
    debug: (facts, message) => lines.debug(facts, message),
    info: (facts, message) => lines.info(facts, message),
    warn: (facts, message) => lines.warn(facts, message),
    error: (facts, message) => lines.error(facts, message),
    infoUnmasked: (facts, message) => unmasked.info(facts, message),
  }
}
