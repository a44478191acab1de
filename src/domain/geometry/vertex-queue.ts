/**
 * Positions ordered by a key, the smallest first, whose keys change while they wait: the same order as `VertexHeap`, at less
 * cost. Most keys change several times before they are taken. So only the smallest ones wait in a small heap; all others lie
 * unordered in buckets of similar keys, and a position moves between buckets in constant time (Brown, Calendar Queues, CACM
 * 31, 1988).
 */
import { VertexHeap } from './vertex-heap.ts'

export class VertexQueue {
  size = 0
  private readonly heap: VertexHeap
  private readonly keys: Float64Array
  /** Bucket of each position that is in one. */
  private readonly bucketOf: Int32Array
  /** Neighbours of each position in its bucket; -1 at the ends. */
  private readonly before: Int32Array
  private readonly after: Int32Array
  private readonly firsts = new Int32Array(BUCKETS).fill(-1)
  /** All positions of this bucket and of lower ones wait in the heap. */
  private opened = -1

  constructor(coords: Int32Array) {
    const count = coords.length / 2
    this.heap = new VertexHeap(coords)
    this.keys = new Float64Array(count)
    this.bucketOf = new Int32Array(count).fill(NONE)
    this.before = new Int32Array(count)
    this.after = new Int32Array(count)
  }

  /** The key of the position that was taken last. */
  get takenKey(): number {
    return this.heap.takenKey
  }

  /** @param key Not negative; infinity comes last. */
  insert(position: number, key: number): void {
    this.size++
    const bucket = bucketOfKey(key)
    if (bucket <= this.opened) this.heap.insert(position, key)
    else this.put(position, key, bucket)
  }

  takeSmallest(): number {
    while (this.heap.size === 0) this.open(++this.opened)
    this.size--
    return this.heap.takeSmallest()
  }

  has(position: number): boolean {
    return this.bucketOf[position] !== NONE || this.heap.has(position)
  }

  /** Changes the key of a waiting position. */
  change(position: number, key: number): void {
    const bucket = bucketOfKey(key)
    const from = this.bucketOf[position]
    if (from === bucket) {
      this.keys[position] = key
      return
    }
    if (from === NONE) {
      if (bucket <= this.opened) {
        this.heap.change(position, key)
        return
      }
      this.heap.remove(position)
    } else this.leave(position, from)
    if (bucket <= this.opened) this.heap.insert(position, key)
    else this.put(position, key, bucket)
  }

  clear(): void {
    this.heap.clear()
    for (let bucket = this.opened + 1; this.heap.size < this.size && bucket < BUCKETS; bucket++)
      this.open(bucket)
    this.heap.clear()
    this.opened = -1
    this.size = 0
  }

  /** Moves the positions of a bucket into the heap. */
  private open(bucket: number): void {
    const { firsts, after, bucketOf, keys, heap } = this
    for (let position = firsts[bucket]; position >= 0; position = after[position]) {
      bucketOf[position] = NONE
      heap.append(position, keys[position])
    }
    firsts[bucket] = -1
    heap.settle()
  }

  private put(position: number, key: number, bucket: number): void {
    const { firsts, before, after } = this
    const next = firsts[bucket]
    this.keys[position] = key
    this.bucketOf[position] = bucket
    before[position] = -1
    after[position] = next
    if (next >= 0) before[next] = position
    firsts[bucket] = position
  }

  private leave(position: number, bucket: number): void {
    const { firsts, before, after } = this
    const previous = before[position]
    const next = after[position]
    if (previous < 0) firsts[bucket] = next
    else after[previous] = next
    if (next >= 0) before[next] = previous
    this.bucketOf[position] = NONE
  }
}

const NONE = -1

/** Sixteen buckets to a doubling, by the exponent and the first bits of the number; the first one has all keys below 1. */
const BITS = 5
const KEY_BITS = 64
const BUCKETS = (KEY_BITS << BITS) + 1

const number = new Float64Array(1)
const words = new Int32Array(number.buffer)
/** Half of a number that has the exponent; it depends on the byte order of the machine. */
const HIGH = new Uint8Array(Uint16Array.of(1).buffer)[0]

const bucketOfKey = (key: number): number => {
  number[0] = key
  const bucket = (words[HIGH] >> (20 - BITS)) - (1023 << BITS)
  return bucket < 0 ? 0 : bucket < BUCKETS ? bucket : BUCKETS - 1
}
