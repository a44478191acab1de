/**
 * Units leased to a process in blocks, so that a charged call makes no round trip to PostgreSQL in the usual case.
 *
 * A block is a hold of many units. Calls take units from it in memory; what they spend is written to the process's journal before they are
 * answered, and to the database a tenth of a second later, where it leaves the block. The invariant: an account's `used` in the database is what
 * it has spent, but for what journals have, plus what is held, in blocks or not; so it never exceeds the allowance.
 *
 * - Near the limit no block is leased: each call reserves its own units. A call that does not fit recalls all blocks of the account and waits
 *   until they are back, so that no call is refused while units are left.
 * - A block that nobody uses is given back after a second, those of a stopped process at once.
 * - A dead process's journal is applied by the next process with its data directory, then its holds are refunded. If other servers refund them
 *   first, because nobody has started that server again in time, its last tenth of a second is charged when it starts, even beyond the allowance.
 * - A process whose lease was not extended in time takes nothing from blocks any more: others may have refunded them.
 */
import { rm } from 'node:fs/promises'
import { monthOfDate } from '../../../../platform/billing-month.ts'
import { newId } from '../../../../platform/new-key.ts'
import type { UnitHold, UnitStore } from '../../../../platform/ports.ts'
import type { Clock } from '../../../../util/clock.ts'
import type { Random } from '../../../../util/random.ts'
import {
  isWritten,
  type JournalFile,
  journalsIn,
  type NumberedSpending,
  readJournal,
  SpendingJournal,
} from './spending-journal.ts'
import { BLOCK_OP, type UnitBlocks } from './unit-blocks.ts'

interface LeasedUnitsOptions {
  /** Reserves unit by unit. */
  readonly store: UnitStore
  readonly blocks: UnitBlocks
  readonly dataDir: string
  readonly clock: Clock
  readonly random: Random
}

/** What this process has of a block. */
interface Block {
  readonly id: string
  readonly accountId: string
  readonly month: string
  /** Units that a call can take. */
  free: number
  /** Units that the database has in the block: the free ones, those of running calls, and those that are not settled. */
  stored: number
  isClosing: boolean
  usedAtMs: number
}

/** A hold of units of a block. */
interface Taken {
  readonly hold: UnitHold
  readonly block: Block
  /** It may be a hold in the database already, so the journal must not have it. */
  isMoved: boolean
  moving: Promise<boolean> | null
}

/** Calls that a block is for. */
const CALLS_OF_BLOCK = 200
/** A block is a twentieth of the allowance at most, and none is leased in its last tenth. */
const PART_OF_ALLOWANCE = 0.05
const LEASABLE = 0.9
const SETTLE_EVERY_MS = 100
const IDLE_MS = 1_000
/** How long a call waits for the blocks of others: a dead process's are refunded sooner. */
const MAX_RECALL_MS = 12_000
/** Less than a process without a heartbeat counts as alive. */
const TRUSTED_MS = 5_000

