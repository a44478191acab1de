/**
 * How keys look: `mts_`, 32 random letters and digits, and 6 that check them. The prefix lets scanners for leaked secrets find
 * them, and the checksum tells a mistyped key from an unknown one without asking the store, as GitHub's tokens do:
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Random, randomText } from '../util/random.ts'

/** 32 of 62 letters: 190 bits, so that guessing is hopeless and a fast hash is enough to store. */
export const newKeyText = (random: Random): string => {
  const secret = randomText(random, SECRET_LETTERS, BASE62)
  return `${PREFIX}${secret}${checksum(secret)}`
}

/** Whether a text can be a key at all. */
export const isKeyText = (text: string): boolean => {
  const match = FORMAT.exec(text)
  return match !== null && checksum(match[1]) === match[2]
}

export const keyHash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What is shown of a key after it was made. */
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
