/** What the calls of a load say together. */
import { NO_ANSWER } from './connection.ts'
import { NOT_SENT, type Sent } from './generator.ts'

const OK = 200
const WINDOW_MS = 250

export interface Figures {
  readonly calls: number
  readonly accepted: number
  readonly perSecond: number
  readonly latencyMs: (share: number) => number
  /** "120 × 503", for all but 200. */
  readonly others: string
}

/** Of the calls that were due in the interval. */
export const figuresOf = (sent: Sent, fromMs: number, untilMs: number): Figures => {
  const latencies: number[] = []
  const statuses = new Map<number, number>()
  for (const [at, dueMs] of sent.dueMs.entries()) {
    if (dueMs < fromMs || dueMs >= untilMs) continue
    const status = sent.status[at]
    if (status === OK) latencies.push(sent.latencyMs[at])
    else statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  latencies.sort((a, b) => a - b)
  const refused = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  return {
    calls: latencies.length + refused,
    accepted: latencies.length,
    perSecond: (latencies.length * 1000) / (untilMs - fromMs),
    latencyMs: (share) => latencies[Math.floor(share * (latencies.length - 1))] ?? Number.NaN,
    others: [...statuses].map(([status, count]) => `${count} × ${NAMES[status] ?? status}`).join(', '),
  }
}

const NAMES: Readonly<Record<number, string>> = { [NO_ANSWER]: 'no answer', [NOT_SENT]: 'not sent' }

/** Time from `fromMs` to the last window in which a call was refused or half of them took longer than `normalMs`. */
export const recoveryMs = (sent: Sent, fromMs: number, untilMs: number, normalMs: number): number => {
  let recoveredMs = 0
  for (let startMs = fromMs; startMs < untilMs; startMs += WINDOW_MS) {
    const { calls, accepted, latencyMs } = figuresOf(sent, startMs, startMs + WINDOW_MS)
    if (accepted < calls || latencyMs(0.5) > normalMs) recoveredMs = startMs + WINDOW_MS - fromMs
  }
  return recoveredMs
}
