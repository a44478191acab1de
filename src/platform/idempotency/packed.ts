/** Compresses answers for storage. */
import { compress, expand } from '../../util/compression.ts'
import type { KeptAnswer } from './ports.ts'

export interface PlainAnswer {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

export const packed = async ({ bytes, mediaType }: PlainAnswer): Promise<KeptAnswer> => ({
  mediaType,
  coded: await compress(bytes, 'br'),
})

export const unpackedAnswer = async ({ coded, mediaType }: KeptAnswer): Promise<PlainAnswer> => ({
  mediaType,
  bytes: await expand(coded),
})
