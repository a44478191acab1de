/** A database as stores use it: tables and columns have the names of the ports' fields, in camel case. */
import { CamelCasePlugin, type Compilable, type Kysely } from 'kysely'
import type { OpenDatabase } from './dialect.ts'

type Statement<T> = (db: Kysely<T>) => Compilable

export interface StoreDatabase<T> extends OpenDatabase<T> {
  /** Runs one statement, like `writeOne`. */
  readonly run: (statement: Statement<T>) => Promise<void>
  /** Runs one statement that returns no rows, and returns true if it changed any. */
  readonly changes: (statement: Statement<T>) => Promise<boolean>
}

export const storeDatabase = <T>(db: OpenDatabase<T>): StoreDatabase<T> => {
  const writeOne: OpenDatabase<T>['writeOne'] = (statement) =>
    db.writeOne((open) => statement(open.withPlugin(CAMEL_CASE)))
  const changes = (statement: Statement<T>) =>
    writeOne(async (open) => ((await open.executeQuery(statement(open))).numAffectedRows ?? 0n) > 0n)
  return {
    ...db,
    read: db.read.withPlugin(CAMEL_CASE),
    write: (work) => db.write((transaction) => work(transaction.withPlugin(CAMEL_CASE))),
    writeOne,
    changes,
    run: async (statement) => {
      await changes(statement)
    },
  }
}

const CAMEL_CASE = new CamelCasePlugin()
