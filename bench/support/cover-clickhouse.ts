/**
 * ClickHouse for `bench/cover.ts`, in a process of its own: reads what to run as JSON from standard input, and writes as JSON the processor
 * time of the queries on one thread and what they gave.
 */
import { text } from 'node:stream/consumers'
import { Session } from '../../tools/clickhouse/session.ts'

interface Task {
  readonly prepare: readonly string[]
  /** The join whose time counts. */
  readonly found: string
  /** Number of points that differ. */
  readonly differing: string
  /** Whether its own index of polygons runs too; `weights` then has them. */
  readonly dictionary: boolean
}

const { prepare, found, differing, dictionary }: Task = JSON.parse(await text(process.stdin))
const session = new Session()
session.query('CREATE DATABASE bench')
session.query('USE bench')
const query = (sql: string): string => session.query(sql, 'TSV').trim()
const seconds = (sql: string): number => {
  const before = process.cpuUsage()
  query(`${sql} FORMAT Null SETTINGS max_threads = 1`)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

for (const statement of prepare) query(statement)
const answer: Record<string, unknown> = { seconds: seconds(found), differing: query(differing) }
if (dictionary) {
  query(
    `CREATE DICTIONARY areas (key Array(Array(Array(Tuple(Float64, Float64)))), weight Float64) PRIMARY KEY key
     SOURCE(CLICKHOUSE(QUERY 'SELECT polygons AS key, weight FROM bench.weights')) LAYOUT(POLYGON()) LIFETIME(0)`,
  )
  const located = `SELECT dictGetOrDefault('areas', 'weight', (lon, lat), 0) AS found FROM points`
  query(`${located} LIMIT 1 FORMAT Null`)
  answer.dictionarySeconds = seconds(`SELECT sum(found) FROM (${located})`)
  // It gives one area, which is right if it is one of several.
  answer.dictionaryDiffering = query(
    `SELECT countIf((w = 0) != (found = 0) OR (found != 0 AND w < found)) FROM (SELECT w, dictGetOrDefault('areas', 'weight', (lon, lat), 0) AS found FROM points)`,
  )
}
process.stdout.write(JSON.stringify(answer))
session.cleanup()
