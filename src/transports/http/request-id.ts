/** Request ids: the caller's X-Request-Id if it is valid and not a secret, which the log would keep; else a new id. */
import { maskSecrets } from '../../util/mask-secrets.ts'
import { type Random, randomText } from '../../util/random.ts'

const SANE = /^[\w.-]{8,128}$/
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 60 random bits, so that the ids of two processes do not collide. */
const PROCESS_LETTERS = 12
const COUNT_LETTERS = 6
const RADIX = 32
/** Number of values of the two letters from the table. */
const ROUND = RADIX ** 2

/**
 * New ids consist of a random prefix for each process and a counter: an id must be unique, not secret, and random bytes for
 * each id would cost more than the rest of the routing. The last two letters of the counter come from a table; the letters
 * before them change rarely.
 */
export const createRequestIds = (random: Random): ((sent?: string | string[]) => string) => {
  const prefix = `req_${randomText(random, PROCESS_LETTERS, ALPHABET)}`
  let beginning = ''
  let count = 0
  const next = (): string => {
    if (count % ROUND === 0) beginning = prefix + digits(count / ROUND, COUNT_LETTERS - 2)
    return beginning + ENDS[count++ % ROUND]
  }
  return (sent) => (typeof sent === 'string' && SANE.test(sent) && !maskSecrets(sent).masked ? sent : next())
}

const digits = (value: number, letters: number): string => value.toString(RADIX).padStart(letters, '0')

const ENDS: readonly string[] = Array.from({ length: ROUND }, (_, end) => digits(end, 2))
