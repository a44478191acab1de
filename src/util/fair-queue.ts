/**
 * A queue that schedules tasks fairly between owners: the owner with the fewest running tasks goes first, then the one whose last start is
 * longest ago. A hundred tasks of one owner delay another owner's task by one.
 */
import { Askers } from './waiting-owners.ts'

export interface FairQueueLimits {
  /** Number of concurrent tasks. */
  readonly atOnce: number
  /** Number of concurrent tasks of one owner; if absent, all of them. */
  readonly atOnceOfOwner?: number
  /**
   * Maximum number of waiting tasks, in total and for each owner. Tasks of the service itself, without an owner, have only
   * the total limit.
   */
  readonly maxWaiting: number
  readonly maxWaitingOfOwner: number
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

interface Owner {
  readonly name: string
  /** Waiting tasks; a task of several owners waits in the line of each. */
  readonly waiting: Waiter[]
  running: number
  /** Sequence number of the last start; 0 before the first. */
  lastTurn: number
}

interface Waiter {
  /** Lines in which it waits. */
  readonly lines: Set<Owner>
  readonly begin: (owner: Owner) => void
}

export class FairQueue {
  readonly #limits: FairQueueLimits
  readonly #owners = new Map<string, Owner>()
  #running = 0
  #waiting = 0
  #turns = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting
  }

  /**
   * Runs the task when the first of its owners has a turn. Aborting a waiting task removes it from the queue.
   *
   * @throws QueueFull
   */
  async run<T>(owners: string | Askers, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const owner = await this.#turn(typeof owners === 'string' ? new Askers([owners]) : owners, signal)
    try {
      return await task()
    } finally {
      this.#running--
      owner.running--
      this.#forget(owner)
      this.#next()
    }
  }

  #turn(askers: Askers, signal: AbortSignal | undefined): Owner | Promise<Owner> {
    const free = askers.names.find((name) => this.#canBegin(this.#owners.get(name)))
    if (free !== undefined) {
      const owner = this.#ownerOf(free)
      this.#begin(owner)
      return owner
    }
    const lines = askers.names.filter((name) => this.#hasRoom(name))
    if (this.#waiting >= this.#limits.maxWaiting || lines.length === 0) throw new QueueFull()
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#waiting--
        stopListening()
        signal?.removeEventListener('abort', leave)
        for (const owner of waiting.lines) {
          owner.waiting.splice(owner.waiting.indexOf(waiting), 1)
          this.#forget(owner)
        }
      }
      const leave = (): void => {
        end()
        reject(signal?.reason)
      }
      const waiting: Waiter = {
        lines: new Set(),
        begin: (owner) => {
          this.#begin(owner)
          end()
          resolve(owner)
        },
      }
      const stopListening = askers.onJoin((name) => {
        if (!this.#hasRoom(name)) return
        this.#line(name, waiting)
        this.#next()
      })
      this.#waiting++
      for (const name of lines) this.#line(name, waiting)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  #line(name: string, waiting: Waiter): void {
    const owner = this.#ownerOf(name)
    owner.waiting.push(waiting)
    waiting.lines.add(owner)
  }

  #hasRoom(name: string): boolean {
    return name === '' || (this.#owners.get(name)?.waiting.length ?? 0) < this.#limits.maxWaitingOfOwner
  }

  #canBegin(owner: Owner | undefined): boolean {
    const { atOnce, atOnceOfOwner = atOnce } = this.#limits
    return this.#running < atOnce && (owner?.running ?? 0) < atOnceOfOwner
  }

  #ownerOf(name: string): Owner {
    const owner = this.#owners.get(name) ?? { name, waiting: [], running: 0, lastTurn: 0 }
    this.#owners.set(name, owner)
    return owner
  }

  #begin(owner: Owner): void {
    this.#running++
    owner.running++
    owner.lastTurn = ++this.#turns
  }

  #next(): void {
    let chosen: Owner | null = null
    for (const owner of this.#owners.values())
      if (owner.waiting.length > 0 && this.#canBegin(owner) && (chosen === null || goesBefore(owner, chosen)))
        chosen = owner
    if (chosen !== null) chosen.waiting[0].begin(chosen)
  }

  #forget(owner: Owner): void {
    if (owner.running === 0 && owner.waiting.length === 0) this.#owners.delete(owner.name)
  }
}

const goesBefore = (a: Owner, b: Owner): boolean =>
  a.running < b.running || (a.running === b.running && a.lastTurn < b.lastTurn)
