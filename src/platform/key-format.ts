/**
 * Format of API keys and feed tokens: a prefix, 32 random letters and digits, and a checksum of 6. The prefix lets secret
 * scanners find leaked keys, and the checksum detects mistyped keys without a lookup, as in GitHub's tokens:
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
import { crc32 } from 'node:zlib'
import { type Random, randomText } from '../util/random.ts'
import { sha256 } from '../util/sha256.ts'

/** Prefixes have the same length. */
const API_KEY = 'mts_'
export const FEED_TOKEN = 'mtf_'
type SecretPrefix = typeof API_KEY | typeof FEED_TOKEN

/** 32 letters of 62: with 190 random bits, guessing is hopeless and a fast hash is enough for storage. */
export const newSecretText = (random: Random, prefix: SecretPrefix): string => {
  const secret = randomText(random, SECRET_LETTERS, BASE62)
  return `${prefix}${secret}${checksum(secret)}`
}

export const newKeyText = (random: Random): string => newSecretText(random, API_KEY)

/** True if a text has the prefix, the format and the checksum. */
export const isSecretText = (text: string, prefix: SecretPrefix): boolean => {
  const match = FORMAT.exec(text)
  return match !== null && match[1] === prefix && checksum(match[2]) === match[3]
}

export const isKeyText = (text: string): boolean => isSecretText(text, API_KEY)

/** True if a text begins like a key; cheaper than `isSecretText`. */
export const looksLikeKey = (text: string): boolean => text.startsWith(API_KEY)

export const keyHash = sha256

/** The part of a key that is stored and shown. */
export const keyPrefix = (text: string): string => text.slice(0, API_KEY.length + SHOWN_LETTERS)

const SECRET_LETTERS = 32
const SHOWN_LETTERS = 4
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORMAT = /^(mt[sf]_)([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/

/** Returns a CRC-32 in base 62, which fits six letters. */
const checksum = (secret: string): string => {
  let rest = crc32(secret)
  let text = ''
  for (let digit = 0; digit < 6; digit++) {
    text = BASE62[rest % BASE62.length] + text
    rest = Math.floor(rest / BASE62.length)
  }
  return text
}
