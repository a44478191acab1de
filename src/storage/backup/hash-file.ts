/** Size and SHA-256 of files that are too large for memory. */
import { createHash } from 'node:crypto'

export interface HashOptions {
  readonly onBytes: (count: number) => void
  readonly signal: AbortSignal | undefined
}

export interface FileHash {
  readonly bytes: number
  readonly sha256: string
}

/** Passes pieces through; `result` is theirs once all have passed. */
export const createHashing = ({ onBytes, signal }: HashOptions) => {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    through: async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        signal?.throwIfAborted()
        hash.update(piece)
        bytes += piece.length
        onBytes(piece.length)
        yield piece
      }
    },
    result: (): FileHash => ({ bytes, sha256: hash.digest('hex') }),
  }
}

export const hashFile = async (
  pieces: AsyncIterable<Uint8Array>,
  options: HashOptions,
): Promise<FileHash> => {
  const { through, result } = createHashing(options)
  for await (const _ of through(pieces));
  return result()
}
