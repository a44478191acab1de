/** Random tokens for browsers and emails, and their stored hashes. */
import type { Random } from '../util/random.ts'
import { sha256 } from '../util/sha256.ts'

/** Returns 256 random bits. */
export const newToken = (random: Random): string =>
  Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')

/** With 256 random bits a fast hash is enough. */
export const tokenHash = sha256

const TOKEN_BYTES = 32
