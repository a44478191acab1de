/** Shows progress on stderr: one redrawn line on a terminal, a line every few seconds elsewhere. */
import type { Clock } from '../../../util/clock.ts'
import type { OutputStream } from '../host.ts'

const REDRAW_MS = 100
const LINE_MS = 5_000
const DEFAULT_COLUMNS = 80

export interface ProgressDisplay<Progress> {
  readonly show: (progress: Progress) => void
  /** Clears the redrawn line. */
  readonly end: () => void
}

export const createProgressDisplay = <Progress>(
  stream: OutputStream,
  clock: Clock,
  progressText: (progress: Progress, elapsedMs: number) => string,
): ProgressDisplay<Progress> => {
  const onTerminal = stream.isTTY === true
  const everyMs = onTerminal ? REDRAW_MS : LINE_MS
  const startedMs = clock.elapsedMs()
  let shownMs = startedMs
  let drawn = false
  return {
    show: (progress) => {
      const nowMs = clock.elapsedMs()
      if (nowMs - shownMs < everyMs) return
      shownMs = nowMs
      const text = progressText(progress, nowMs - startedMs)
      stream.write(
        onTerminal ? `\r\x1b[K${text.slice(0, (stream.columns ?? DEFAULT_COLUMNS) - 1)}` : `${text}\n`,
      )
      drawn = onTerminal
    },
    end: () => {
      if (drawn) stream.write('\r\x1b[K')
      drawn = false
    },
  }
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

export const bytesText = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** power
  return `${value.toFixed(power > 0 && value < 99.95 ? 1 : 0)} ${UNITS[power]}`
}

export const durationText = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
