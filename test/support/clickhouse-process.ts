/**
 * Runs ClickHouse in the current folder, in a process of its own: reads statements from standard input, as a JSON list, and writes the rows of the
 * last one to standard output, a line of JSON for each.
 */
import { text } from 'node:stream/consumers'
import { Session } from '../../tools/clickhouse/session.ts'

const statements: readonly string[] = JSON.parse(await text(process.stdin))
const session = new Session()
session.query('CREATE DATABASE warehouse')
session.query('USE warehouse')
let rows = ''
for (const statement of statements) rows = session.query(statement, 'JSONCompactEachRow')
process.stdout.write(rows)
session.cleanup()
