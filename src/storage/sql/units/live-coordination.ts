/** What processes that ask the live map agree on, over SQL: each question is one statement, so that no two processes get the same answer. */
import { sql } from 'kysely'
import { type DayTotal, LASTING, type LiveCoordination, type LiveSweep } from '../../../domain/live/ports.ts'
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

  /** Table by table, so that no process waits for the lock of all of them. */
  async sweep({ endedMs, day, answersMs, lastingMs }: LiveSweep): Promise<void> {
    const { writeOne: write } = this.#db
    await write((open) => open.deleteFrom('live_lease').where('until_ms', '<', endedMs).execute())
    await write((open) => open.deleteFrom('live_moment').where('next_ms', '<', endedMs).execute())
    await write((open) => open.deleteFrom('live_day').where('day', '<', day).execute())
    await write((open) =>
      open
        .deleteFrom('live_answer')
        .where('at_ms', '<', answersMs)
        .where((is) => is.or([is('key', 'not like', `${LASTING}%`), is('at_ms', '<', lastingMs)]))
        .execute(),
    )
  }
}
