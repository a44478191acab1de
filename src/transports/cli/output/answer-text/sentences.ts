/** Sentences for a terminal: cleaned, and wrapped between words to its width. */
import truncatedWidth from 'fast-string-truncated-width'
import type { Paint } from '../../terminal/colours.ts'
import { terminalText } from '../../terminal/terminal-text.ts'
import { type AnswerRow, textIn } from './read-members.ts'

export interface TextContext {
  /** Columns of the terminal; null: nothing is cut or wrapped, for pipes and files. */
  readonly width: number | null
  readonly paint: Paint
  /** What the operation was asked. */
  readonly input: AnswerRow
  /** Where the polygon or file was written; null when the text is the whole answer. */
  readonly writtenTo: string | null
}

/** A sentence or more per line, of which nulls are left out; or a text that is ready to print. */
export type TextBlock = readonly (string | null)[] | string

/** Writes an answer as blocks, which an empty line separates. */
export type AnswerText = (answer: AnswerRow, context: TextContext) => readonly TextBlock[]

/** The blocks as texts, without empty ones. */
export const blockTexts = (
  blocks: readonly TextBlock[],
  { width }: Pick<TextContext, 'width'>,
): readonly string[] =>
  blocks
    .map((block) =>
      typeof block === 'string'
        ? block
        : block
            .filter((line) => line !== null)
            .flatMap((line) => wrapped(terminalText(line), width))
            .join('\n'),
    )
    .filter((text) => text !== '')

/** Breaks between words. A word longer than the line, such as an address, stays whole, so that it can be copied. */
export const wrapped = (text: string, width: number | null): readonly string[] => {
  if (width === null || widthOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** Columns that the text takes: wide characters count two, combining accents none. */
export const widthOf = (text: string): number => truncatedWidth(text).width

/** How to get the next page of a list; null on the last page. */
export const nextPageSentence = (answer: AnswerRow): string | null => {
  const next = textIn(answer, 'next_cursor')
  return next === null ? null : `For the next page, add --cursor ${next}`
}

/** The notes of an answer, or of its properties. */
export const noteSentences = ({ notes }: AnswerRow): readonly string[] =>
  Array.isArray(notes) ? notes.filter((note) => typeof note === 'string').map((note) => `Note: ${note}`) : []

/** An RFC 3339 time to the minute: `2026-11-23 08:05 UTC`; anything else unchanged. */
export const shownTime = (time: string): string =>
  time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/, '$1 $2 UTC')

/** The member as a time that is shown. */
export const timeIn = (row: AnswerRow, member: string): string =>
  shownTime(textIn(row, member) ?? 'an unknown time')
