/** Random tokens for browsers and mails, and their stored hashes. */
import { createHash } from 'node:crypto'
import type { Random } from '../../util/random.ts'

/** 256 random bits. */
export const newToken = (random: Random): string =>
  Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')

/** With 256 random bits a fast hash is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

const TOKEN_BYTES = 32
