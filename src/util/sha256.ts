import { hash } from 'node:crypto'

/** Returns SHA-256 in hexadecimal digits, in one call: twice as fast as a hash object for short texts. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)
