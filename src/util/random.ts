/** Randomness, passed as a dependency. No other module uses the system's generator. */
import { randomFillSync } from 'node:crypto'

export interface Random {
  readonly bytes: (count: number) => Uint8Array
}

/** System calls cost far more than copying, so bytes are fetched in blocks; each byte is used once. */
const BLOCK_BYTES = 4096

const createSystemRandom = (): Random => {
  const block = new Uint8Array(BLOCK_BYTES)
  let used = BLOCK_BYTES
  return {
    bytes: (count) => {
      if (count > BLOCK_BYTES) return randomFillSync(new Uint8Array(count))
      if (used + count > BLOCK_BYTES) {
        randomFillSync(block)
        used = 0
      }
      const taken = block.slice(used, used + count)
      block.fill(0, used, used + count)
      used += count
      return taken
    },
  }
}

export const systemRandom: Random = createSystemRandom()

/** Returns a text of uniformly distributed letters of the alphabet; bytes that would bias the choice are discarded. */
export const randomText = (random: Random, length: number, alphabet: string): string => {
  const fairBelow = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < fairBelow && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

/** Returns a random id of lower-case letters and digits, with more than 5 bits in each letter. */
export const randomId = (random: Random, length: number): string => randomText(random, length, BASE36)

const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz'
