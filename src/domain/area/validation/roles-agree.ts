/**
 * Words before places and words behind them that say the opposite are refused: "excluding Ohio, Texas is included" and "Spain including
 * Ceuta, Melilla is excluded" leave open which places the last words speak of.
 */
import { createTokenizer, type Token } from '../text/tokens.ts'
import { anyOf, compiledOnce } from '../text/word-pattern.ts'
import type { PhraseWords } from '../word-lists.ts'
import { breach, type PlanRule } from './breach.ts'

export const rolesAgree: PlanRule = ({ territorial, vocabulary }) => {
  let opening: Token | null = null
  let isList = false
  for (const token of createTokenizer(vocabulary)(territorial)) {
    if (ENDS.has(token.kind)) opening = null
    else if (token.kind === 'except' || token.kind === 'including') {
      // "Neither Niger nor Benin is included."
      opening = neither(vocabulary.phraseWords).test(token.text) ? null : token
      isList = false
    } else if (token.kind === 'comma' || token.kind === 'and') isList = true
    else if (opening !== null && isOpposed(opening.kind, token.kind, isList))
      return [breach(territorial.slice(opening.from, token.to), REASON)]
  }
  return []
}

const neither = compiledOnce((words: PhraseWords): RegExp => new RegExp(`^${anyOf(words.neither)}$`, 'iu'))

type Kind = Token['kind']

const ENDS: ReadonlySet<Kind> = new Set(['stop', 'break', 'open', 'close', 'include'])

/** "Spain, including Ceuta, which is excluded" is one place, and refused as such. */
const isOpposed = (opening: Kind, end: Kind, isList: boolean): boolean =>
  opening === 'except'
    ? end === 'included_after'
    : isList && (end === 'excluded_after' || end === 'excluded_beside')

const REASON =
  'These words begin and end in opposite ways. Write what is in and what is left out in sentences of their own.'
