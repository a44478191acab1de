/** The id of a call: the caller's own where it is sane, else a new one. */
import { type Random, randomText } from '../../util/random.ts'

const SANE = /^[\w.-]{8,128}$/
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 100 random bits: no two calls of any service meet. */
const LETTERS = 20

export const requestIdOf = (sent: string | string[] | undefined, random: Random): string =>
  typeof sent === 'string' && SANE.test(sent) ? sent : `req_${randomText(random, LETTERS, ALPHABET)}`
