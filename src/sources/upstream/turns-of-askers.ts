/**
 * A request's place in the lines for map servers. All processes of an installation share the lines, and askers take turns:
 * many requests of one asker, even in several processes, do not delay another asker's request.
 */
import type { LiveCoordination } from '../../domain/live/ports.ts'
import type { Clock } from '../../util/clock.ts'
import type { Askers } from '../../util/waiting-owners.ts'

export type LinePlace = ReturnType<typeof createLinePlace>

/** Time for which the place of a killed process delays the others. */
const PLACE_MS = 3_000

export const createLinePlace = (
  coordination: LiveCoordination,
  clock: Clock,
  owner: string,
  askers: Askers,
) => {
  const sinceMs = clock.now()
  const turns = new Map<string, string>()
  return {
    /**
     * True when it is the turn of one of the given askers, or of any. Call it again within three seconds, or the place is lost.
     */
    isFirst: async (line: string, names: readonly string[] = askers.names): Promise<boolean> => {
      const nowMs = clock.now()
      const place = { owner, askers: names, sinceMs }
      const asker = await coordination.standInLine(line, place, nowMs, nowMs + PLACE_MS)
      if (asker !== null) turns.set(line, asker)
      return asker !== null
    },
    // Ignores failures, because the caller holds a slot already: one extra turn does less harm, and a place expires by
    // itself.
    /** The request was accepted in this line: the asker whose turn it was goes behind the others, also in the other lines. */
    served: async (line: string, others: readonly string[] = []): Promise<void> => {
      const asker = turns.get(line) ?? askers.names[0]
      for (const each of [line, ...others])
        await coordination.noteServed(each, asker, clock.now()).catch(() => {})
    },
    leave: (): Promise<void> => coordination.leaveLines(owner).catch(() => {}),
  }
}
