/** Daily limits on an account's posts, by calendar day in UTC. */
import { DAY_MS } from '../../util/clock.ts'
import { dateOf } from '../billing-month.ts'
import type { DayLimit } from './ports.ts'

export const MAX_ITEMS_A_DAY = 10
/** Enough for a conversation, too few for a flood. */
export const MAX_COMMENTS_A_DAY = 50

/** The author has reached the limit of the day. */
export interface DayFull {
  readonly dayFull: true
  readonly max: number
  /** Time until the next day begins. */
  readonly retryAfterSeconds: number
}

export const dayLimit = (max: number, nowMs: number): DayLimit => ({ date: dateOf(nowMs), max })

export const dayFull = (max: number, nowMs: number): DayFull => ({
  dayFull: true,
  max,
  retryAfterSeconds: Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1_000),
})
