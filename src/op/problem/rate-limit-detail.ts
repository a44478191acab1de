/** Says which limit refused a call, and when to try again. */
import { plural } from './plural.ts'
import type { ProblemFacts } from './problem-details.ts'

type Facts = ProblemFacts['rate_limited']

export const rateLimitDetail = (facts: Facts): string => {
  const again = `try again in ${plural(facts.retryAfterSeconds, 'second')}`
  if ('calls' in facts)
    return `At most ${plural(facts.calls, 'call')} in ${plural(facts.windowSeconds, 'second')} are allowed; ${again}.`
  if ('unpaidCalls' in facts)
    return `At most ${plural(facts.unpaidCalls, 'call')} in ${plural(facts.windowSeconds, 'second')} may fail or return an unmodified answer after expensive work; ${again}.`
  if ('demonstration' in facts) return `${demonstrated(facts)} Sign in, or ${again}.`
  if ('jobs' in facts) return `An account can have ${plural(facts.jobs, 'job')} queued and running; ${again}.`
  return `At most ${plural(facts.maxPerDay, facts.noun)} per day (UTC) are allowed; the next day begins in ${plural(facts.retryAfterSeconds, 'second')}.`
}

const demonstrated = ({ demonstration, max }: Extract<Facts, { readonly demonstration: unknown }>): string =>
  demonstration === 'visitor'
    ? `Without an account you can do this ${plural(max, 'time')} an hour.`
    : `The ${plural(max, 'unit')} an hour that all visitors without an account share are used up.`
