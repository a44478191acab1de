/** Hashes and encrypts stored codes and emails with a key outside the database, so that reading the database does not open accounts. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { memo } from './memo.ts'

export interface SecretKey {
  /** HMAC-SHA256, hexadecimal: cannot be brute-forced without the key. Each purpose has its own hashes. */
  readonly hash: (purpose: string, text: string) => string
  /** Encrypts with AES-256-GCM to base64url. The result opens only with the same purpose and id. */
  readonly seal: (purpose: string, id: string, text: string) => string
  /** Returns null if the text was not sealed with this key, purpose and id. */
  readonly open: (purpose: string, id: string, sealed: string) => string | null
}

/** @param secret at least 128 random bits, in any encoding */
export const secretKey = (secret: string): SecretKey => {
  const keyFor = memo((purpose) => Buffer.from(hkdfSync('sha256', secret, '', `metes ${purpose}`, KEY_BYTES)))
  return {
    hash: (purpose, text) => createHmac('sha256', keyFor(purpose)).update(text).digest('hex'),
    seal: (purpose, id, text) => {
      // Always from the system's generator: a repeated nonce would break the cipher.
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, keyFor(purpose), nonce).setAAD(Buffer.from(id))
      const coded = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), coded]).toString('base64url')
    },
    open: (purpose, id, sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      try {
        const decipher = createDecipheriv(CIPHER, keyFor(purpose), bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(id))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const coded = bytes.subarray(NONCE_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(coded), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
