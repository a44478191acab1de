/** Answers a call from the response cache, without a promise: one costs more than all other steps of such a call. */
import { type NowOrLater, thenOrNow } from '../../util/now-or-later.ts'
import type { Call } from '../call.ts'
import type { PlannedCall } from '../planned-call.ts'
import type { EncodedBody } from '../response/encoded-body.ts'
import type { Services } from '../services.ts'

/** Returns null if the answer is not cached. */
export const cachedAnswer = (
  services: Services,
  call: Call,
  planned: PlannedCall,
): NowOrLater<EncodedBody | null> =>
  planned.plan.cacheKey === undefined
    ? null
    : thenOrNow(services.catalog.version(), (version) =>
        services.answers.peek(planned.responseKey(version, call.languages, inlineLimit(services, call))),
      )

/** Returns the caller's limit for a polygon in the answer, at most the service's. */
export const inlineLimit = (
  services: Pick<Services, 'maxInlineBytes'>,
  { maxInlineBytes = services.maxInlineBytes }: Pick<Call, 'maxInlineBytes'>,
): number => Math.min(maxInlineBytes, services.maxInlineBytes)
