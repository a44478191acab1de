/** The id of a call: the caller's own where it is sane, else a new one. */
import { type Random, randomText } from '../../util/random.ts'

const SANE = /^[\w.-]{8,128}$/
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 60 random bits: no two processes meet. */
const PROCESS_LETTERS = 12
const COUNT_LETTERS = 6
const RADIX = 32
/** How many are told apart by the letters that are looked up. */
const ROUND = RADIX ** 2

/**
 * New ids are the process's random letters and a count: an id has to be unique, not secret, and random bytes for each would
 * cost more than the rest of the routing. The last two letters of the count are looked up, those before them change seldom.
 */
export const createRequestIds = (random: Random): ((sent?: string | string[]) => string) => {
  const prefix = `req_${randomText(random, PROCESS_LETTERS, ALPHABET)}`
  let beginning = ''
  let count = 0
  const next = (): string => {
    if (count % ROUND === 0) beginning = prefix + digits(count / ROUND, COUNT_LETTERS - 2)
    return beginning + ENDS[count++ % ROUND]
  }
  return (sent) => (typeof sent === 'string' && SANE.test(sent) ? sent : next())
}

const digits = (value: number, letters: number): string => value.toString(RADIX).padStart(letters, '0')

const ENDS: readonly string[] = Array.from({ length: ROUND }, (_, end) => digits(end, 2))
