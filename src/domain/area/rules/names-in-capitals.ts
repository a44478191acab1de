/** Names of places in the middle of a sentence, which begin with capitals: each in its longest form, so "Northern Ireland" is not Ireland. */
export const namesInCapitals = async (
  sentence: string,
  isName: (text: string) => Promise<boolean>,
): Promise<readonly string[]> => {
  const names: string[] = []
  for (const { 0: run } of sentence.matchAll(CAPITALS)) {
    const words = run.split(/\s+/u).slice(0, MAX_WORDS)
    for (let from = 0; from < words.length; from++)
      for (let to = words.length; to > from; to--) {
        const name = words.slice(from, to).join(' ').replace(/[.,]$/u, '')
        if (!(await isName(name))) continue
        names.push(name)
        from = to
      }
  }
  return names
}

const CAPITALS = /(?<!\p{L})\p{Lu}[\p{L}’'.-]*(?:\s+\p{Lu}[\p{L}’'.-]*)*/gu
/** Of the longest names that texts have. */
const MAX_WORDS = 6
