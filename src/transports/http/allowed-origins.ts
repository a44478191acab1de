/** Restricts routes to pages of some sites, by the Origin header (RFC 6454), which programs do not send. */
import { problem } from '../../op/problem/problem.ts'
import type { HttpAnswer, HttpRoute } from './message.ts'

type AllowsOrigin = HttpRoute['allowsOrigin']

/** @throws Problem `foreign_origin` */
export const checkOrigin = (allows: AllowsOrigin, origin: string | undefined): void => {
  if (origin !== undefined && allows?.(origin) === false) throw problem('foreign_origin', { origin })
}

/** Lets only pages that may call the route read its answer. */
export const readableBy = (
  answer: HttpAnswer,
  allows: AllowsOrigin,
  origin: string | undefined,
): HttpAnswer => {
  if (allows === undefined) return answer
  if (origin === undefined || !allows(origin)) return { ...answer, sameOrigin: true }
  const fields = ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', '*']
  return { ...answer, headers: [...answer.headers, ...fields], sameOrigin: true }
}
