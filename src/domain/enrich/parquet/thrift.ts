/**
 * Reads and writes Thrift's compact protocol, as Parquet uses it, without loss: unknown fields keep their types and values.
 * So a footer can be edited instead of being rebuilt.
 */
const BYTE = 3
const I16 = 4
export const I32 = 5
export const I64 = 6
const DOUBLE = 7
export const BINARY = 8
export const LIST = 9
export const STRUCT = 12
const [STOP, TRUE, FALSE] = [0, 1, 2]

export type ThriftValue = boolean | number | bigint | Uint8Array | ThriftList | ThriftStruct

export interface ThriftList {
  readonly type: number
  readonly values: readonly ThriftValue[]
}

/** In ascending order of the ids. */
export type ThriftStruct = readonly ThriftField[]
export type ThriftField = readonly [id: number, type: number, value: ThriftValue]

export const fieldOf = (struct: ThriftStruct, id: number): ThriftValue | undefined =>
  struct.find((field) => field[0] === id)?.[2]

export const numberOf = (struct: ThriftStruct, id: number): number => Number(fieldOf(struct, id) ?? 0)

export const structsOf = (struct: ThriftStruct, id: number): readonly ThriftStruct[] => {
  const list = fieldOf(struct, id) as ThriftList | undefined
  return (list?.values ?? []) as readonly ThriftStruct[]
}

/** Replaces these fields, and removes those of `dropped`. */
export const edited = (
  struct: ThriftStruct,
  fields: readonly ThriftField[],
  dropped: readonly number[] = [],
): ThriftStruct =>
  [
    ...struct.filter(([id]) => !dropped.includes(id) && !fields.some((field) => field[0] === id)),
    ...fields,
  ].sort(([a], [b]) => a - b)

export const structList = (values: readonly ThriftStruct[]): ThriftList => ({ type: STRUCT, values })

export const readThrift = (bytes: Uint8Array): ThriftStruct => new ThriftReader(bytes).struct()

class ThriftReader {
  #at = 0
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  struct(): ThriftStruct {
    const fields: ThriftField[] = []
    for (let id = 0; ; ) {
      const head = this.#view.getUint8(this.#at++)
      if (head === STOP) return fields
      const type = head & 0x0f
      id = head >> 4 === 0 ? Number(this.#zigZag()) : id + (head >> 4)
      fields.push([id, type, type === TRUE || type === FALSE ? type === TRUE : this.#value(type)])
    }
  }

  #value(type: number): ThriftValue {
    if (type === BYTE) return this.#view.getInt8(this.#at++)
    if (type === I16 || type === I32) return Number(this.#zigZag())
    if (type === I64) return this.#zigZag()
    if (type === STRUCT) return this.struct()
    if (type === LIST) return this.#list()
    if (type === DOUBLE) {
      this.#at += 8
      return this.#view.getFloat64(this.#at - 8, true)
    }
    if (type !== BINARY) throw new RangeError(`Parquet's footer has no type ${type} of Thrift.`)
    const length = Number(this.#varint())
    this.#at += length
    return this.#bytes.slice(this.#at - length, this.#at)
  }

  #list(): ThriftList {
    const head = this.#view.getUint8(this.#at++)
    const type = head & 0x0f
    const count = head >> 4 === 15 ? Number(this.#varint()) : head >> 4
    const isTruth = type === TRUE || type === FALSE
    const values: ThriftValue[] = []
    for (let i = 0; i < count; i++)
      values.push(isTruth ? this.#view.getUint8(this.#at++) === TRUE : this.#value(type))
    return { type, values }
  }

  #varint(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#view.getUint8(this.#at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte <= 0x7f) return value
    }
  }

  #zigZag(): bigint {
    const value = this.#varint()
    return (value >> 1n) ^ -(value & 1n)
  }
}

export const writeThrift = (struct: ThriftStruct): Uint8Array => {
  const bytes: number[] = []
  const pieces: Uint8Array[] = []
  const varint = (value: bigint): void => {
    for (; value > 0x7fn; value >>= 7n) bytes.push(Number(value & 0x7fn) | 0x80)
    bytes.push(Number(value))
  }
  const zigZag = (value: bigint): void => varint(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)))
  const writeValue = (type: number, value: ThriftValue): void => {
    if (type === BYTE) bytes.push((value as number) & 0xff)
    else if (type === I16 || type === I32 || type === I64) zigZag(BigInt(value as number | bigint))
    else if (type === STRUCT) writeStruct(value as ThriftStruct)
    else if (type === LIST) writeList(value as ThriftList)
    else if (type === DOUBLE) bytes.push(...new Uint8Array(Float64Array.of(value as number).buffer))
    else {
      varint(BigInt((value as Uint8Array).length))
      pieces.push(Uint8Array.from(bytes), value as Uint8Array)
      bytes.length = 0
    }
  }
  const writeList = ({ type, values }: ThriftList): void => {
    bytes.push((Math.min(values.length, 15) << 4) | type)
    if (values.length >= 15) varint(BigInt(values.length))
    for (const value of values) {
      if (type === TRUE || type === FALSE) bytes.push(value === true ? TRUE : FALSE)
      else writeValue(type, value)
    }
  }
  const writeStruct = (fields: ThriftStruct): void => {
    let previous = 0
    for (const [id, type, value] of fields) {
      const isTruth = type === TRUE || type === FALSE
      const head = isTruth ? (value === true ? TRUE : FALSE) : type
      if (id - previous <= 15) bytes.push(((id - previous) << 4) | head)
      else {
        bytes.push(head)
        zigZag(BigInt(id))
      }
      if (!isTruth) writeValue(type, value)
      previous = id
    }
    bytes.push(STOP)
  }
  writeStruct(struct)
  return Buffer.concat([...pieces, Uint8Array.from(bytes)])
}
