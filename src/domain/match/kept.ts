/** Answers that are asked for again and again, as the rows of one table do. */

/** Asks once for each key. When it is full it is cleared, which costs one question more for each key. */
export const keptAnswers = <V>(
  most: number,
  answer: (key: string) => Promise<V>,
): ((key: string) => Promise<V>) => {
  const kept = new Map<string, Promise<V>>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= most) kept.clear()
    const asked = answer(key)
    kept.set(key, asked)
    return asked
  }
}
