/** Reads the layout of a text: mails, headings and tables become plain sentences. */
import { anyOf, compiledOnce } from '../text/word-pattern.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { FormMatcher } from './form.ts'
import { inPlainLines } from './headings.ts'
import type { LaidOut } from './laid-out.ts'
import { withoutMailFrame } from './mail.ts'
import { tablesInPlainLines } from './tables.ts'

export type LayoutReader = (text: string) => LaidOut

export const createLayoutReader = compiledOnce(
  (vocabulary: Pick<Vocabulary, 'forms' | 'levels' | 'operators'>): LayoutReader => {
    const words = new FormMatcher(vocabulary.forms.classes, [])
    // "Vermont / and Maine" is one line, broken in the middle.
    const goesOn = new RegExp(`[ \\t]*\\n[ \\t]*(?=${anyOf(vocabulary.operators.and, '\\s+')}[ \\t])`, 'giu')
    return (written) => {
      const mail = withoutMailFrame(written.replaceAll(/\r\n?/gu, '\n').replaceAll(goesOn, ' '), words)
      const table = tablesInPlainLines(mail.text, words, vocabulary)
      return { text: inPlainLines(table.text, words), asides: [...mail.asides, ...table.asides] }
    }
  },
)