export class LeasedUnitStore implements UnitStore {
  readonly #options: LeasedUnitsOptions
  /** By account and month: the block that calls take from. */
  readonly #open = new Map<string, Block>()
  readonly #blocks = new Map<string, Block>()
  /** Holds in blocks, by id. */
  readonly #holds = new Map<string, Taken>()
  readonly #leasing = new Map<string, Promise<boolean>>()
  /** Accounts near their limit, until when. */
  readonly #nearLimit = new Map<string, number>()
  readonly #recalling = new Map<string, Promise<void>>()
  #unsettled: NumberedSpending[] = []
  /** Sequence of the journal that the database has. */
  #settledTo = 0
  #journal: Promise<SpendingJournal> | null = null
  #opened: SpendingJournal | null = null
  #journals = 0
  #owner: string | null = null
  #trustedUntil = { elapsedMs: 0, nowMs: 0 }
  #timer: ReturnType<typeof setTimeout> | null = null
  /** One change of blocks in the database after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: LeasedUnitsOptions) {
    this.#options = options
  }

  async reserve(hold: UnitHold, allowance: number | null): Promise<boolean> {
    if (this.#take(hold)) return true
    const { store } = this.#options
    const size = blockSize(hold.units, allowance)
    if (size !== null && (await this.#lease(hold, size, allowance)) && this.#take(hold)) return true
    if (await store.reserve(hold, allowance)) return true
    if (blockSize(1, allowance) === null) return false
    await this.#recall(hold)
    return store.reserve(hold, allowance)
  }

  async spend(holdId: string): Promise<boolean> {
    const taken = this.#holds.get(holdId)
    if (taken === undefined) return this.#options.store.spend(holdId)
    if (!taken.isMoved && this.#isTrusted() && this.#write(taken)) {
      this.#holds.delete(holdId)
      this.#schedule()
      return true
    }
    return (await this.share(holdId)) && this.#options.store.spend(holdId)
  }

  async refund(holdId: string): Promise<void> {
    const taken = this.#holds.get(holdId)
    if (taken === undefined) return this.#options.store.refund(holdId)
    if (!taken.isMoved) {
      this.#holds.delete(holdId)
      taken.block.free += taken.hold.units
      this.#schedule()
    } else if (await this.share(holdId)) await this.#options.store.refund(holdId)
  }

  async share(holdId: string): Promise<boolean> {
    const taken = this.#holds.get(holdId)
    if (taken === undefined) return this.#options.store.share(holdId)
    taken.isMoved = true
    taken.moving ??= this.#inTurn(() => this.#move(taken)).finally(() => {
      taken.moving = null
    })
    return taken.moving
  }

  used(accountId: string, month: string): Promise<number> {
    return this.#inTurn(async () => {
      await this.#settleAll()
      const held = [...this.#holds.values()]
        .filter(({ block }) => block.accountId === accountId && block.month === month)
        .reduce((sum, { hold }) => sum + hold.units, 0)
      return (await this.#options.blocks.used(accountId, month)) + held
    })
  }

  async heartbeat(
    owner: string,
    times: { readonly nowMs: number; readonly aliveUntilMs: number },
  ): Promise<void> {
    const { store, clock } = this.#options
    this.#owner = owner
    const trustedUntil = { elapsedMs: clock.elapsedMs() + TRUSTED_MS, nowMs: clock.now() + TRUSTED_MS }
    await this.#applyJournalsOfTheDead(times.nowMs)
    await store.heartbeat(owner, times)
    if (!this.#isTrusted()) await this.#startAgain()
    this.#trustedUntil = trustedUntil
  }

  async endLease(owner: string): Promise<void> {
    if (owner === this.#owner) await this.#close()
    else
      for (const file of await journalsIn(this.#options.dataDir))
        if (file.owner === owner) await this.#apply(file)
    await this.#options.store.endLease(owner)
  }

  /** Writes to the database what the journal has; afterwards it has all that was spent before the call. */
  settle(): Promise<void> {
    return this.#inTurn(() => this.#settleAll())
  }

