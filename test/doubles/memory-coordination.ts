/** What processes share, in the memory of one. */
import {
  LASTING,
  type LiveCoordination,
  MAX_AHEAD_MS,
  type PlaceInLine,
} from '../../src/domain/live/ports.ts'

export const memoryCoordination = (): LiveCoordination => {
  const leases = new Map<string, { owner: string; untilMs: number }>()
  const moments = new Map<string, number>()
  const places = new Map<string, { line: string; place: PlaceInLine; untilMs: number }>()
  const served = new Map<string, number>()
  const days = new Map<string, { requests: number; bytes: number }>()
  const answers = new Map<string, { outcome: string; atMs: number }>()
  return {
    takeLease: async (name, owner, nowMs, untilMs) => {
      const lease = leases.get(name)
      if (lease !== undefined && lease.owner !== owner && isBetween(lease.untilMs, nowMs, untilMs))
        return false
      leases.set(name, { owner, untilMs })
      return true
    },
    endLease: async (name, owner) => {
      if (leases.get(name)?.owner === owner) leases.delete(name)
    },
    nextMoment: async (name, nowMs, intervalMs) => {
      const next = moments.get(name) ?? 0
      const at = isBetween(next, nowMs, nowMs) ? next : nowMs
      moments.set(name, at + intervalMs)
      return at
    },
    standInLine: async (line, place, nowMs, untilMs) => {
      places.set(`${line} ${place.owner}`, { line, place, untilMs })
      const turns = [...places.values()]
        .filter((each) => each.line === line && isBetween(each.untilMs, nowMs, untilMs))
        .flatMap(({ place: { owner, askers, sinceMs } }) =>
          askers.map((asker) => ({ owner, asker, sinceMs, servedMs: served.get(`${line} ${asker}`) ?? 0 })),
        )
        .sort((a, b) => a.servedMs - b.servedMs || a.sinceMs - b.sinceMs || (a.owner < b.owner ? -1 : 1))
      return turns[0].owner === place.owner ? turns[0].asker : null
    },
    noteServed: async (line, asker, nowMs) => void served.set(`${line} ${asker}`, nowMs),
    leaveLines: async (owner) => {
      for (const [key, { place }] of places) if (place.owner === owner) places.delete(key)
    },
    count: async (day, requests, bytes) => {
      const total = days.get(day) ?? { requests: 0, bytes: 0 }
      const sum = { requests: total.requests + requests, bytes: total.bytes + bytes }
      days.set(day, sum)
      return sum
    },
    remembered: async (key) => answers.get(key) ?? null,
    remember: async (key, outcome, atMs) => void answers.set(key, { outcome, atMs }),
    sweep: async ({ endedMs, day, answersMs, lastingMs }) => {
      for (const [name, { untilMs }] of leases) if (untilMs < endedMs) leases.delete(name)
      for (const [key, { untilMs }] of places) if (untilMs < endedMs) places.delete(key)
      for (const [key, atMs] of served) if (atMs < endedMs) served.delete(key)
      for (const [name, nextMs] of moments) if (nextMs < endedMs) moments.delete(name)
      for (const name of days.keys()) if (name < day) days.delete(name)
      for (const [key, { atMs }] of answers)
        if (atMs < (LASTING.some((beginning) => key.startsWith(beginning)) ? lastingMs : answersMs))
          answers.delete(key)
    },
  }
}

/** Later than now, but not from before the clock was set back. */
const isBetween = (atMs: number, nowMs: number, latestMs: number): boolean =>
  atMs > nowMs && atMs <= latestMs + MAX_AHEAD_MS
