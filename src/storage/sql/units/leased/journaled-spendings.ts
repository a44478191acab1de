/**
 * What a process has spent of its blocks: in its journal at once, in the database with the next `settle`. Also applies the journals of dead
 * processes of the same data directory.
 */
import { rm } from 'node:fs/promises'
import {
  isWritten,
  type JournalFile,
  journalsIn,
  type NumberedSpending,
  readJournal,
  type Spending,
  SpendingJournal,
} from './spending-journal.ts'
import type { UnitBlocks } from './unit-blocks.ts'

interface Settled {
  readonly spendings: readonly Spending[]
  /** Blocks that are to be given back. */
  readonly recalled: readonly string[]
  /** True if another process took this one for dead, and its blocks are gone. */
  readonly isTakenForDead: boolean
}

const NOTHING: Settled = { spendings: [], recalled: [], isTakenForDead: false }

export class JournaledSpendings {
  readonly #blocks: UnitBlocks
  readonly #dataDir: string
  #journal: SpendingJournal | null = null
  #opening: Promise<SpendingJournal> | null = null
  #journals = 0
  #owner = ''
  #unsettled: NumberedSpending[] = []
  /** Sequence of the journal that the database has. */
  #settledTo = 0

  constructor(blocks: UnitBlocks, dataDir: string) {
    this.#blocks = blocks
    this.#dataDir = dataDir
  }

  get areSettled(): boolean {
    return this.#unsettled.length === 0
  }

  /** Opens the journal of the process, if it is not. Returns false if there is no place for it. */
  async open(owner: string): Promise<boolean> {
    this.#owner = owner
    try {
      this.#opening ??= this.#create()
      await this.#opening
      return true
    } catch {
      this.#opening = null
      return false
    }
  }

  /** Returns false, and has written nothing, if the disk is full or there is no journal. */
  write(spending: Spending): boolean {
    if (this.#journal === null) return false
    try {
      this.#unsettled.push(this.#journal.append(spending))
      return true
    } catch {
      return false
    }
  }

  /** Writes to the database what the journal has. One call after the other. */
  async settle(): Promise<Settled> {
    const journal = this.#journal
    if (this.#unsettled.length === 0 || journal === null) return NOTHING
    const batch = this.#unsettled
    this.#unsettled = []
    try {
      const recalled = await this.#blocks.settle(journal.id, this.#settledTo, batch)
      if (recalled === null) return await this.#catchUp(journal, batch)
      this.#settledTo = batch.at(-1)?.sequence ?? this.#settledTo
      if (this.#unsettled.length === 0) journal.settled()
      return { ...NOTHING, spendings: batch, recalled }
    } catch (error) {
      this.#unsettled = [...batch, ...this.#unsettled]
      throw error
    }
  }

  /** Ends the journal, which others may have applied. Call it when all is settled. */
  async end(): Promise<void> {
    const ended = this.#journal
    this.#journal = null
    this.#opening = null
    if (ended === null) return
    await ended.remove()
    await this.#blocks.closeJournal(ended.id)
  }

  /** Applies the journals of a process. */
  async applyOf(owner: string, nowMs: number): Promise<void> {
    for (const file of await journalsIn(this.#dataDir))
      if (file.owner === owner) await this.#apply(file, nowMs)
  }

  /** Applies the journals of dead processes. Returns those that the database may still count as alive. */
  async applyOfTheDead(self: string, nowMs: number): Promise<readonly string[]> {
    const others = (await journalsIn(this.#dataDir)).filter(({ owner }) => owner !== self)
    if (others.length === 0) return []
    const dead = await this.#blocks.deadAmong([...new Set(others.map(({ owner }) => owner))], nowMs)
    const gone = others.filter((file) => !isWritten(file))
    for (const file of others) if (gone.includes(file) || dead.has(file.owner)) await this.#apply(file, nowMs)
    return gone.map(({ owner }) => owner)
  }

  async #create(): Promise<SpendingJournal> {
    const id = `${this.#owner}.${++this.#journals}`
    await this.#blocks.openJournal(id, this.#owner)
    this.#settledTo = 0
    this.#journal = await SpendingJournal.create(this.#dataDir, id)
    return this.#journal
  }

  /** The answer to an earlier attempt was lost, or another process took this one for dead and applied its journal. */
  async #catchUp(journal: SpendingJournal, batch: readonly NumberedSpending[]): Promise<Settled> {
    const applied = await this.#blocks.applied(journal.id)
    const known = batch.filter(({ sequence }) => sequence <= applied)
    const rest = [...batch.filter(({ sequence }) => sequence > applied), ...this.#unsettled]
    if (known.length > 0) {
      this.#settledTo = applied
      this.#unsettled = rest
      return { ...NOTHING, spendings: known }
    }
    // The journal has ended, so a new one begins with the rest.
    this.#opening = this.#create()
    const next = await this.#opening
    this.#unsettled = rest.map(({ sequence: _, ...spending }) => next.append(spending))
    await journal.remove()
    return { ...NOTHING, isTakenForDead: true }
  }

  async #apply(file: JournalFile, nowMs: number): Promise<void> {
    await this.#blocks.replay(file.id, await readJournal(file), nowMs)
    await rm(file.path, { force: true })
  }
}
