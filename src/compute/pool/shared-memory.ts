/** Copies the arrays of a value to memory that threads share, so that messages do not copy them again. */

type NumberArray = Int32Array | Uint32Array | Float32Array | Uint8Array

/** Returns the value with all its arrays of numbers copied to shared memory. */
export const inSharedMemory = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [
      name,
      isNumbers(each)
        ? sharedCopy(each)
        : typeof each === 'object' && each !== null
          ? inSharedMemory(each)
          : each,
    ]),
  )

const isNumbers = (value: unknown): value is NumberArray =>
  ArrayBuffer.isView(value) && !(value instanceof DataView)

const sharedCopy = (numbers: NumberArray): NumberArray => {
  const buffer = new SharedArrayBuffer(numbers.byteLength)
  const copy = new (numbers.constructor as new (buffer: SharedArrayBuffer) => NumberArray)(buffer)
  copy.set(numbers)
  return copy
}
