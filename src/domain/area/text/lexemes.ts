/** Prepares the tokens of a description for the grammar: joints belong to the phrase behind them, and each phrase knows how it is joined. */
import { foldName } from '../../catalog/fold.ts'
import type { PhraseWords } from '../word-lists.ts'
import type { Token } from './tokens.ts'
import { anyOf, compiledOnce } from './word-pattern.ts'

/** A token of the grammar. */
export interface Lexeme {
  /** "PHRASE", or the kind of the token in capitals. */
  readonly kind: string
  readonly text: string
  /** What stands before it; nothing behind words or signs that begin a clause. */
  readonly after: 'break' | 'comma' | 'and' | 'nothing'
  /** As written, with one space behind it. */
  readonly joint: string
}

/** By sentence. */
export const lexemesOf = (tokens: readonly Token[], words: PhraseWords): readonly (readonly Lexeme[])[] => {
  const { neither, opposing, frontIn } = jointPatterns(words)
  const sentences: Lexeme[][] = [[]]
  let after: Lexeme['after'] = 'break'
  let joint = ' '
  let front = ''
  let [isExcept, isNeither] = [false, false]
  let depth = 0
  const add = (kind: string, text: string): void => {
    sentences.at(-1)!.push({ kind, text, after, joint })
  }
  for (const { kind, text } of tokens) {
    const isJoint = kind === 'comma' || kind === 'and'
    if (kind === 'text' && foldName(text) !== '') {
      add('PHRASE', front + text)
      after = 'nothing'
      joint = ' '
      front = ''
    } else if (isJoint && after === 'break') {
      // "And" in Dutch begins no list, "in" in French and Spanish does: "en France, les régions …".
      if (frontIn.test(text)) front = `${text} `
    } else if (isJoint) {
      // "Cusco y Puno, en el Perú" may say where they lie, as "Cusco y Puno, Perú" does.
      after = kind === 'comma' || (after === 'comma' && frontIn.test(text)) ? 'comma' : 'and'
      joint = joint.trimEnd() + (kind === 'comma' ? `${text} ` : ` ${text} `)
    } else if (kind === 'stop' && depth === 0) {
      sentences.push([])
      after = 'break'
      isExcept = false
    } else if (kind === 'open' || kind === 'close') {
      add(kind.toUpperCase(), text)
      depth += kind === 'open' ? 1 : -1
      if (kind === 'close') after = 'nothing'
    } else if (kind === 'only_after') {
      // "Bavaria only, Hesse" is a list all the same.
      if (isExcept) add('ONLY_AFTER', text)
    } else if (kind !== 'text') {
      const isOpposed = isExcept && after === 'comma' && opposing.test(text)
      isExcept = kind === 'except' || kind === 'nor'
      if (kind === 'except') isNeither = neither.test(text)
      const read = isOpposed ? 'but' : kind === 'nor' ? 'except' : isEnd(kind, isNeither) ? 'break' : kind
      if (read !== 'break' || sentences.at(-1)!.at(-1)?.kind !== 'BREAK') add(read.toUpperCase(), text)
      after = 'break'
    }
  }
  return sentences.map(withDangling)
}

/** A full stop in brackets; "neither A nor B is included" is already an exclusion. */
const isEnd = (kind: Token['kind'], isNeither: boolean): boolean =>
  kind === 'stop' || (kind === 'included_after' && isNeither)

/** "Germany, France not": these words exclude nothing that follows, so they are a phrase, which no place has as its name. */
const withDangling = (lexemes: readonly Lexeme[]): readonly Lexeme[] => {
  const last = lexemes.findLastIndex(({ kind }) => kind === 'EXCEPT')
  const isUsed = lexemes
    .slice(last + 1)
    .some(({ kind }) => kind === 'PHRASE' || kind.endsWith('_AFTER') || kind === 'EXCLUDED_BESIDE')
  if (last === -1 || isUsed) return lexemes
  return lexemes.toSpliced(last + 1, 0, { ...lexemes[last], kind: 'PHRASE', after: 'break', joint: '' })
}

/** Each matches a whole token. */
export const jointPatterns = compiledOnce((words: PhraseWords) => ({
  neither: new RegExp(`^${anyOf(words.neither)}$`, 'iu'),
  opposing: new RegExp(`^${anyOf(words.opposing)}$`, 'iu'),
  frontIn: new RegExp(`^${anyOf(words.front_in)}$`, 'iu'),
}))
