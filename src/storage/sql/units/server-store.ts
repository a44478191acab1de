/** The servers that share PostgreSQL, and what each has imported into its own catalog: so an operator learns that one lacks an import. */
import type { UnitDatabase } from './schema.ts'

export interface ServerImports {
  /** Identifies its catalog. */
  readonly id: string
  /** One text for each import. */
  readonly imports: readonly string[]
}

export interface ServerStore {
  /** A server that runs says it again and again. */
  readonly announce: (server: ServerImports, nowMs: number) => Promise<void>
  /** Returns those that said it lately. */
  readonly running: (nowMs: number) => Promise<readonly ServerImports[]>
}

/** A server that has said nothing for so long does not run. */
const MAX_SILENCE_MS = 60_000

export const createServerStore = ({ read, run }: UnitDatabase): ServerStore => ({
  announce: async ({ id, imports }, nowMs) => {
    const row = { imports: JSON.stringify(imports), seenMs: nowMs }
    await run((open) =>
      open
        .insertInto('catalogServer')
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
    )
    await run((open) => open.deleteFrom('catalogServer').where('seenMs', '<', nowMs - MAX_SILENCE_MS))
  },

  running: async (nowMs) => {
    const rows = await read
      .selectFrom('catalogServer')
      .select(['id', 'imports'])
      .where('seenMs', '>=', nowMs - MAX_SILENCE_MS)
      .execute()
    return rows.map(({ id, imports }) => ({ id, imports: JSON.parse(imports) as string[] }))
  },
})
