/**
 * The format of API keys: `mts_`, 32 random letters and digits, and a checksum of 6. The prefix lets secret scanners find leaked keys,
 * and the checksum detects mistyped keys without asking the store, as in GitHub's tokens:
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
import { crc32 } from 'node:zlib'
import { type Random, randomText } from '../util/random.ts'
import { sha256 } from '../util/sha256.ts'

/** 32 letters of 62: with 190 random bits, guessing is hopeless and a fast hash is enough for storage. */
export const newKeyText = (random: Random): string => {
  const secret = randomText(random, SECRET_LETTERS, BASE62)
  return `${PREFIX}${secret}${checksum(secret)}`
}

/** Whether a text has the format and the checksum of a key. */
export const isKeyText = (text: string): boolean => {
  const match = FORMAT.exec(text)
  return match !== null && checksum(match[1]) === match[2]
}

export const keyHash = sha256

/** Whether a text begins as a key; costs less than `isKeyText`. */
export const looksLikeKey = (text: string): boolean => text.startsWith(PREFIX)

/** The part of a key that is stored and shown. */
export const keyPrefix = (text: string): string => text.slice(0, PREFIX.length + SHOWN_LETTERS)

const PREFIX = 'mts_'
const SECRET_LETTERS = 32
const SHOWN_LETTERS = 4
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORMAT = /^mts_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** A CRC-32 in base 62, which six letters hold. */
const checksum = (secret: string): string => {
  let rest = crc32(secret)
  let text = ''
  for (let digit = 0; digit < 6; digit++) {
    text = BASE62[rest % BASE62.length] + text
    rest = Math.floor(rest / BASE62.length)
  }
  return text
}