  /** Settles, and gives back what is idle or recalled, as the process does every tenth of a second. */
  tidy(): Promise<void> {
    const elapsedMs = this.#options.clock.elapsedMs()
    for (const [key, untilMs] of this.#nearLimit) if (untilMs <= elapsedMs) this.#nearLimit.delete(key)
    for (const [key, block] of this.#open)
      if (block.usedAtMs + IDLE_MS <= elapsedMs || !this.#isTrusted()) this.#stop(key, block)
    for (const [id, { block }] of this.#holds) if (block.isClosing) this.share(id).catch(() => {})
    return this.#inTurn(async () => {
      await this.#settleAll()
      for (const block of this.#blocks.values()) if (block.isClosing) await this.#giveBack(block)
      const empty = [...this.#blocks.values()].filter(({ isClosing, stored }) => isClosing && stored === 0)
      if (empty.length === 0) return
      await this.#options.blocks.remove(empty.map(({ id }) => id))
      for (const { id } of empty) this.#blocks.delete(id)
    })
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.#turn.then(change)
    this.#turn = changed.catch(() => {})
    return changed
  }

  #take(hold: UnitHold): boolean {
    const block = this.#open.get(keyOf(hold))
    if (block === undefined || block.free < hold.units || !this.#isTrusted()) return false
    block.free -= hold.units
    block.usedAtMs = this.#options.clock.elapsedMs()
    this.#holds.set(hold.id, { hold, block, isMoved: false, moving: null })
    return true
  }

  /** Two clocks, because neither counts everything: one stops while the machine sleeps, the other can be set. */
  #isTrusted(): boolean {
    const { clock } = this.#options
    return clock.elapsedMs() < this.#trustedUntil.elapsedMs && clock.now() < this.#trustedUntil.nowMs
  }

  /** Returns false if the disk is full. */
  #write({ hold: { accountId, date, op, units }, block }: Taken): boolean {
    if (this.#opened === null) return false
    try {
      const spending = { block: block.id, accountId, date, op, units }
      this.#unsettled.push(this.#opened.append(spending))
      return true
    } catch {
      return false
    }
  }

  /** Leases a block for the account, for all calls that wait for one. */
  #lease(hold: UnitHold, size: number, allowance: number | null): Promise<boolean> {
    const key = keyOf(hold)
    const elapsedMs = this.#options.clock.elapsedMs()
    if (!this.#isTrusted() || (this.#nearLimit.get(key) ?? 0) > elapsedMs) return Promise.resolve(false)
    let leasing = this.#leasing.get(key)
    if (leasing === undefined) {
      leasing = this.#leaseNow(hold, size, allowance).finally(() => this.#leasing.delete(key))
      this.#leasing.set(key, leasing)
    }
    return leasing
  }

  async #leaseNow(hold: UnitHold, size: number, allowance: number | null): Promise<boolean> {
    const { store, clock, random } = this.#options
    const key = keyOf(hold)
    if (!(await this.#hasJournal(hold.owner))) return false
    const block: Block = {
      id: newId(random),
      accountId: hold.accountId,
      month: monthOfDate(hold.date),
      free: size,
      stored: size,
      isClosing: false,
      usedAtMs: clock.elapsedMs(),
    }
    const leasable = allowance === null ? null : Math.floor(allowance * LEASABLE)
    try {
      if (!(await store.reserve({ ...hold, id: block.id, op: BLOCK_OP, units: size }, leasable))) {
        this.#nearLimit.set(key, clock.elapsedMs() + IDLE_MS)
        return false
      }
    } catch (error) {
      // The connection may have broken after the commit.
      block.isClosing = true
      this.#blocks.set(block.id, block)
      this.#schedule()
      throw error
    }
    const former = this.#open.get(key)
    if (former !== undefined) former.isClosing = true
    this.#open.set(key, block)
    this.#blocks.set(block.id, block)
    this.#schedule()
    return true
  }

  /** Without a place for a journal, each call reserves its own units. */
  async #hasJournal(owner: string): Promise<boolean> {
    try {
      this.#opened = await this.#openJournal(owner)
      return true
    } catch {
      return false
    }
  }

  #openJournal(owner: string): Promise<SpendingJournal> {
    this.#journal ??= (async () => {
      const id = `${owner}.${++this.#journals}`
      await this.#options.blocks.openJournal(id, owner)
      this.#settledTo = 0
      return SpendingJournal.create(this.#options.dataDir, id)
    })().catch((error: unknown) => {
      this.#journal = null
      throw error
    })
    return this.#journal
  }

  /** Waits until no process has a block of the account. */
  #recall(hold: UnitHold): Promise<void> {
    const key = keyOf(hold)
    let recalling = this.#recalling.get(key)
    if (recalling === undefined) {
      recalling = this.#recallNow(key, hold).finally(() => this.#recalling.delete(key))
      this.#recalling.set(key, recalling)
    }
    return recalling
  }

