/** Reads the layout of a text: mails, headings and tables become plain sentences. */
import { anyOf, compiledOnce } from '../text/word-pattern.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { withoutAmounts } from './amounts.ts'
import { withoutEnumerators } from './enumerated.ts'
import { createFormMatcher } from './form.ts'
import { inPlainLines } from './headings.ts'
import type { LaidOut } from './laid-out.ts'
import { withoutMailFrame } from './mail.ts'
import { withPairsApart } from './pairs.ts'
import { tablesInPlainLines } from './tables.ts'

type LayoutVocabulary = Pick<
  Vocabulary,
  'forms' | 'inside' | 'levels' | 'operators' | 'phraseWords' | 'sentenceWords' | 'wording'
>

/** Several in a row, and those that do not break. */
const SPACES = / {2,}|[\u00A0\u2007\u2009\u202F]+ */gu

/** "BE/NL/LU". */
const CODES_APART = /(?<=(?<!\p{L})[A-Z]{2})\/(?=[A-Z]{2}(?!\p{L}))/gu

/** A sentence behind the last item of a list begins a paragraph. */
const BEHIND_BULLETS = /(?<=^[ \t]*[-–—•*·✓✔✅]\s[^\n]*[^\n,;])\n(?=\p{Lu}\S*(?:[ \t]\S+){2})/gmu

export type LayoutReader = (text: string) => LaidOut

export const createLayoutReader = compiledOnce((vocabulary: LayoutVocabulary): LayoutReader => {
  const words = createFormMatcher(vocabulary.forms)
  const { inside, phraseWords } = vocabulary
  // "Vermont / and Maine" and "the German / states of Saxony and Hesse" are one line, broken in the middle; "+ Maine" is a bullet, and "Un saludo" no Latvian.
  const joints = vocabulary.operators.and.filter((word) => /^\p{Ll}/u.test(word))
  const { goes_on, units_many, unit_joints } = vocabulary.sentenceWords
  const units = `${anyOf(units_many)}[ \\t]+${anyOf(unit_joints)}`
  const goesOn = new RegExp(`[ \\t]*\\n[ \\t]*(?=(?:${anyOf(joints, '\\s+')}|${units})[ \\t])`, 'gu')
  // "In the\nBaltic states": no line ends with an article or a preposition.
  const isOpen = new RegExp(
    `(?<=,|[ \\t](?:${anyOf([...phraseWords.articles, ...inside, ...goes_on])}))[ \\t]*\\n[ \\t]*(?=\\p{L})(?!\\p{L}{1,2}[.)]\\s)`,
    'giu',
  )
  return (written) => {
    const lines = written.replaceAll(/\r\n?/gu, '\n').replaceAll(SPACES, ' ').replaceAll(CODES_APART, ', ')
    const mail = withoutMailFrame(lines.replaceAll(goesOn, ' '), words)
    const table = tablesInPlainLines(mail.text.replaceAll(isOpen, ' '), words, vocabulary)
    const parted = withPairsApart(table.text.replaceAll(BEHIND_BULLETS, '\n\n'), vocabulary)
    const text = withoutEnumerators(withoutAmounts(parted, vocabulary.wording, words), vocabulary.operators)
    return { text: inPlainLines(text, words), asides: [...mail.asides, ...table.asides] }
  }
})
