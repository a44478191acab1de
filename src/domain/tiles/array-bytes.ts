/** Bytes of the arrays in a value: what caches of prepared tiles count. */
export const arrayBytesOf = (value: object): number =>
  ArrayBuffer.isView(value)
    ? value.byteLength
    : Object.values(value).reduce(
        (sum: number, each: unknown) =>
          sum + (typeof each === 'object' && each !== null ? arrayBytesOf(each) : 0),
        0,
      )
