/**
 * Positions ordered by a key, the smallest first, on typed arrays: an indexed heap, so that the key of a waiting position
 * can change. Equal keys are ordered by the coordinates, so the order does not depend on the start or direction of a ring.
 *
 * Each place has four children, whose keys lie side by side in memory: half as many levels as with two (LaMarca and Ladner,
 * The Influence of Caches on the Performance of Heaps, 1996).
 */
export class VertexHeap {
  size = 0
  /** The key of the position that was taken last. */
  takenKey = 0
  private readonly coords: Int32Array
  /** Position and key by place. */
  private readonly heap: Int32Array
  private readonly keys: Float64Array
  /** Place of each position; -1 if it is not waiting. */
  private readonly places: Int32Array

  constructor(coords: Int32Array) {
    this.coords = coords
    this.heap = new Int32Array(coords.length / 2)
    this.keys = new Float64Array(coords.length / 2)
    this.places = new Int32Array(coords.length / 2).fill(-1)
  }

  /** Appends a position without ordering it: call `settle` before taking anything. */
  append(position: number, key: number): void {
    this.put(this.size++, position, key)
  }

  settle(): void {
    for (let place = (this.size - 2) >> FANOUT_BITS; place >= 0; place--)
      this.sink(place, this.heap[place], this.keys[place])
  }

  /** Inserts a position into a settled heap. */
  insert(position: number, key: number): void {
    this.rise(this.size++, position, key)
  }

  takeSmallest(): number {
    const smallest = this.heap[0]
    this.takenKey = this.keys[0]
    this.places[smallest] = -1
    const last = --this.size
    if (last > 0) this.sink(0, this.heap[last], this.keys[last])
    return smallest
  }

  has(position: number): boolean {
    return this.places[position] >= 0
  }

  change(position: number, key: number): void {
    const place = this.places[position]
    if (key < this.keys[place]) this.rise(place, position, key)
    else this.sink(place, position, key)
  }

  remove(position: number): void {
    const place = this.places[position]
    this.places[position] = -1
    const last = this.heap[--this.size]
    if (last === position) return
    const key = this.keys[this.size]
    this.rise(place, last, key)
    if (this.places[last] === place) this.sink(place, last, key)
  }

  clear(): void {
    for (let place = 0; place < this.size; place++) this.places[this.heap[place]] = -1
    this.size = 0
  }

  private put(place: number, position: number, key: number): void {
    this.heap[place] = position
    this.keys[place] = key
    this.places[position] = place
  }

  private rise(start: number, position: number, key: number): void {
    const { heap, keys } = this
    let place = start
    while (place > 0) {
      const above = (place - 1) >> FANOUT_BITS
      if (keys[above] < key || (keys[above] === key && this.isFirst(heap[above], position))) break
      this.put(place, heap[above], keys[above])
      place = above
    }
    this.put(place, position, key)
  }

  private sink(start: number, position: number, key: number): void {
    const { heap, keys, size } = this
    let place = start
    for (;;) {
      const first = (place << FANOUT_BITS) + 1
      if (first >= size) break
      let below = first
      let smallest = keys[first]
      const end = Math.min(first + FANOUT, size)
      for (let other = first + 1; other < end; other++) {
        const otherKey = keys[other]
        if (otherKey > smallest || (otherKey === smallest && this.isFirst(heap[below], heap[other]))) continue
        below = other
        smallest = otherKey
      }
      if (smallest > key || (smallest === key && this.isFirst(position, heap[below]))) break
      this.put(place, heap[below], smallest)
      place = below
    }
    this.put(place, position, key)
  }

  /** True if the first of two positions with equal keys comes before the second. */
  private isFirst(a: number, b: number): boolean {
    const { coords } = this
    if (coords[2 * a] !== coords[2 * b]) return coords[2 * a] < coords[2 * b]
    return coords[2 * a + 1] < coords[2 * b + 1]
  }
}

const FANOUT_BITS = 2
const FANOUT = 1 << FANOUT_BITS
