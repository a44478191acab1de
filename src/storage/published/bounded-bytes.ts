import { ObjectTooLarge, PlaceUnreachable } from './place.ts'

interface Bounds {
  readonly maxBytes: number
  /** For messages. */
  readonly name: string
  readonly signal?: AbortSignal | undefined
}

/** Reads all pieces into memory. @throws ObjectTooLarge; PlaceUnreachable if they break off */
export const boundedBytes = async (
  pieces: AsyncIterable<Uint8Array>,
  { maxBytes, name, signal }: Bounds,
): Promise<Uint8Array> => {
  const read: Uint8Array[] = []
  let total = 0
  try {
    for await (const piece of pieces) {
      signal?.throwIfAborted()
      total += piece.length
      if (total > maxBytes) throw new ObjectTooLarge(`${name} is larger than ${maxBytes} bytes.`)
      read.push(piece)
    }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ObjectTooLarge) throw error
    throw new PlaceUnreachable(`${name} broke off in the middle.`, { cause: error })
  }
  return Buffer.concat(read, total)
}
