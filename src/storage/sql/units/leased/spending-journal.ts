/**
 * The spendings that a process has answered for and the database does not have yet, in a file of its data directory: they survive a
 * killed process. One process writes a journal; another applies it once the writer is dead. Not synchronised with the disk: a power cut
 * may make the calls of the last moment free.
 */
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from '../../../../util/make-directory.ts'

/** Units of a call, spent from a block. */
export interface Spending {
  readonly block: string
  readonly accountId: string
  /** `2026-01-31`, in UTC. */
  readonly date: string
  readonly op: string
  readonly units: number
}

export interface NumberedSpending extends Spending {
  /** From 1, without gaps. */
  readonly sequence: number
}

/** A journal of a process that may be dead. */
export interface JournalFile {
  readonly id: string
  /** The process, in the database and on its machine. */
  readonly owner: string
  readonly pid: number
  readonly path: string
}

const FOLDER = 'unit-journals'
const NAME = /^(?<id>(?<owner>[^.]+)\.\d+)\.(?<pid>\d+)\.jsonl$/
/** Paths of those that this process writes. */
const open = new Set<string>()
/** Larger ones are emptied as soon as the database has everything. */
const MAX_BYTES = 1 << 18

export class SpendingJournal {
  readonly id: string
  readonly #path: string
  readonly #file: number
  #sequence = 0
  #bytes = 0

  private constructor(id: string, path: string, file: number) {
    this.id = id
    this.#path = path
    this.#file = file
    open.add(path)
  }

  static async create(dataDir: string, id: string): Promise<SpendingJournal> {
    await makeDirectory(join(dataDir, FOLDER))
    const path = join(dataDir, FOLDER, `${id}.${process.pid}.jsonl`)
    return new SpendingJournal(id, path, openSync(path, 'ax', 0o600))
  }

  /** Writes before it returns. @throws if the disk is full; nothing counts as written then */
  append(spending: Spending): NumberedSpending {
    const numbered = { ...spending, sequence: this.#sequence + 1 }
    const line = Buffer.from(`${JSON.stringify(numbered)}\n`)
    const written = writeSync(this.#file, line)
    if (written < line.byteLength) {
      ftruncateSync(this.#file, this.#bytes)
      throw Object.assign(new Error('No space is left for the journal of units.'), { code: 'ENOSPC' })
    }
    this.#bytes += written
    this.#sequence = numbered.sequence
    return numbered
  }

  /** Call it when the database has everything. */
  settled(): void {
    if (this.#bytes < MAX_BYTES) return
    ftruncateSync(this.#file, 0)
    this.#bytes = 0
  }

  async remove(): Promise<void> {
    open.delete(this.#path)
    closeSync(this.#file)
    await rm(this.#path, { force: true })
  }
}

/** Returns the journals of the data directory, those of living processes too. */
export const journalsIn = async (dataDir: string): Promise<readonly JournalFile[]> => {
  const names = await readdir(join(dataDir, FOLDER)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.flatMap((name) => {
    const found = NAME.exec(name)?.groups
    if (found === undefined) return []
    return [{ id: found.id, owner: found.owner, pid: Number(found.pid), path: join(dataDir, FOLDER, name) }]
  })
}

/** True if its writer runs. A process with the number of this one is another one that has gone: containers number theirs alike. */
export const isWritten = ({ path, pid }: JournalFile): boolean => {
  if (pid === process.pid) return open.has(path)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A line without its end was not answered for. */
export const readJournal = async ({ path }: JournalFile): Promise<readonly NumberedSpending[]> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // Another process has applied it.
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as NumberedSpending)
}
