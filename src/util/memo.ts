/** Caches a function of repeated texts, such as header values and addresses. */

/**
 * Callers choose these texts, so the cache is limited. When it is full it is cleared, which costs one computation for each
 * text.
 */
const MAX_KEPT = 2_000
const MAX_KEPT_LENGTH = 200

export const memo = <V>(answer: (text: string) => V): ((text: string) => V) => {
  const kept = new Map<string, V>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = answer(text)
    if (text.length > MAX_KEPT_LENGTH) return made
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(text, made)
    return made
  }
}
