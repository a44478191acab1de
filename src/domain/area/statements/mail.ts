/** Sets the frame of a mail aside: its headers, greeting and closing, whose names are people. */
import type { FormMatcher } from './form.ts'
import type { LaidOut } from './laid-out.ts'

type Words = Pick<FormMatcher, 'beginning'>

export const withoutMailFrame = (text: string, words: Words): LaidOut => {
  const asides: string[] = []
  const lines = text.trim().split('\n')
  asides.push(...lines.splice(0, headersOf(lines, words)))
  while (lines.length > 1 && lines[0].trim() === '') lines.shift()
  const greeting = greetingIn(lines[0], words, lines.length > 1)
  if (greeting > 0) {
    asides.push(lines[0].slice(0, greeting).trim())
    lines[0] = lines[0].slice(greeting).trim()
  }
  const from = lines.findLastIndex((line) => words.beginning('closing', line.trim()) > 0)
  const last = lines.slice(Math.max(0, from)).filter((line) => line.trim() !== '')
  const isEnd = from > 0 && last.length <= MAX_CLOSING_LINES && last.every(isShort)
  if (isEnd) asides.push(lines.splice(from).join('\n').trim())
  const inLine = lines.join('\n')
  const end = closingIn(inLine, words)
  if (end < inLine.length) asides.push(inLine.slice(end).trim())
  const rest = inLine.slice(0, end).trim()
  return rest === '' ? { text, asides: [] } : { text: rest, asides }
}

/** How many of the first lines are headers. "To: Norway" alone may be a list. */
const headersOf = (lines: readonly string[], words: Words): number => {
  const end = lines.findIndex((line) => !isHeader(line, words))
  const headers = lines.slice(0, end === -1 ? lines.length - 1 : end)
  return headers.some((line) => words.beginning('mail_subject', line) > 0) ? headers.length : 0
}

/** "Subject: RE: Q3 coverage", "To: Victoria". */
const isHeader = (line: string, words: Words): boolean => {
  const end = words.beginning('mail_header', line)
  return end > 0 && /^\s*:/u.test(line.slice(end))
}

/** How many characters greet: "Hi Sam,", "Hello team". A line of its own needs no comma. */
const greetingIn = (line: string, words: Words, isOwnLine: boolean): number => {
  const end = words.beginning('greeting', line)
  // "HI, UT, OK" are states.
  if (end === 0 || CODES.test(line)) return 0
  const match = GREETED.exec(line.slice(end))
  if (match !== null) return end + match[0].length
  return isOwnLine && isShort(line) ? line.length : 0
}

const CODES = /^\s*[A-Z]{2}\s*,\s*[A-Z]{2}\b/u

/** "Hi Sam,", and "Hola, Laura:" on a line of its own. */
const GREETED =
  /^(?:(?:\s+\p{L}[\p{L}.'’-]*){0,4},\s+\p{Lu}[\p{L}.'’-]*[,!:.]$|(?:\s+\p{L}[\p{L}.'’-]*){0,4}\s*[,!:.](?=\s|$))/u

/** Where a last sentence such as "Thanks!" or "cheers, Florence" begins; the length of the text for none. */
const closingIn = (text: string, words: Words): number => {
  for (const { index, 0: gap } of text.matchAll(/(?<=[.!?,;])\s+|\n/gu)) {
    const from = index + gap.length
    const tail = text.slice(from)
    if (!tail.includes('\n') && isShort(tail) && isClosing(tail, words)) return index
  }
  return text.length
}

const isClosing = (tail: string, words: Words): boolean => {
  const end = words.beginning('closing', tail)
  return end > 0 && SIGNED.test(tail.slice(end))
}

/** A name may stand behind it, with a comma or in capitals: "Thanks, ann", "Mvh Johan". */
const SIGNED =
  /^\s*[!.]*(?:,\s*\p{L}[\p{L}.'’-]*(?:\s\p{L}[\p{L}.'’-]*)?|\s\p{Lu}[\p{L}.'’-]*(?:\s\p{Lu}[\p{L}.'’-]*)?)?\s*[!.]*$/u

const isShort = (line: string): boolean => line.trim().split(/\s+/u).length <= MAX_SHORT

const MAX_SHORT = 6
const MAX_CLOSING_LINES = 4
