/**
 * Coordinates processes that query the live map, over SQL. Each exclusive claim is one statement, so that no two processes
 * get it.
 */
import { sql } from 'kysely'
import {
  type DayTotal,
  LASTING,
  type LiveCoordination,
  type LiveSweep,
  type PlaceInLine,
} from '../../../domain/live/ports.ts'
import type { OpenDatabase } from '../dialect.ts'
import type { UnitTables } from './schema.ts'

export class SqlLiveCoordination implements LiveCoordination {
  readonly #db: OpenDatabase<UnitTables>

  constructor(db: OpenDatabase<UnitTables>) {
    this.#db = db
  }

  async takeLease(name: string, owner: string, nowMs: number, untilMs: number): Promise<boolean> {
    const { rows } = await this.#db.writeOne((open) =>
      sql<{ owner: string }>`
        insert into live_lease (name, owner, until_ms) values (${name}, ${owner}, ${untilMs})
        on conflict (name) do update set owner = excluded.owner, until_ms = excluded.until_ms
          where live_lease.owner = excluded.owner or live_lease.until_ms <= ${nowMs}
        returning owner`.execute(open),
    )
    return rows.length > 0
  }

  async endLease(name: string, owner: string): Promise<void> {
    await this.#db.writeOne((open) =>
      open.deleteFrom('live_lease').where('name', '=', name).where('owner', '=', owner).execute(),
    )
  }

  async nextMoment(name: string, nowMs: number, intervalMs: number): Promise<number> {
    const { rows } = await this.#db.writeOne((open) =>
      sql<{ next_ms: number }>`
        insert into live_moment (name, next_ms) values (${name}, ${nowMs + intervalMs})
        on conflict (name) do update set next_ms =
          case when live_moment.next_ms > ${nowMs} then live_moment.next_ms else ${nowMs} end + ${intervalMs}
        returning next_ms`.execute(open),
    )
    return rows[0].next_ms - intervalMs
  }

  /** Two that join at once may both be first: the server's slots, which are leases, decide between them. */
  async standInLine(
    line: string,
    { owner, askers, sinceMs }: PlaceInLine,
    nowMs: number,
    untilMs: number,
  ): Promise<string | null> {
    const rows = askers.map((asker) => ({ line, owner, asker, since_ms: sinceMs, until_ms: untilMs }))
    await this.#db.writeOne((open) =>
      open
        .insertInto('live_line')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['line', 'owner', 'asker']).doUpdateSet({ until_ms: untilMs }),
        )
        .execute(),
    )
    const first = await this.#db.read
      .selectFrom('live_line')
      .leftJoin('live_served', (join) =>
        join
          .onRef('live_served.line', '=', 'live_line.line')
          .onRef('live_served.asker', '=', 'live_line.asker'),
      )
      .select(['live_line.owner', 'live_line.asker'])
      .where('live_line.line', '=', line)
      .where('live_line.until_ms', '>', nowMs)
      .orderBy(sql`coalesce(live_served.at_ms, 0)`)
      .orderBy('live_line.since_ms')
      .orderBy('live_line.owner')
      .limit(1)
      .executeTakeFirst()
    return first?.owner === owner ? first.asker : null
  }

  async noteServed(line: string, asker: string, nowMs: number): Promise<void> {
    await this.#db.writeOne((open) =>
      open
        .insertInto('live_served')
        .values({ line, asker, at_ms: nowMs })
        .onConflict((conflict) => conflict.columns(['line', 'asker']).doUpdateSet({ at_ms: nowMs }))
        .execute(),
    )
  }

  async leaveLines(owner: string): Promise<void> {
    await this.#db.writeOne((open) => open.deleteFrom('live_line').where('owner', '=', owner).execute())
  }

  async count(day: string, requests: number, bytes: number): Promise<DayTotal> {
    const { rows } = await this.#db.writeOne((open) =>
      sql<DayTotal>`
        insert into live_day (day, requests, bytes) values (${day}, ${requests}, ${bytes})
        on conflict (day) do update set
          requests = live_day.requests + excluded.requests, bytes = live_day.bytes + excluded.bytes
        returning requests, bytes`.execute(open),
    )
    return rows[0]
  }

  async remembered(key: string): Promise<{ readonly outcome: string; readonly atMs: number } | null> {
    const row = await this.#db.read
      .selectFrom('live_answer')
      .select(['outcome', 'at_ms as atMs'])
      .where('key', '=', key)
      .executeTakeFirst()
    return row ?? null
  }

  async remember(key: string, outcome: string, atMs: number): Promise<void> {
    await this.#db.writeOne((open) =>
      open
        .insertInto('live_answer')
        .values({ key, outcome, at_ms: atMs })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ outcome, at_ms: atMs }))
        .execute(),
    )
  }

  /** Deletes table by table, so that no process waits for the lock of all of them. */
  async sweep({ endedMs, day, answersMs, lastingMs }: LiveSweep): Promise<void> {
    const { writeOne: write } = this.#db
    await write((open) => open.deleteFrom('live_lease').where('until_ms', '<', endedMs).execute())
    await write((open) => open.deleteFrom('live_line').where('until_ms', '<', endedMs).execute())
    await write((open) => open.deleteFrom('live_served').where('at_ms', '<', endedMs).execute())
    await write((open) => open.deleteFrom('live_moment').where('next_ms', '<', endedMs).execute())
    await write((open) => open.deleteFrom('live_day').where('day', '<', day).execute())
    await write((open) =>
      open
        .deleteFrom('live_answer')
        .where('at_ms', '<', answersMs)
        .where((is) =>
          is.or([
            is.and(LASTING.map((beginning) => is('key', 'not like', `${beginning}%`))),
            is('at_ms', '<', lastingMs),
          ]),
        )
        .execute(),
    )
  }
}
