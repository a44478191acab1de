/**
 * The grammar of lists with exceptions. Its tokens are the phrases of the text, with what joins them to the phrase before, and the words
 * and signs that include, exclude or divide: "A, B and C except D" is PHRASE PHRASE PHRASE EXCEPT PHRASE.
 */
import { parseGrammar } from './chart.ts'

export const CLAUSE_GRAMMAR = parseGrammar({
  /** "A, except B; C: D" */
  section: ['part divided*'],
  divided: ['divider part'],
  divider: [
    // "A; B"
    'BREAK',
    // "A: B and C"
    'COLON',
    // "The Territory means A"
    'OPENING',
    // "A; B is excluded"
    'EXCLUDED_AFTER',
    // "A, B excluded"
    'EXCLUDED_BESIDE',
    // "Neither A nor B is included"
    'INCLUDED_AFTER',
  ],
  part: ['list? tail*'],
  tail: ['clause', 'brackets', 'only_after'],
  clause: ['mark list?'],
  mark: ['EXCEPT', 'BUT', 'ONLY', 'INCLUDING', 'INCLUDE'],
  /** "A, but B only" */
  only_after: ['ONLY_AFTER list?'],
  /** "A (B and C) and D" */
  brackets: ['OPEN section CLOSE list?'],
  list: ['PHRASE+'],
})
