/**
 * A request's place in the lines before map servers. All processes of an installation share the lines, and askers take turns there: many
 * requests of one, in however many processes, do not hold up the request of another.
 */
import type { LiveCoordination } from '../../domain/live/ports.ts'
import type { Askers } from '../../util/askers.ts'
import type { Clock } from '../../util/clock.ts'

export interface LinePlace {
  /** Whether its turn has come at the server. Asked again within a second, or the place is lost. */
  isFirst(line: string): Promise<boolean>
  /** The server works for it: the asker whose turn it was goes behind the others. */
  served(line: string): Promise<void>
  leave(): Promise<void>
}

/** How long the place of a process that was killed holds up the others. */
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
    // The caller holds a slot by now, which no failure may keep: one turn too many does less harm, and a place ends by itself.
    served: (line) =>
      coordination.noteServed(line, turns.get(line) ?? askers.names[0], clock.now()).catch(() => {}),
    leave: () => coordination.leaveLines(owner).catch(() => {}),
  }
}
