/** Sentence that says which limit rejected a call, and when to retry. */
import { counted } from '../../util/count-with-noun.ts'
import type { ProblemFacts } from './problem-facts.ts'

type Facts = ProblemFacts['rate_limited']

export const rateLimitDetail = (facts: Facts): string => {
  const again = `try again in ${waitText(facts.retryAfterSeconds)}`
  if ('calls' in facts)
    return `At most ${counted(facts.calls, 'call')} in ${counted(facts.windowSeconds, 'second')} ${areAllowed(facts.calls)}${withKey(facts, again)}`
  if ('unpaidCalls' in facts)
    return `At most ${counted(facts.unpaidCalls, 'call')} in ${counted(facts.windowSeconds, 'second')} may fail or return an unmodified answer after ${facts.processorMs} ms of processor time or more; ${again}.`
  if ('visitorCalls' in facts)
    return `Without an account, an address has ${counted(facts.visitorCalls, 'call')} in ${counted(facts.windowSeconds, 'second')}; on the map page, ${facts.processorMs} ms of processor time count as one. Sign in, or ${again}.`
  if ('demonstration' in facts) return `${demonstrated(facts)} Sign in, or ${again}.`
  if ('jobs' in facts)
    return `An account can have ${counted(facts.jobs, 'job')} queued and running; ${again}.`
  return `At most ${counted(facts.maxPerDay, facts.noun)} per day (UTC) ${areAllowed(facts.maxPerDay)}; the next day begins in ${waitText(facts.retryAfterSeconds)}.`
}

/** Nobody counts 3,576 seconds. */
const waitText = (seconds: number): string =>
  seconds <= MAX_SECONDS ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')

const MAX_SECONDS = 120

const areAllowed = (count: number): string => (count === 1 ? 'is allowed' : 'are allowed')

const withKey = ({ callsWithKey }: Extract<Facts, { readonly calls: unknown }>, again: string): string =>
  callsWithKey === undefined
    ? `; ${again}.`
    : ` without a key; ${again}. ${callsWithKey === null ? 'A key removes the limit' : `A key raises the limit to ${callsWithKey}`}.`

const demonstrated = ({ demonstration, max }: Extract<Facts, { readonly demonstration: unknown }>): string =>
  demonstration === 'visitor'
    ? `Without an account, you can do this ${counted(max, 'time')} an hour.`
    : `Visitors without an account share ${counted(max, 'unit')} an hour, and these are used up.`
