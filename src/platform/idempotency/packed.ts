/** Compresses answers for storage. */
import { compress, expand } from '../../util/compression.ts'
import type { KeptAnswer } from './ports.ts'

export interface Answer {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

export const packed = async ({ bytes, mediaType }: Answer): Promise<KeptAnswer> => ({
  mediaType,
  coded: await compress(bytes, 'br'),
})

export const unpacked = async ({ coded, mediaType }: KeptAnswer): Promise<Answer> => ({
  mediaType,
  bytes: await expand(coded),
})
