/** Words that deny or limit in one language and say nothing in another: "till" in Swedish, "si" in Italian. */
import type { SentenceWords } from '../word-lists.ts'
import { compiledOnce, wholeWords } from './word-pattern.ts'

/** With spaces for the words that say nothing in the language of the text; unchanged if its small words do not tell one language. */
export const inItsLanguage = (text: string, words: SentenceWords): string => {
  const lower = text.toLowerCase()
  const counted = languagePatterns(words)
    .map(({ small, saysNothing }) => ({ count: new Set(lower.match(small)).size, saysNothing }))
    .sort((a, b) => b.count - a.count)
  const [{ count, saysNothing }, next] = counted
  return count >= MIN_WORDS && count > next.count
    ? text.replaceAll(saysNothing, (word) => ' '.repeat(word.length))
    : text
}

const languagePatterns = compiledOnce(({ languages }: SentenceWords) =>
  languages.map(({ small, harmless }) => ({
    small: wholeWords(small, 'gu'),
    saysNothing: wholeWords(harmless, 'giu'),
  })),
)

const MIN_WORDS = 2
