/**
 * Blocks of units that a process has leased, in PostgreSQL: rows of `unit_hold` whose operation is empty. Months are changed before the usage
 * of days, in the order of their keys, as everywhere in this folder.
 */
import { sql } from 'kysely'
import { monthOfDate } from '../../../../platform/billing-month.ts'
import type { UnitHold } from '../../../../platform/ports.ts'
import { DAY_MS } from '../../../../util/clock.ts'
import type { OpenDatabase } from '../../dialect.ts'
import { ADDED_TO_USAGE } from '../holds.ts'
import type { UnitTables, UnitTransaction } from '../schema.ts'
import type { NumberedSpending } from './spending-journal.ts'

export type UnitBlocks = ReturnType<typeof unitBlocks>

/** `op` of the hold that is a block. */
export const BLOCK_OP = ''

export const unitBlocks = ({
  read,
  write,
  writeOne,
}: Pick<OpenDatabase<UnitTables>, 'read' | 'write' | 'writeOne'>) => ({
  openJournal: (id: string, owner: string): Promise<void> =>
    writeOne(async (open) => {
      await sql`insert into unit_journal (id, owner, applied) values (${id}, ${owner}, 0)`.execute(open)
    }),

  closeJournal: (id: string): Promise<void> =>
    writeOne(async (open) => {
      await sql`delete from unit_journal where id = ${id}`.execute(open)
    }),

  /** Returns the sequence up to which the database has a journal. */
  applied: async (id: string): Promise<number> => {
    const { rows } = await sql<{ applied: number }>`
      select applied from unit_journal where id = ${id}`.execute(read)
    return rows[0]?.applied ?? 0
  },

  /**
   * Takes spendings out of their blocks and counts them, if the database has the journal up to `from`. Returns the blocks that are to be given
   * back; null, without any change, if the database has more of the journal or less.
   */
  settle: (
    journal: string,
    from: number,
    spendings: readonly NumberedSpending[],
  ): Promise<readonly string[] | null> =>
    writeOne(async (open) => {
      const { rows } = await sql<{ id: string | null }>`
        with gate as (
          update unit_journal set applied = ${lastOf(spendings)} where id = ${journal} and applied = ${from} and ended_at_ms is null
          returning id as journal
        ), ${settled(spendings, sql`gate`)}
        select id from gate left join reduced on recalled`.execute(open)
      return rows.length === 0 ? null : rows.flatMap(({ id }) => (id === null ? [] : [id]))
    }),

  /** Applies what the database lacks of the journal of a dead process. */
  replay: (journal: string, spendings: readonly NumberedSpending[], nowMs: number): Promise<void> =>
    write((transaction) => replay(transaction, journal, spendings, nowMs)),

  /** Returns units of a block, which has `stored` of them, to its account. A repetition changes nothing. */
  giveBack: (block: string, stored: number, units: number): Promise<void> =>
    writeOne(async (open) => {
      await sql`
        with reduced as (
          update unit_hold set units = ${stored - units} where id = ${block} and units = ${stored}
          returning account_id, month
        )
        update unit_month set used = used - ${units} from reduced
        where unit_month.account_id = reduced.account_id and unit_month.month = reduced.month`.execute(open)
    }),

  /** Deletes blocks that have no units. */
  remove: (blocks: readonly string[]): Promise<void> =>
    writeOne(async (open) => {
      await sql`delete from unit_hold where id = any(cast(${blocks} as text[])) and units = 0`.execute(open)
    }),

  /** Makes a hold of units of a block, which has `stored` of them. Returns false if it has others. A repetition changes nothing. */
  moveToHold: (block: string, stored: number, { id, owner, units, date, op }: UnitHold): Promise<boolean> =>
    writeOne(async (open) => {
      const { rows } = await sql`
        with reduced as (
          update unit_hold set units = ${stored - units}
          where id = ${block} and units = ${stored} and not exists (select 1 from unit_hold where id = ${id})
          returning account_id, month
        ), made as (
          insert into unit_hold (id, owner, account_id, month, units, date, op)
          select ${id}, ${owner}, account_id, month, cast(${units} as bigint), ${date}, ${op} from reduced
          returning id
        )
        select id from made union select id from unit_hold where id = ${id}`.execute(open)
      return rows.length === 1
    }),

  /** Asks the processes that have blocks of the account to give them back. Returns the number of blocks. */
  recall: (accountId: string, month: string): Promise<number> =>
    writeOne(async (open) => {
      const { numAffectedRows } = await sql`
        update unit_hold set recalled = true
        where account_id = ${accountId} and month = ${month} and op = ${BLOCK_OP} and units > 0`.execute(open)
      return Number(numAffectedRows)
    }),

  /** Returns which of the processes the database does not count as alive. */
  deadAmong: async (owners: readonly string[], nowMs: number): Promise<ReadonlySet<string>> => {
    const { rows } = await sql<{ id: string }>`
      select id from unnest(cast(${owners} as text[])) as asked (id)
      where not exists (select 1 from unit_owner where unit_owner.id = asked.id and alive_until_ms >= ${nowMs})`.execute(
      read,
    )
    return new Set(rows.map(({ id }) => id))
  },

  /** Returns the units of the month that are spent or held, without what is only leased. */
  used: async (accountId: string, month: string): Promise<number> => {
    const { rows } = await sql<{ used: number }>`
      select used - coalesce((
        select sum(units) from unit_hold
        where account_id = ${accountId} and month = ${month} and op = ${BLOCK_OP}), 0)::bigint as used
      from unit_month where account_id = ${accountId} and month = ${month}`.execute(read)
    return rows[0]?.used ?? 0
  },
})

