/**
 * Enumerators within a line separate like semicolons: "in 1) Estonia; 2) Spain", "(a) Nebraska, excluding Knox County, and (b) Iowa". Behind
 * words that leave out, they say nothing: "excluding (i) Utah and (ii) Ohio".
 */
import { anyOf, compiledOnce, NO_LETTER_BEFORE } from '../text/word-pattern.ts'
import type { Vocabulary } from '../vocabulary.ts'

type Operators = Vocabulary['operators']

export const withoutEnumerators = (text: string, operators: Operators): string =>
  text.includes(')')
    ? text
        .split('\n')
        .map((line) => inLine(line, operators))
        .join('\n')
    : text

/** Two in sequence are needed: "(a)" alone may be anything. */
const inLine = (line: string, operators: Operators): string => {
  for (const { pattern, first, second } of STYLES) {
    const marks = [...line.matchAll(pattern)]
    const from = marks.findIndex(({ 1: mark }) => mark.toLowerCase() === first)
    if (from === -1 || marks[from + 1]?.[1].toLowerCase() !== second) continue
    const isExcept = openingPattern(operators).test(line.slice(0, marks[from].index))
    // "Other than (a) Bulgaria; (b) in the case of Spain, Ceuta" is left to the reader of lists.
    if (isExcept && line.slice(marks[from].index).includes(';')) return line
    return marks.slice(from).reduceRight((each, { index, 0: mark }, at) => {
      const before = each.slice(0, index)
      const after = each.slice(index + mark.length)
      return at === 0 || isExcept
        ? `${before.trimEnd()} ${after}`.trimStart()
        : `${before.replace(JOINT, '')}; ${after}`
    }, line)
  }
  return line
}

/** Up to the first enumerator: it opens a list of exceptions or of parts. */
const openingPattern = compiledOnce(
  ({ except, only, including, include }: Operators) =>
    new RegExp(
      `${NO_LETTER_BEFORE}${anyOf([...except, ...only, ...including, ...include], '\\s+')}\\s*:?\\s*$`,
      'iu',
    ),
)

/** Between two items, beside the enumerator. */
const JOINT = /\s*[,;.]?(?:\s+(?:and|und|et|y|e|en|och|oraz|i|a|și))?\s*$/u

const STYLES = [
  { pattern: /(?<![\p{L}\p{N}(])\(?(\d{1,2})\)\s+(?=[\p{L}"“„«])/gu, first: '1', second: '2' },
  { pattern: /(?<![\p{L}\p{N}(])\(?([ivx]{1,4})\)\s+(?=[\p{L}"“„«])/giu, first: 'i', second: 'ii' },
  { pattern: /(?<![\p{L}\p{N}(])\(?([a-h])\)\s+(?=[\p{L}"“„«])/giu, first: 'a', second: 'b' },
] as const
