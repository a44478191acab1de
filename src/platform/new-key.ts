/** A key that does not exist yet: its text, shown once, and what the store is to keep of it. */
import { type Clock, rfc3339 } from '../util/clock.ts'
import { type Random, randomText } from '../util/random.ts'
import { keyHash, keyPrefix, newKeyText } from './key-text.ts'
import type { NewApiKey } from './ports.ts'

export interface Minting {
  readonly clock: Clock
  readonly random: Random
}

export const newKey = (
  { clock, random }: Minting,
  accountId: string,
  name: string | null,
): { readonly apiKey: string; readonly kept: NewApiKey } => {
  const apiKey = newKeyText(random)
  return {
    apiKey,
    kept: {
      id: newId(random),
      accountId,
      name,
      hash: keyHash(apiKey),
      prefix: keyPrefix(apiKey),
      createdAt: rfc3339(clock.now()),
    },
  }
}

/** Of an account or a key. */
export const newId = (random: Random): string => randomText(random, ID_LETTERS, LOWER_CASE)

const ID_LETTERS = 16
const LOWER_CASE = '0123456789abcdefghijklmnopqrstuvwxyz'
