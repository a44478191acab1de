/** The keys and values of a tile's features: each tile numbers those that it shows, in the order in which they first come. */
import type { ProtobufWriter } from './protobuf.ts'

export type TileAttributes = Readonly<Record<string, string | number>>

/** Field numbers of `Value` in the specification's `vector_tile.proto`. */
const VALUE = { string: 1, uint: 5 } as const

export class FeatureTags {
  private readonly keys = new Distinct<string>()
  private readonly values = new Distinct<string | number>()
  /** `[key, value, …]` of all features, by their places in these lists, and where those of each feature end. */
  private readonly pairs: number[] = []
  private readonly ends: number[] = []
  private readonly keysInTile: Numbering
  private readonly valuesInTile: Numbering

  constructor(attributes: readonly TileAttributes[]) {
    for (const each of attributes) this.addPairs(each)
    this.keysInTile = new Numbering(this.keys.list.length)
    this.valuesInTile = new Numbering(this.values.list.length)
  }

  /** Begins a tile. */
  begin(): void {
    this.keysInTile.clear()
    this.valuesInTile.clear()
  }

  /** Attributes of a feature. */
  countOf(feature: number): number {
    return (this.ends[feature] - this.startOf(feature)) / 2
  }

  write(feature: number, to: ProtobufWriter): void {
    for (let i = this.startOf(feature); i < this.ends[feature]; i += 2) {
      to.varint(this.keysInTile.numberOf(this.pairs[i]))
      to.varint(this.valuesInTile.numberOf(this.pairs[i + 1]))
    }
  }

  /** Writes what the tile's features have written the numbers of. */
  writeLists(to: ProtobufWriter, keysField: number, valuesField: number): void {
    for (const key of this.keysInTile.list) to.textField(keysField, this.keys.list[key])
    for (const value of this.valuesInTile.list) writeValue(to, valuesField, this.values.list[value])
  }

  private addPairs(attributes: TileAttributes): void {
    for (const key of Object.keys(attributes)) {
      this.pairs.push(this.keys.placeOf(key))
      this.pairs.push(this.values.placeOf(attributes[key]))
    }
    this.ends.push(this.pairs.length)
  }

  private startOf(feature: number): number {
    return feature === 0 ? 0 : this.ends[feature - 1]
  }
}

const writeValue = (to: ProtobufWriter, field: number, value: string | number): void => {
  const expectedBytes = typeof value === 'string' ? value.length + 2 : 2
  const start = to.begin(field, expectedBytes)
  if (typeof value === 'string') to.textField(VALUE.string, value)
  else to.number(VALUE.uint, value)
  to.end(start, expectedBytes)
}

/** Things in the order in which they first come. */
class Distinct<T> {
  readonly list: T[] = []
  private readonly places = new Map<T, number>()

  placeOf(thing: T): number {
    const known = this.places.get(thing)
    if (known !== undefined) return known
    const place = this.list.length
    this.places.set(thing, place)
    this.list.push(thing)
    return place
  }
}

/** Numbers some of the places of a list in the order in which they first come. */
class Numbering {
  readonly list: number[] = []
  /** Zero for those that have none. */
  private readonly numbersFromOne: Int32Array

  constructor(places: number) {
    this.numbersFromOne = new Int32Array(places)
  }

  clear(): void {
    for (const place of this.list) this.numbersFromOne[place] = 0
    this.list.length = 0
  }

  numberOf(place: number): number {
    if (this.numbersFromOne[place] === 0) this.numbersFromOne[place] = this.list.push(place)
    return this.numbersFromOne[place] - 1
  }
}