const replay = async (
  transaction: UnitTransaction,
  journal: string,
  spendings: readonly NumberedSpending[],
  nowMs: number,
): Promise<void> => {
  const { rows } = await sql<{ applied: number; ended: boolean }>`
    select applied, ended_at_ms is not null as ended from unit_journal where id = ${journal} for update`.execute(
    transaction,
  )
  const [known] = rows
  if (known === undefined || known.ended) return
  const missing = spendings.filter(({ sequence }) => sequence > known.applied)
  if (missing.length > 0)
    await sql`with gate as (select 1), ${settled(missing, sql`gate`)} select 1`.execute(transaction)
  // Kept for a day: a process that was only suspended learns from it what is counted.
  await sql`
    update unit_journal set applied = ${Math.max(known.applied, lastOf(spendings))}, ended_at_ms = ${nowMs}
    where id = ${journal}`.execute(transaction)
  await sql`delete from unit_journal where ended_at_ms < ${nowMs - DAY_MS}`.execute(transaction)
}

/**
 * Reduces blocks and counts calls for each row of `gate`, which is one or none. What was spent of a block that was refunded meanwhile, because the
 * process counted as dead, is charged again: it was answered.
 */
const settled = (spendings: readonly NumberedSpending[], gate: ReturnType<typeof sql>) => {
  const sums = Object.values(
    Object.groupBy(spendings, ({ block, date, op }) => `${block} ${date} ${op}`),
  ).map((each) => {
    const [first] = each as readonly NumberedSpending[]
    return {
      ...first,
      calls: each?.length ?? 0,
      units: (each ?? []).reduce((sum, { units }) => sum + units, 0),
    }
  })
  return sql`
    spent as (
      select each.* from ${gate}, unnest(
        cast(${sums.map(({ block }) => block)} as text[]),
        cast(${sums.map(({ accountId }) => accountId)} as text[]),
        cast(${sums.map(({ date }) => monthOfDate(date))} as text[]),
        cast(${sums.map(({ date }) => date)} as text[]),
        cast(${sums.map(({ op }) => op)} as text[]),
        cast(${sums.map(({ calls }) => calls)} as bigint[]),
        cast(${sums.map(({ units }) => units)} as bigint[])
      ) as each (block, account_id, month, date, op, calls, units)
    ), reduced as (
      update unit_hold set units = unit_hold.units - total.units
      from (select block, sum(units)::bigint as units from spent group by block) as total
      where unit_hold.id = total.block
      returning unit_hold.id, recalled
    ), charged as (
      insert into unit_month (account_id, month, used)
      select account_id, month, sum(units) from spent where block not in (select id from reduced)
      group by account_id, month order by account_id, month
      on conflict (account_id, month) do update set used = unit_month.used + excluded.used
    ), counted as (
      insert into usage_day (account_id, date, op, calls, units, cache_hits)
      select account_id, date, op, sum(calls), sum(units), 0 from spent
      group by account_id, date, op order by account_id, date, op ${ADDED_TO_USAGE}
    )`
}

const lastOf = (spendings: readonly NumberedSpending[]): number => spendings.at(-1)?.sequence ?? 0
