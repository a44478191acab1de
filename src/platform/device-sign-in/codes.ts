/** The two codes of a device sign-in: the secret device code, and the user code that a person types. */
import { type Random, randomText } from '../../util/random.ts'
import { sha256 } from '../../util/sha256.ts'

/** Returns 256 random bits, but no hyphen first: commands would take it for an option. */
export const newDeviceCode = (random: Random): string =>
  Buffer.from(random.bytes(DEVICE_CODE_BYTES)).toString('base64url').replace(/^-/, '_')

/** Stored form of a device code. With 256 random bits a fast hash is enough. */
export const deviceCodeHash = sha256

/** Returns a code such as `BCDF-GHJK`; there are 20^8. */
export const newUserCode = (random: Random): string =>
  dashedCode(randomText(random, USER_CODE_LETTERS, CONSONANTS))

/** Normalizes a typed user code in any case, with any separators. Null if it cannot be a user code. */
export const readUserCode = (written: string): string | null => {
  if (written.length > MAX_WRITTEN_LENGTH) return null
  const letters = written.toUpperCase().replace(/[\s\p{Pd}_.]/gu, '')
  return USER_CODE.test(letters) ? dashedCode(letters) : null
}

const dashedCode = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`

const DEVICE_CODE_BYTES = 32
const USER_CODE_LETTERS = 8
const MAX_WRITTEN_LENGTH = 40

/** Excludes vowels, so that no code is a word, and digits, so that none looks like a letter (RFC 8628 §6.1). */
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXZ'
const USER_CODE = new RegExp(`^[${CONSONANTS}]{${USER_CODE_LETTERS}}$`)
