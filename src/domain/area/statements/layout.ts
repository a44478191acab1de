/** Reads the layout of a text: mails, headings and tables become plain sentences. */
import { anyOf, compiledOnce } from '../text/word-pattern.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { createFormMatcher } from './form.ts'
import { inPlainLines } from './headings.ts'
import type { LaidOut } from './laid-out.ts'
import { withoutMailFrame } from './mail.ts'
import { tablesInPlainLines } from './tables.ts'

export type LayoutReader = (text: string) => LaidOut

export const createLayoutReader = compiledOnce(
  (vocabulary: Pick<Vocabulary, 'forms' | 'levels' | 'operators' | 'sentenceWords'>): LayoutReader => {
    const words = createFormMatcher(vocabulary.forms)
    // "Vermont / and Maine" and "the German / states of Saxony and Hesse" are one line, broken in the middle; "+ Maine" is a bullet, and "Un saludo" no Latvian.
    const joints = vocabulary.operators.and.filter((word) => /^\p{Ll}/u.test(word))
    const { units_many, unit_joints } = vocabulary.sentenceWords
    const units = `${anyOf(units_many)}[ \\t]+${anyOf(unit_joints)}`
    const goesOn = new RegExp(`[ \\t]*\\n[ \\t]*(?=(?:${anyOf(joints, '\\s+')}|${units})[ \\t])`, 'gu')
    return (written) => {
      const mail = withoutMailFrame(written.replaceAll(/\r\n?/gu, '\n').replaceAll(goesOn, ' '), words)
      const table = tablesInPlainLines(mail.text, words, vocabulary)
      return { text: inPlainLines(table.text, words), asides: [...mail.asides, ...table.asides] }
    }
  },
)
