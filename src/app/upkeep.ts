/** Background work of the server: warming up for the first calls, then heartbeats, flushes and sweeps. */
import { systemClock } from '../util/clock.ts'
import type { OpenParts } from './open/parts.ts'
import type { Service } from './service.ts'

type Upkeep = Pick<
  Service,
  | 'prepare'
  | 'loadPlanner'
  | 'sendHeartbeat'
  | 'sweepIdempotencyKeys'
  | 'sweepFiles'
  | 'sweepOAuth'
  | 'flushUsage'
  | 'flushAudit'
  | 'sweepAudit'
  | 'sendUsageAlerts'
  | 'sweepLiveMap'
>

export const createUpkeep = ({
  storage,
  files,
  areas: { land, planner },
  billing: { quota, idempotencyKeys },
  usage: { usage, usageAlerts },
  accounts: { audit },
  sweepLiveMap,
}: OpenParts): Upkeep => ({
  prepare: async (signal) => {
    await storage.secretKey()
    await land.prepare(signal)
  },
  loadPlanner: planner.load,
  sendHeartbeat: quota.heartbeat,
  sweepIdempotencyKeys: idempotencyKeys.sweep,
  sweepFiles: async () => {
    const nowMs = systemClock.now()
    await storage.accountFiles.sweep(nowMs)
    await files.removeExpired(nowMs)
  },
  sweepOAuth: async () => {
    const nowMs = systemClock.now()
    await storage.oauth.sweep({
      nowMs,
      expiredBeforeMs: nowMs - EXPIRED_KEPT_MS,
      registeredBeforeMs: nowMs - UNUSED_CLIENT_KEPT_MS,
    })
  },
  flushUsage: usage.flush,
  flushAudit: audit.flush,
  sweepAudit: audit.sweep,
  sendUsageAlerts: usageAlerts.send,
  sweepLiveMap,
})

const DAY_MS = 86_400_000
/** Expired tokens are kept for this time, so that clients learn that they have expired. */
const EXPIRED_KEPT_MS = DAY_MS
/** Registered clients without a grant are deleted after this time. */
const UNUSED_CLIENT_KEPT_MS = 30 * DAY_MS
