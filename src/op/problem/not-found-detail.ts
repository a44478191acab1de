/** Says what was not found, and what to do about it: callers of a server ask its operator, who can import it. */
import { METES } from '../../util/command-name.ts'
import type { ProblemFacts } from './problem-facts.ts'

export const notFoundDetail = (
  {
    what,
    id,
    deleted = false,
    askedMap = false,
    others = [],
    codes = [],
    expiredAt,
    reader,
  }: ProblemFacts['not_found'],
  asker: 'operator' | 'caller',
): string => {
  if (expiredAt !== undefined)
    return `The ${what} "${id}" expired at ${expiredAt}. Files of areas and unions are deleted after a time; repeat the call to get a new one.`
  const first = `The ${what} "${id}" was ${deleted ? 'deleted at its source' : 'not found'}.`
  const quoted = others.map((each) => `"${each}"`).join(', ')
  const known = [
    first,
    ...(quoted === '' ? [] : [`Also unknown: ${quoted}.`]),
    ...codes.map(({ text }) => text),
  ].join(' ')
  if (what !== 'boundary' || deleted) return known
  // No data has a boundary of a retired code.
  if (codes.length > others.length && codes.every(({ isMissing }) => !isMissing)) return known
  return askedMap
    ? `${known} OpenStreetMap has no boundary with this id either.`
    : `${known} ${IMPORT_ADVICE[reader ?? asker](id)}`
}

const IMPORT_ADVICE = {
  operator: (id: string) =>
    `Import an OpenStreetMap extract that contains it (${METES} import --region ${regionOf(id)}), or set METES_CONTACT so that this service fetches it.`,
  caller: () => 'The operator of this service can add it: send a feature request (request_feature).',
}

/** Only a code says where it is. */
const regionOf = (id: string): string => /^iso:([A-Z]{2}(?:-[A-Z\d]{1,3})?)$/.exec(id)?.[1] ?? 'NAME'
