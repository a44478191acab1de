/** DuckDB in the process of the tests, and the library of FlatGeobuf, which is installed with it. */
import { isRequired } from './required.ts'

/** Null where the packages were not installed. */
const tools = await import('../../tools/file-readers.ts').catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return null
  throw error
})

/** Why tests with them are skipped; false where they are not. */
export const noDuckDb: string | false =
  tools === null && !isRequired('duckdb') && 'DuckDB is not installed (npm run tools)'

/** Runs all statements and returns the rows of the last one. Extensions are neither downloaded nor loaded. */
export const queryDuckDb = async (
  sql: string,
  folder = process.cwd(),
): Promise<readonly Record<string, unknown>[]> => {
  const instance = await tools!.DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const connection = await instance.connect()
  try {
    await connection.run(`set file_search_path = '${folder}'`)
    return await (await connection.runAndReadAll(sql)).getRowObjects()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

export const readFlatGeobuf = (bytes: Uint8Array): AsyncIterable<unknown> => tools!.readFlatGeobuf(bytes)
