/** Generates a key: its text, which is shown once, and the record that is stored. */
import { type Clock, DAY_MS, rfc3339 } from '../util/clock.ts'
import { type Random, randomId } from '../util/random.ts'
import { type ActionOrigin, singleEvent } from './audit/event.ts'
import { cleanLine } from './clean-text.ts'
import { keyHash, newKeyText, keyPrefix as prefixOf } from './key-format.ts'
import { KEY_LIMITS, MAX_REVOKED_KEYS_LISTED } from './key-limits.ts'
import type { KeyLimits, NewApiKey } from './ports.ts'

export interface NewKeyParts {
  readonly clock: Clock
  readonly random: Random
}

/** Account of the new key, and origin of the request. */
export interface NewKeyRequest {
  readonly accountId: string
  readonly name: string | null
  readonly origin: ActionOrigin
}

export const newKey = (
  { clock, random }: NewKeyParts,
  { accountId, name, origin }: NewKeyRequest,
): { readonly apiKey: string; readonly kept: NewApiKey; readonly limits: KeyLimits } => {
  const atMs = clock.now()
  const apiKey = newKeyText(random)
  const shownName = name === null ? null : cleanLine(name) || null
  const [keyId, keyPrefix] = [newId(random), prefixOf(apiKey)]
  return {
    apiKey,
    kept: {
      id: keyId,
      accountId,
      name: shownName,
      hash: keyHash(apiKey),
      prefix: keyPrefix,
      createdAt: rfc3339(atMs),
      event: singleEvent(newId(random), {
        action: 'key_created',
        atMs,
        origin,
        accountId,
        keyId,
        keyPrefix,
        detail: shownName,
      }),
    },
    limits: {
      ...KEY_LIMITS,
      newAfter: rfc3339(atMs - DAY_MS),
      keptRevoked: MAX_REVOKED_KEYS_LISTED,
    },
  }
}

/** Returns a new id for an account, a key or an event. */
export const newId = (random: Random): string => randomId(random, ID_LETTERS)

/** True if a text has the format of an account or key id. */
export const isId = (text: string): boolean => /^[0-9a-z]{1,64}$/.test(text)

const ID_LETTERS = 16
