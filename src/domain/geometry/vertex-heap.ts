/**
 * Positions ordered by a key, the smallest first, on typed arrays: an indexed binary heap, so that a key can change while its
 * position waits. Equal keys are ordered by the coordinates: the order never depends on where a ring starts or which way it runs.
 */
export class VertexHeap {
  size = 0
  readonly keys: Float64Array
  private readonly coords: Int32Array
  private readonly heap: Int32Array
  private readonly places: Int32Array

  constructor(coords: Int32Array) {
    this.coords = coords
    this.keys = new Float64Array(coords.length / 2)
    this.heap = new Int32Array(coords.length / 2)
    this.places = new Int32Array(coords.length / 2).fill(-1)
  }

  /** Appends a position regardless of its key: call `settle` before taking anything. */
  append(position: number, key: number): void {
    this.keys[position] = key
    this.places[position] = this.size
    this.heap[this.size++] = position
  }

  settle(): void {
    for (let place = (this.size >> 1) - 1; place >= 0; place--) this.sink(place)
  }

  /** Puts a position into a settled heap. */
  insert(position: number, key: number): void {
    this.append(position, key)
    this.rise(this.size - 1)
  }

  takeSmallest(): number {
    const smallest = this.heap[0]
    this.places[smallest] = -1
    const last = this.heap[--this.size]
    if (this.size > 0) {
      this.heap[0] = last
      this.places[last] = 0
      this.sink(0)
    }
    return smallest
  }

  has(position: number): boolean {
    return this.places[position] >= 0
  }

  change(position: number, key: number): void {
    const rises = key < this.keys[position]
    this.keys[position] = key
    if (rises) this.rise(this.places[position])
    else this.sink(this.places[position])
  }

  clear(): void {
    for (let place = 0; place < this.size; place++) this.places[this.heap[place]] = -1
    this.size = 0
  }

  private rise(start: number): void {
    const { heap, places } = this
    const position = heap[start]
    let place = start
    while (place > 0) {
      const above = (place - 1) >> 1
      if (!this.before(position, heap[above])) break
      heap[place] = heap[above]
      places[heap[place]] = place
      place = above
    }
    heap[place] = position
    places[position] = place
  }

  private sink(start: number): void {
    const { heap, places, size } = this
    const position = heap[start]
    let place = start
    for (;;) {
      let below = 2 * place + 1
      if (below >= size) break
      if (below + 1 < size && this.before(heap[below + 1], heap[below])) below++
      if (!this.before(heap[below], position)) break
      heap[place] = heap[below]
      places[heap[place]] = place
      place = below
    }
    heap[place] = position
    places[position] = place
  }

  private before(a: number, b: number): boolean {
    const { keys, coords } = this
    if (keys[a] !== keys[b]) return keys[a] < keys[b]
    if (coords[2 * a] !== coords[2 * b]) return coords[2 * a] < coords[2 * b]
    return coords[2 * a + 1] < coords[2 * b + 1]
  }
}