  async #recallNow(key: string, { accountId, date }: UnitHold): Promise<void> {
    const { blocks, clock } = this.#options
    const own = this.#open.get(key)
    if (own !== undefined) this.#stop(key, own)
    await this.tidy()
    const untilMs = clock.elapsedMs() + MAX_RECALL_MS
    while ((await blocks.recall(accountId, monthOfDate(date))) > 0 && clock.elapsedMs() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, SETTLE_EVERY_MS))
      await this.tidy()
    }
  }

  #schedule(): void {
    this.#timer ??= setTimeout(async () => {
      await this.tidy().catch(() => {})
      this.#timer = null
      if (this.#blocks.size > 0 || this.#unsettled.length > 0) this.#schedule()
    }, SETTLE_EVERY_MS).unref()
  }

  async #giveBack(block: Block): Promise<void> {
    const { free, stored } = block
    if (free === 0) return
    block.free = 0
    let isGivenBack = false
    try {
      isGivenBack = await this.#options.blocks.giveBack(block.id, stored, free)
    } finally {
      if (isGivenBack) block.stored -= free
      // Also where a hold may have been moved: the next attempt knows.
      else block.free += free
    }
  }

  /** Makes a hold in the database of a hold in a block. */
  async #move({ hold, block }: Taken): Promise<boolean> {
    // What an earlier change may have done to the block must be known.
    await this.#settleAll()
    const isMoved = await this.#options.blocks.moveToHold(block.id, block.stored, hold)
    this.#holds.delete(hold.id)
    if (isMoved) block.stored -= hold.units
    return isMoved
  }

  #stop(key: string, block: Block): void {
    block.isClosing = true
    if (this.#open.get(key) === block) this.#open.delete(key)
  }

  async #settleAll(): Promise<void> {
    if (this.#unsettled.length === 0) return
    const { blocks } = this.#options
    const journal = this.#opened as SpendingJournal
    const batch = this.#unsettled
    this.#unsettled = []
    try {
      const recalled = await blocks.settle(journal.id, this.#settledTo, batch)
      if (recalled === null) return await this.#catchUp(journal, batch)
      for (const id of recalled) {
        const block = this.#blocks.get(id)
        if (block !== undefined) this.#stop(keyOfBlock(block), block)
      }
      this.#countSettled(batch)
      if (this.#unsettled.length === 0) journal.settled()
    } catch (error) {
      this.#unsettled = [...batch, ...this.#unsettled]
      throw error
    }
  }

  #countSettled(batch: readonly NumberedSpending[]): void {
    this.#settledTo = batch.at(-1)?.sequence ?? this.#settledTo
    for (const { block: id, units } of batch) {
      const block = this.#blocks.get(id)
      if (block !== undefined) block.stored -= units
    }
  }

  /** The answer to an earlier attempt was lost, or another process took this one for dead and applied its journal. */
  async #catchUp(journal: SpendingJournal, batch: readonly NumberedSpending[]): Promise<void> {
    const { blocks } = this.#options
    const applied = await blocks.applied(journal.id)
    const [known, missing] = [
      batch.filter(({ sequence }) => sequence <= applied),
      batch.filter(({ sequence }) => sequence > applied),
    ]
    this.#countSettled(known)
    if (known.length > 0) {
      this.#unsettled = [...missing, ...this.#unsettled]
      return
    }
    // The journal has ended, so a new one begins with the rest. Its blocks are gone.
    for (const block of this.#open.values()) this.#stop(keyOfBlock(block), block)
    this.#journal = null
    const rest = [...missing, ...this.#unsettled]
    const next = await this.#openJournal(this.#owner as string)
    this.#opened = next
    this.#unsettled = rest.map(({ sequence: _, ...spending }) => next.append(spending))
    await journal.remove()
  }

  async #close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#startAgain()
  }

  /** Gives up the blocks and the journal, which others may have refunded and applied. */
  #startAgain(): Promise<void> {
    for (const [key, block] of this.#open) this.#stop(key, block)
    return this.#inTurn(async () => {
      while (this.#unsettled.length > 0) await this.#settleAll()
      await this.#endJournal()
    })
  }

  async #endJournal(): Promise<void> {
    const ended = this.#opened
    this.#opened = null
    this.#journal = null
    if (ended === null) return
    await ended.remove()
    await this.#options.blocks.closeJournal(ended.id)
  }

  async #applyJournalsOfTheDead(nowMs: number): Promise<void> {
    const others = (await journalsIn(this.#options.dataDir)).filter(({ owner }) => owner !== this.#owner)
    if (others.length === 0) return
    const dead = await this.#options.blocks.deadAmong([...new Set(others.map(({ owner }) => owner))], nowMs)
    for (const file of others) {
      const hasGone = !isWritten(file)
      if (!hasGone && !dead.has(file.owner)) continue
      await this.#apply(file)
      if (hasGone) await this.#options.store.endLease(file.owner)
    }
  }

  async #apply(file: JournalFile): Promise<void> {
    await this.#options.blocks.replay(file.id, await readJournal(file), this.#options.clock.now())
    await rm(file.path, { force: true })
  }
}

const keyOf = ({ accountId, date }: UnitHold): string => `${accountId} ${monthOfDate(date)}`

const keyOfBlock = ({ accountId, month }: Block): string => `${accountId} ${month}`

/** Returns null if the allowance is too small for blocks. */
const blockSize = (units: number, allowance: number | null): number | null => {
  const most = allowance === null ? Number.POSITIVE_INFINITY : Math.floor(allowance * PART_OF_ALLOWANCE)
  const size = Math.min(CALLS_OF_BLOCK * units, most)
  return size < 2 * units ? null : size
}
