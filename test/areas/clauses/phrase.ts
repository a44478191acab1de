/**
 * Text in pieces. A clause keeps its pieces, so that one of them can be changed later: a name,
 * a level word, the words of an exception.
 */

/** mutate.ts says what a piece can be changed into. */
export type Role = 'name' | 'level' | 'except' | 'territory-end'

export interface Piece {
  readonly text: string
  readonly role?: Role
  /** Level words only: the word of another level. */
  readonly otherLevel?: string
}

export type Phrase = readonly Piece[]

type Part = string | Piece | Phrase

/** Tag for templates: say`the States of ${names}`. */
export const say = (strings: TemplateStringsArray, ...parts: readonly Part[]): Phrase =>
  strings.flatMap((text, at) => [...plain(text), ...(at < parts.length ? phraseOf(parts[at]) : [])])

export const textOf = (phrase: Phrase): string => phrase.map(({ text }) => text).join('')

export const name = (text: string): Piece => ({ text, role: 'name' })

export const level = (text: string, otherLevel: string): Piece => ({ text, role: 'level', otherLevel })

export const except = (text: string): Piece => ({ text, role: 'except' })

/** A position for another sentence about the territory. */
export const TERRITORY_END: Piece = { text: '', role: 'territory-end' }

/** `and` is put before the last one. */
export const joined = (phrases: readonly Phrase[], comma: string, and: string): Phrase =>
  phrases.flatMap((phrase, at) => [...plain(separator(at, phrases.length, comma, and)), ...phrase])

const separator = (at: number, count: number, comma: string, and: string): string => {
  if (at === 0) return ''
  return at === count - 1 ? and : comma
}

export const mapTexts = (phrase: Phrase, change: (text: string) => string): Phrase =>
  phrase.map((piece) => ({ ...piece, text: change(piece.text) }))

/** The first letter in upper case. */
export const asSentence = (phrase: Phrase): Phrase => {
  const first = phrase.findIndex(({ text }) => text !== '')
  return phrase.map((piece, at) => (at === first ? { ...piece, text: capitalised(piece.text) } : piece))
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const plain = (text: string): Phrase => (text === '' ? [] : [{ text }])

const phraseOf = (part: Part): Phrase => {
  if (typeof part === 'string') return plain(part)
  return 'text' in part ? [part] : part
}
