/** How well the names of a boundary match a query. */
import { squeeze, wordsOf } from './fold.ts'
import { isBareCode } from './forms.ts'
import type { NameForm } from './ports.ts'
import { similarity } from './similar.ts'
import { spellingsOf } from './spellings.ts'

/** Worse ones have larger numbers. */
const EXACT = 0
const BEGUN = 1
const WORDS = 2
const SIMILAR = 3

export interface NameFit {
  readonly form: NameForm
  readonly grade: number
  /** Among similar names, how similar; 1 for the others. */
  readonly similarity: number
}

/** The best of its names, the first of equals: a boundary's first name is the local one. */
export const bestFit = (forms: readonly NameForm[], query: string): NameFit => {
  const spellings = spellingsOf(query)
  const squeezed = squeeze(query)
  let best: NameFit | null = null
  for (const form of forms) {
    const fit = fitOf(form, spellings, squeezed)
    if (
      best === null ||
      fit.grade < best.grade ||
      (fit.grade === best.grade && fit.similarity > best.similarity)
    )
      best = fit
  }
  if (best === null) throw new Error('A boundary without names was found by its name.')
  return best
}

const fitOf = (form: NameForm, spellings: readonly string[], squeezed: string): NameFit => {
  const { folded } = form
  const exact = spellings.includes(folded) || squeeze(folded) === squeezed
  // A bare code is a weaker match than a name: "Ham" is a place first, and Hampshire (GB-HAM) after it.
  if (exact) return { form, grade: isBareCode(form) ? BEGUN : EXACT, similarity: 1 }
  if (spellings.some((spelling) => folded.startsWith(spelling))) return { form, grade: BEGUN, similarity: 1 }
  if (spellings.some((spelling) => hasWords(folded, spelling))) return { form, grade: WORDS, similarity: 1 }
  return { form, grade: SIMILAR, similarity: similarity(folded, spellings[0]) }
}

/** Every word of the query is a word of the name; the last may be only begun. */
const hasWords = (folded: string, query: string): boolean => {
  const words = wordsOf(folded)
  const wanted = wordsOf(query)
  const last = wanted.length - 1
  return wanted.every((word, index) =>
    words.some((each) => (index === last ? each.startsWith(word) : each === word)),
  )
}
