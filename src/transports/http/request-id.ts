/** The id of a call: the caller's own where it is sane, else a new one. */
import { type Random, randomText } from '../../util/random.ts'

const SANE = /^[\w.-]{8,128}$/
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 60 random bits: no two processes meet. */
const PROCESS_LETTERS = 12
const COUNT_LETTERS = 6

/**
 * New ids are the process's random letters and a count: an id has to be unique, not secret, and random bytes for each would
 * cost more than the rest of the routing.
 */
export const createRequestIds = (random: Random): ((sent?: string | string[]) => string) => {
  const prefix = `req_${randomText(random, PROCESS_LETTERS, ALPHABET)}`
  let count = 0
  return (sent) =>
    typeof sent === 'string' && SANE.test(sent)
      ? sent
      : prefix + (count++).toString(ALPHABET.length).padStart(COUNT_LETTERS, '0')
}
