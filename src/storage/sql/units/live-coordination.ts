/**
 * Coordinates processes that query the live map, over SQL. Each exclusive claim is one statement, so that no two processes
 * get it.
 */
import { sql } from 'kysely'
import { type DayTotal, LASTING, type LiveCoordination, MAX_AHEAD_MS } from '../../../domain/live/ports.ts'
import type { UnitDatabase } from './schema.ts'

export const createLiveCoordination = ({ read, writeOne, run }: UnitDatabase): LiveCoordination => ({
  takeLease: async (name, owner, nowMs, untilMs) => {
    const { rows } = await writeOne((open) =>
      sql<{ owner: string }>`
        insert into live_lease (name, owner, until_ms) values (${name}, ${owner}, ${untilMs})
        on conflict (name) do update set owner = excluded.owner, until_ms = excluded.until_ms
          where live_lease.owner = excluded.owner or live_lease.until_ms <= ${nowMs}
            or live_lease.until_ms > ${untilMs + MAX_AHEAD_MS}
        returning owner`.execute(open),
    )
    return rows.length > 0
  },

  endLease: (name, owner) =>
    run((open) => open.deleteFrom('liveLease').where('name', '=', name).where('owner', '=', owner)),

  nextMoment: async (name, nowMs, intervalMs) => {
    const { rows } = await writeOne((open) =>
      sql<{ nextMs: number }>`
        insert into live_moment (name, next_ms) values (${name}, ${nowMs + intervalMs})
        on conflict (name) do update set next_ms =
          case when live_moment.next_ms between ${nowMs} and ${nowMs + MAX_AHEAD_MS} then live_moment.next_ms else ${nowMs} end
          + ${intervalMs}
        returning next_ms`.execute(open),
    )
    return rows[0].nextMs - intervalMs
  },

  /** Two that join at once may both be first: the server's slots, which are leases, decide between them. */
  standInLine: async (line, { owner, askers, sinceMs }, nowMs, untilMs) => {
    const rows = askers.map((asker) => ({ line, owner, asker, sinceMs, untilMs }))
    await run((open) =>
      open
        .insertInto('liveLine')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['line', 'owner', 'asker']).doUpdateSet({ untilMs })),
    )
    const first = await read
      .selectFrom('liveLine')
      .leftJoin('liveServed', (join) =>
        join.onRef('liveServed.line', '=', 'liveLine.line').onRef('liveServed.asker', '=', 'liveLine.asker'),
      )
      .select(['liveLine.owner', 'liveLine.asker'])
      .where('liveLine.line', '=', line)
      .where('liveLine.untilMs', '>', nowMs)
      .where('liveLine.untilMs', '<=', untilMs + MAX_AHEAD_MS)
      .orderBy(sql`coalesce(live_served.at_ms, 0)`)
      .orderBy('liveLine.sinceMs')
      .orderBy('liveLine.owner')
      .limit(1)
      .executeTakeFirst()
    return first?.owner === owner ? first.asker : null
  },

  noteServed: (line, asker, atMs) =>
    run((open) =>
      open
        .insertInto('liveServed')
        .values({ line, asker, atMs })
        .onConflict((conflict) => conflict.columns(['line', 'asker']).doUpdateSet({ atMs })),
    ),

  leaveLines: (owner) => run((open) => open.deleteFrom('liveLine').where('owner', '=', owner)),

  count: async (day, requests, bytes) => {
    const { rows } = await writeOne((open) =>
      sql<DayTotal>`
        insert into live_day (day, requests, bytes) values (${day}, ${requests}, ${bytes})
        on conflict (day) do update set
          requests = live_day.requests + excluded.requests, bytes = live_day.bytes + excluded.bytes
        returning requests, bytes`.execute(open),
    )
    return rows[0]
  },

  remembered: async (key) =>
    (await read
      .selectFrom('liveAnswer')
      .select(['outcome', 'atMs'])
      .where('key', '=', key)
      .executeTakeFirst()) ?? null,

  remember: (key, outcome, atMs) =>
    run((open) =>
      open
        .insertInto('liveAnswer')
        .values({ key, outcome, atMs })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ outcome, atMs })),
    ),

  /** Deletes table by table, so that no process waits for the lock of all of them. */
  sweep: async ({ endedMs, day, answersMs, lastingMs }) => {
    await run((open) => open.deleteFrom('liveLease').where('untilMs', '<', endedMs))
    await run((open) => open.deleteFrom('liveLine').where('untilMs', '<', endedMs))
    await run((open) => open.deleteFrom('liveServed').where('atMs', '<', endedMs))
    await run((open) => open.deleteFrom('liveMoment').where('nextMs', '<', endedMs))
    await run((open) => open.deleteFrom('liveDay').where('day', '<', day))
    await run((open) =>
      open
        .deleteFrom('liveAnswer')
        .where('atMs', '<', answersMs)
        .where((is) =>
          is.or([
            is.and(LASTING.map((beginning) => is('key', 'not like', `${beginning}%`))),
            is('atMs', '<', lastingMs),
          ]),
        ),
    )
  },
})
