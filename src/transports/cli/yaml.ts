/** Writes an answer as YAML 1.2, with each position on one line. */
import { Document, isScalar, visit } from 'yaml'
import { terminalJson } from './terminal-text.ts'

/** Invisible and control characters are escaped, as on a terminal everywhere, so that the value stays and nothing is hidden. */
export const yamlText = (value: unknown): string => {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar: (_key, scalar) => {
      if (typeof scalar.value === 'string' && hides(scalar.value)) scalar.type = 'QUOTE_DOUBLE'
    },
    Seq: (_key, sequence) => {
      if (sequence.items.every((item) => isScalar(item) && typeof item.value !== 'string'))
        sequence.flow = true
    },
  })
  // Folding would split a word that is to be copied.
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false })
  return text.split('\n').map(terminalJson).join('\n')
}

const hides = (text: string): boolean => terminalJson(text) !== text
