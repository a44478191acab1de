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
import { monthOfDate } from '../../../../platform/billing-month.ts'
import { newId } from '../../../../platform/new-key.ts'
import type { UnitHold, UnitStore } from '../../../../platform/ports.ts'
import type { Clock } from '../../../../util/clock.ts'
import type { Random } from '../../../../util/random.ts'
import { type Block, giveBack, moveToHold } from './block.ts'
import { JournaledSpendings } from './journaled-spendings.ts'
import type { Spending } from './spending-journal.ts'
import { BLOCK_OP, type UnitBlocks } from './unit-blocks.ts'

interface LeasedUnitsOptions {
  /** Reserves unit by unit. */
  readonly store: UnitStore
  readonly blocks: UnitBlocks
  readonly dataDir: string
  readonly clock: Clock
  readonly random: Random
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
  readonly #spendings: JournaledSpendings
  #owner: string | null = null
  #trustedUntil = { elapsedMs: 0, nowMs: 0 }
  #timer: ReturnType<typeof setTimeout> | null = null
  /** One change of blocks in the database after the other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: LeasedUnitsOptions) {
    this.#options = options
    this.#spendings = new JournaledSpendings(options.blocks, options.dataDir)
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
    if (!taken.isMoved && this.#isTrusted() && this.#spendings.write(spendingOf(taken))) {
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
    for (const gone of await this.#spendings.applyOfTheDead(owner, times.nowMs)) await store.endLease(gone)
    await store.heartbeat(owner, times)
    if (!this.#isTrusted()) await this.#startAgain()
    this.#trustedUntil = trustedUntil
  }

  async endLease(owner: string): Promise<void> {
    if (owner === this.#owner) {
      if (this.#timer !== null) clearTimeout(this.#timer)
      await this.#startAgain()
    } else await this.#spendings.applyOf(owner, this.#options.clock.now())
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
      for (const block of this.#blocks.values())
        if (block.isClosing) await giveBack(block, this.#options.blocks)
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
    // Without a place for a journal, each call reserves its own units.
    if (!(await this.#spendings.open(hold.owner))) return false
    const block: Block = {
      id: newId(random),
      accountId: hold.accountId,
      month: monthOfDate(hold.date),
      free: size,
      stored: size,
      returning: 0,
      moving: null,
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
      if (this.#blocks.size > 0 || !this.#spendings.areSettled) this.#schedule()
    }, SETTLE_EVERY_MS).unref()
  }

  /** Makes a hold in the database of a hold in a block. */
  async #move({ hold, block }: Taken): Promise<boolean> {
    // What an earlier change may have done to the block must be known.
    await this.#settleAll()
    const isMoved = await moveToHold(block, hold, this.#options.blocks)
    this.#holds.delete(hold.id)
    return isMoved
  }

  #stop(key: string, block: Block): void {
    block.isClosing = true
    if (this.#open.get(key) === block) this.#open.delete(key)
  }

  async #settleAll(): Promise<void> {
    const { spendings, recalled, isTakenForDead } = await this.#spendings.settle()
    for (const { block: id, units } of spendings) {
      const block = this.#blocks.get(id)
      if (block !== undefined) block.stored -= units
    }
    for (const [key, block] of this.#open)
      if (isTakenForDead || recalled.includes(block.id)) this.#stop(key, block)
  }

  /** Gives up the blocks and the journal, which others may have refunded and applied. */
  #startAgain(): Promise<void> {
    for (const [key, block] of this.#open) this.#stop(key, block)
    return this.#inTurn(async () => {
      while (!this.#spendings.areSettled) await this.#settleAll()
      await this.#spendings.end()
    })
  }
}

const spendingOf = ({ hold: { accountId, date, op, units }, block }: Taken): Spending => ({
  block: block.id,
  accountId,
  date,
  op,
  units,
})

const keyOf = ({ accountId, date }: UnitHold): string => `${accountId} ${monthOfDate(date)}`

/** Returns null if the allowance is too small for blocks. */
const blockSize = (units: number, allowance: number | null): number | null => {
  const most = allowance === null ? Number.POSITIVE_INFINITY : Math.floor(allowance * PART_OF_ALLOWANCE)
  const size = Math.min(CALLS_OF_BLOCK * units, most)
  return size < 2 * units ? null : size
}
