/** Remembers the answers to repeated texts: header values, addresses. */

/** Callers choose these texts, so what is kept is bounded; past that everything is forgotten at once, which costs one parse each. */
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
