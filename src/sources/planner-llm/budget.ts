/** How much descriptions may cost whoever pays the model. */

/** Read at once in this process. Refusals are free to callers, so nothing else bounds what many of them cost together. */
export const MAX_AT_ONCE = 32

/** Calls of the model. A list of a dozen places takes three or four; a contract with homonyms ten. */
export const MAX_STEPS = 20
/** Tool calls of all steps together. */
export const MAX_LOOKUPS = 150
/** Of one call of the model, its thinking included. */
export const MAX_OUTPUT_TOKENS = 8192
/** Answers that were no plan, before it is given up: one, and one more after it was told what is wrong. */
export const MAX_REFUSED_ANSWERS = 2
/** After 429 and server errors, with growing pauses, or those that the provider asks for. */
export const RETRIES = 2
/** Of the time for one description, what one call may take, so that a slow one leaves some for the answer. */
export const CALL_SHARE = 0.5
