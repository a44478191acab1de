/** A line of the log for people: time, level, message, facts, and the stack of an error. */

import type { Paint } from './colours.ts'
import { terminalText } from './terminal-text.ts'

/** pino's levels. */
const LEVELS: Readonly<Record<number, readonly [name: string, style: Parameters<Paint>[0]]>> = {
  20: ['debug', 'dim'],
  30: ['info', 'green'],
  40: ['warning', 'yellow'],
  50: ['error', 'red'],
}
const ERROR = 50

interface LoggedError {
  readonly message?: unknown
  readonly stack?: unknown
}

/** @param json a line of the log as programs get it, which ends with a line feed */
export const logLine = (json: string, paint: Paint): string => {
  const { level, time, name: _, msg, error, ...facts }: Readonly<Record<string, unknown>> = JSON.parse(json)
  const [levelName, style] = LEVELS[Number(level)] ?? LEVELS[ERROR]
  const { message, stack } = (error ?? {}) as LoggedError
  const shown = Object.entries(facts).map(
    ([fact, value]) => `${paint('dim', `${terminalText(fact)}=`)}${terminalText(factText(value))}`,
  )
  const first = [
    paint('dim', new Date(Number(time)).toTimeString().slice(0, CLOCK_LETTERS)),
    paint(style, levelName),
    terminalText(String(msg)) + (message === undefined ? '' : `: ${terminalText(String(message))}`),
    ...shown,
  ].join('  ')
  // A warning is expected; only failures need the place where they arose.
  const places =
    level === ERROR && typeof stack === 'string'
      ? stack.split('\n').filter((line) => /^\s+at /.test(line))
      : []
  return `${[first, ...places.map((line) => paint('dim', `    ${terminalText(line.trim())}`))].join('\n')}\n`
}

/** HH:MM:SS. */
const CLOCK_LETTERS = 8

const factText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
