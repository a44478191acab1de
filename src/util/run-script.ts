/**
 * Runs a part of the prepared program, and keeps what V8 has compiled of it beside it, for the processes to come: with the functions that
 * were called, which the compile cache of Node leaves out (`scripts/chunks-as-scripts.ts`). Commands call different functions, so the first
 * few processes add theirs.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import { crc32 } from 'node:zlib'

const MAX_PROCESSES = 8

/** Returns the value of the script. V8 compiles it again if another version of V8 compiled what is kept. */
export const runScript = (address: URL): unknown => {
  const path = fileURLToPath(address)
  const kept = readCompiled(path)
  const script = new Script(readFileSync(path, 'utf8'), { filename: path, cachedData: kept?.data })
  const used = script.cachedDataRejected === true ? undefined : kept
  if (isMainThread && (used === undefined || used.processes < MAX_PROCESSES))
    keepAtExit({ path, script, used })
  return script.runInThisContext()
}

interface Compiled {
  readonly data: Buffer
  /** That added the functions they called. */
  readonly processes: number
}

const compiledPath = (path: string): string => `${path}.v8`

/** A checksum and the number of processes, 32 bits each, before the data. */
const HEADER_BYTES = 8

/** V8 trusts the data: what a crash of the machine has cut short would crash every process. */
const readCompiled = (path: string): Compiled | undefined => {
  try {
    const bytes = readFileSync(compiledPath(path))
    const data = bytes.subarray(HEADER_BYTES)
    return bytes.readUInt32LE() === crc32(data) ? { data, processes: bytes.readUInt32LE(4) } : undefined
  } catch {
    return undefined
  }
}

interface Running {
  readonly path: string
  readonly script: Script
  readonly used: Compiled | undefined
}

const running: Running[] = []

const keepAtExit = (script: Running): void => {
  const tag = cachedDataVersionTag()
  if (running.length === 0)
    process.once('exit', () => {
      // A server changes a flag of V8, which would refuse in other processes what this one compiled.
      if (cachedDataVersionTag() === tag) running.forEach(keep)
    })
  running.push(script)
}

const keep = ({ path, script, used }: Running): void => {
  const compiled = script.createCachedData()
  // V8 forgets functions that were not called for long.
  const data = used !== undefined && used.data.length > compiled.length ? used.data : compiled
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(crc32(data))
  header.writeUInt32LE((used?.processes ?? 0) + 1, 4)
  const written = `${compiledPath(path)}-${process.pid}`
  try {
    writeFileSync(written, Buffer.concat([header, data]))
    renameSync(written, compiledPath(path))
  } catch {
    // The folder may be read-only: the next process compiles again.
  }
}
