/** What the server does beside calls: it prepares what the first ones need, and renews, flushes and sweeps now and then. */
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
  flushUsage: usage.flush,
  flushAudit: audit.flush,
  sweepAudit: audit.sweep,
  sendUsageAlerts: usageAlerts.send,
  sweepLiveMap,
})
