/**
 * A request's place in the lines for map servers. All processes of an installation share the lines, and askers take turns:
 * many requests of one asker, even in several processes, do not delay another asker's request.
 */
import type { LiveCoordination } from '../../domain/live/ports.ts'
import type { Askers } from '../../util/askers.ts'
import type { Clock } from '../../util/clock.ts'

export interface LinePlace {
  /** True when it is its turn at the server. Call it again within a second, or the place is lost. */
  isFirst(line: string): Promise<boolean>
  /** The server accepted the request: the asker whose turn it was goes behind the others. */
  served(line: string): Promise<void>
  leave(): Promise<void>
}

/** Time for which the place of a killed process delays the others. */
const PLACE_MS = 1_000

export const createLinePlace = (
  coordination: LiveCoordination,
  clock: Clock,
  owner: string,
  askers: Askers,
): LinePlace => {
  const sinceMs = clock.now()
  const turns = new Map<string, string>()
  return {
    isFirst: async (line) => {
      const nowMs = clock.now()
      const place = { owner, askers: askers.names, sinceMs }
      const asker = await coordination.standInLine(line, place, nowMs, nowMs + PLACE_MS)
      if (asker !== null) turns.set(line, asker)
      return asker !== null
    },
    // Ignores failures, because the caller holds a slot already: one extra turn does less harm, and a place expires by
    // itself.
    served: (line) =>
      coordination.noteServed(line, turns.get(line) ?? askers.names[0], clock.now()).catch(() => {}),
    leave: () => coordination.leaveLines(owner).catch(() => {}),
  }
}
