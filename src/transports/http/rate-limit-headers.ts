/** The headers RateLimit and RateLimit-Policy of draft-ietf-httpapi-ratelimit-headers-10. */
import type { RateLimitState } from '../../platform/rate-limit/store.ts'

export const rateLimitFields = (state: RateLimitState | null): readonly string[] =>
  state === null
    ? []
    : [
        'RateLimit-Policy',
        policyField(state),
        'RateLimit',
        `"${state.policy}";r=${state.remaining};t=${state.resetSeconds}`,
      ]

/** Caches the text of the field, which is constant for each policy. There are as many policies as plans. */
const policyFields = new Map<string, { readonly state: RateLimitState; readonly text: string }>()

const policyField = (state: RateLimitState): string => {
  const kept = policyFields.get(state.policy)
  if (kept?.state.calls === state.calls && kept.state.windowSeconds === state.windowSeconds) return kept.text
  const text = `"${state.policy}";q=${state.calls};w=${state.windowSeconds}`
  policyFields.set(state.policy, { state, text })
  return text
}
