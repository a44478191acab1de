/**
 * Regular expressions of the words in `data/areas/`. A word is taken literally, except for "right(s)", with or without the letters;
 * "met(er|re)", one of them; "*", any letters, or any word where it stands alone; "'", either apostrophe.
 */

/**
 * The source of an expression that matches any of the words, the longest first. It needs the flag `u`.
 * @param space what a space in a word matches
 */
export const anyOf = (words: readonly string[], space = ' '): string => {
  const patterns = words.map((word) => patternOf(word, space)).sort((a, b) => b.length - a.length)
  // Of no words none matches.
  return patterns.length === 0 ? '(?!)' : `(?:${patterns.map(({ source }) => source).join('|')})`
}

/** Sources of the edges of a word that letters do not continue. */
export const NO_LETTER_BEFORE = '(?<!\\p{L})'
export const NO_LETTER_AFTER = '(?!\\p{L})'

/**
 * An expression that matches any of the words as whole ones; a space in a word matches any white space.
 * @param flags must include `u`
 */
export const wholeWords = (words: readonly string[], flags = 'iu'): RegExp =>
  new RegExp(`${NO_LETTER_BEFORE}${anyOf(words, '\\s+')}${NO_LETTER_AFTER}`, flags)

/** Sources of the edges of a word that neither letters, marks, digits nor a hyphen continue. */
export const WORD_START = '(?<![\\p{L}\\p{M}\\p{N}-])'
export const WORD_END = '(?![\\p{L}\\p{M}\\p{N}-])'

/** The expressions of a list of words, compiled when they are first needed. */
export const compiledOnce = <W extends object, P>(compile: (words: W) => P): ((words: W) => P) => {
  const compiled = new WeakMap<W, P>()
  return (words) => {
    const patterns = compiled.get(words) ?? compile(words)
    compiled.set(words, patterns)
    return patterns
  }
}

interface WordPattern {
  readonly source: string
  /** Letters of the longest text that it matches, as far as that is known. */
  readonly length: number
}

interface PatternGroup {
  /** Letters of the longest alternative before. */
  longest: number
  length: number
  hasAlternatives: boolean
}

const patternOf = (word: string, space: string): WordPattern => {
  const groups: PatternGroup[] = [{ longest: 0, length: 0, hasAlternatives: false }]
  let source = ''
  for (const { 0: token, index } of word.matchAll(TOKENS)) {
    const group = groups.at(-1)!
    if (token === '(') {
      groups.push({ longest: 0, length: 0, hasAlternatives: false })
      source += '(?:'
    } else if (token === '|') {
      Object.assign(group, {
        longest: Math.max(group.longest, group.length),
        length: 0,
        hasAlternatives: true,
      })
      source += '|'
    } else if (token === ')' && groups.length > 1) {
      groups.pop()
      groups.at(-1)!.length += Math.max(group.longest, group.length)
      source += group.hasAlternatives ? ')' : ')?'
    } else {
      group.length += token.length
      if (token === '*') source += isWord(word, index) ? '\\p{L}+' : index === 0 ? ANY_BEGINNING : '\\p{L}*'
      else source += { "'": "['’]", ' ': space }[token] ?? RegExp.escape(token)
    }
  }
  if (groups.length > 1) throw new Error(`A bracket is not closed in "${word}".`)
  return { source, length: groups[0].length }
}

/** Only at the beginning of a word: from each of its letters, a long word without spaces would take quadratic time. */
const ANY_BEGINNING = '(?<!\\p{L})\\p{L}*'

const TOKENS = /[()|*' ]|[^()|*' ]+/g

/** Whether the letter stands alone. */
const isWord = (text: string, at: number): boolean =>
  (text[at - 1] ?? ' ') === ' ' && (text[at + 1] ?? ' ') === ' '
