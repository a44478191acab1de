/** What is made once and kept in memory as long as there is room: concurrent calls share the making. */
import type { ByteCache, Sized } from '../../util/byte-cache.ts'
import type { SingleFlight } from '../../util/single-flight.ts'

export const kept = async <T extends object>(
  cache: ByteCache<Kept<T>>,
  flights: SingleFlight<T>,
  key: string,
  make: () => Promise<T>,
): Promise<T> => {
  const known = cache.get(key)
  if (known !== undefined) return known.value
  return flights.run(key, async () => {
    const value = await make()
    cache.set(key, new Kept(value))
    return value
  })
}

export class Kept<T extends object> implements Sized {
  readonly value: T
  readonly byteLength: number

  constructor(value: T) {
    this.value = value
    this.byteLength = bytesOf(value)
  }
}

const bytesOf = (value: object): number =>
  ArrayBuffer.isView(value)
    ? value.byteLength
    : Object.values(value).reduce(
        (sum: number, each: unknown) => sum + (typeof each === 'object' && each !== null ? bytesOf(each) : 0),
        0,
      )
