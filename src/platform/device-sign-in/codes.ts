/** The two codes of a device sign-in: one that the device keeps secret, and one that a person reads and types. */
import { createHash } from 'node:crypto'
import { type Random, randomText } from '../../util/random.ts'

/** 256 random bits. */
export const newDeviceCode = (random: Random): string =>
  Buffer.from(random.bytes(DEVICE_CODE_BYTES)).toString('base64url')

/** What is kept of a device code. Of so many random bits a fast hash is enough. */
export const deviceCodeHash = (deviceCode: string): string =>
  createHash('sha256').update(deviceCode).digest('hex')

/** `BCDF-GHJK`: 20^8 codes. */
export const newUserCode = (random: Random): string =>
  dashed(randomText(random, USER_CODE_LETTERS, CONSONANTS))

/** A user code as it was meant, in whatever case and with whatever between the letters; null for what cannot be one. */
export const readUserCode = (written: string): string | null => {
  if (written.length > MAX_WRITTEN_LENGTH) return null
  const letters = written.toUpperCase().replace(/[\s\p{Pd}_.]/gu, '')
  return USER_CODE.test(letters) ? dashed(letters) : null
}

const dashed = (letters: string): string => `${letters.slice(0, 4)}-${letters.slice(4)}`

const DEVICE_CODE_BYTES = 32
const USER_CODE_LETTERS = 8
const MAX_WRITTEN_LENGTH = 40

/** No vowels, so that no code is a word, and no digits, so that none looks like a letter (RFC 8628 §6.1). */
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXZ'
const USER_CODE = new RegExp(`^[${CONSONANTS}]{${USER_CODE_LETTERS}}$`)
