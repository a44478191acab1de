/** ClickHouse in a process of its own. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { WAREHOUSES } from './warehouses.ts'

/** Why tests with it are skipped; false where they are not. */
export const noClickHouse = WAREHOUSES.clickhouse.skip

const PROGRAM = fileURLToPath(new URL('clickhouse-process.ts', import.meta.url))

/** Returns the rows of the query as lists. The process does not wait: a server of the test can answer the query. */
export const queryClickHouse = async (
  query: string,
  folder = process.cwd(),
): Promise<readonly (readonly unknown[])[]> => {
  const running = promisify(execFile)(process.execPath, [PROGRAM], { cwd: folder, maxBuffer: 2 ** 28 })
  running.child.stdin!.end(JSON.stringify([query]))
  const { stdout } = await running
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
