/**
 * Words before places and words behind them of which each changes the other are refused: "excluding Ohio, Texas is included" and "Spain
 * including Ceuta, Melilla is excluded" leave open which places the last words speak of, "all states except Ohio are excluded" leaves Ohio in.
 */
import { jointPatterns } from '../text/lexemes.ts'
import { createTokenizer, type Token } from '../text/tokens.ts'
import { breach, type PlanRule } from './breach.ts'

export const rolesAgree: PlanRule = ({ territorial, vocabulary }) => {
  // Tokens have their places in composed characters.
  const composed = territorial.normalize('NFC')
  let opening: Token | null = null
  let isList = false
  for (const token of createTokenizer(vocabulary)(composed)) {
    if (ENDS.has(token.kind)) opening = null
    else if (token.kind === 'except' || token.kind === 'including') {
      // "Neither Niger nor Benin is included", "Spain, but Catalonia is excluded".
      const { neither, opposing } = jointPatterns(vocabulary.phraseWords)
      opening = neither.test(token.text) || opposing.test(token.text) ? null : token
      isList = false
    } else if (token.kind === 'comma' || token.kind === 'and') isList = true
    else if (opening !== null && isOpposed(opening.kind, token.kind, isList))
      return [breach(composed.slice(opening.from, token.to), REASON)]
  }
  return []
}

type Kind = Token['kind']

const ENDS: ReadonlySet<Kind> = new Set(['stop', 'break', 'open', 'close', 'include'])

const isOpposed = (opening: Kind, end: Kind, isList: boolean): boolean =>
  opening === 'except'
    ? end === 'included_after' || end === 'excluded_after'
    : isList && (end === 'excluded_after' || end === 'excluded_beside')

const REASON =
  'These words begin and end with words that let in or leave out. Write what is in and what is left out in sentences of their own.'
