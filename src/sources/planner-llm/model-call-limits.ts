/** Limits on the operator's cost for each description. */

/**
 * Descriptions read concurrently in this process. Refusals are free to callers, so this is the only bound on their total
 * cost.
 */
export const MAX_AT_ONCE = 32

/** Calls of the model. A list of a dozen places takes three or four; a contract with homonyms ten. */
export const MAX_STEPS = 20
/** Tool calls of all steps together. */
export const MAX_LOOKUPS = 150
/** Of one description: the library starts all tool calls of a step together. */
export const MAX_LOOKUPS_AT_ONCE = 4
/** Tokens of one call of the model, including its thinking. */
export const MAX_OUTPUT_TOKENS = 8192
/** Invalid plans before giving up: one, and one more after feedback. */
export const MAX_REFUSED_ANSWERS = 2
/** Retries after 429 and server errors, with growing pauses or those that the provider requests. */
export const RETRIES = 2
/** Share of a description's time that one call may take, so that a slow call leaves time for the answer. */
export const CALL_SHARE = 0.5
