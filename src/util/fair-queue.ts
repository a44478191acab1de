/**
 * A queue that schedules tasks fairly between owners: the owner with the fewest running tasks goes first, then the one whose last start is
 * longest ago. A hundred tasks of one owner delay another owner's task by one.
 */
export interface FairQueueLimits {
  /** Tasks that run at once. */
  readonly atOnce: number
  /** Maximum number of waiting tasks, in total and per owner. Tasks of the service itself, without an owner, only have the total limit. */
  readonly maxWaiting: number
  readonly maxWaitingOfOwner: number
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

interface Owner {
  readonly waiting: (() => void)[]
  running: number
  /** Sequence number of the last start; 0 before the first. */
  lastTurn: number
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

  /** Runs the task when its turn comes; leaves the queue when aborted while waiting. @throws QueueFull */
  async run<T>(name: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const owner = this.#owners.get(name) ?? { waiting: [], running: 0, lastTurn: 0 }
    this.#owners.set(name, owner)
    try {
      if (this.#running >= this.#limits.atOnce) await this.#turn(name, owner, signal)
      else this.#begin(owner)
    } catch (error) {
      this.#forget(name, owner)
      throw error
    }
    try {
      return await task()
    } finally {
      this.#running--
      owner.running--
      this.#forget(name, owner)
      this.#next()
    }
  }

  #turn(name: string, owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    const { maxWaiting, maxWaitingOfOwner } = this.#limits
    const isLimited = name !== '' && owner.waiting.length >= maxWaitingOfOwner
    if (this.#waiting >= maxWaiting || isLimited) throw new QueueFull()
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        owner.waiting.splice(owner.waiting.indexOf(begin), 1)
        this.#waiting--
        reject(signal?.reason)
      }
      const begin = (): void => {
        signal?.removeEventListener('abort', leave)
        this.#waiting--
        this.#begin(owner)
        resolve()
      }
      owner.waiting.push(begin)
      this.#waiting++
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  #begin(owner: Owner): void {
    this.#running++
    owner.running++
    owner.lastTurn = ++this.#turns
  }

  #next(): void {
    if (this.#running >= this.#limits.atOnce) return
    let chosen: Owner | null = null
    for (const owner of this.#owners.values())
      if (owner.waiting.length > 0 && (chosen === null || goesBefore(owner, chosen))) chosen = owner
    chosen?.waiting.shift()?.()
  }

  #forget(name: string, owner: Owner): void {
    if (owner.running === 0 && owner.waiting.length === 0 && this.#owners.get(name) === owner)
      this.#owners.delete(name)
  }
}

const goesBefore = (a: Owner, b: Owner): boolean =>
  a.running < b.running || (a.running === b.running && a.lastTurn < b.lastTurn)
