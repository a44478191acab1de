/** Writes an answer as YAML 1.2. Positions stay JSON, which YAML contains: a node for each number would take 90 bytes per byte of polygon. */
import { Document, isScalar, Scalar, visit } from 'yaml'
import { terminalJson } from '../terminal/terminal-text.ts'

/** Invisible and control characters are escaped everywhere, as JSON's are on a terminal, so that nothing is hidden and the value stays. */
export const yamlText = (value: unknown): string => {
  // Norway's code stays a text for readers of YAML 1.1, to which a plain NO means false.
  const document = new Document(value, {
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
    customTags: [NUMBERS],
  })
  visit(document, {
    Scalar: (_key, scalar) => {
      if (typeof scalar.value === 'string' && hides(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
    Seq: (_key, sequence) => {
      if (sequence.items.every((item) => isScalar(item) && typeof item.value === 'boolean'))
        sequence.flow = true
    },
  })
  // Folding would split a word that is to be copied.
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: false })
  return text.split('\n').map(terminalJson).join('\n')
}

const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => typeof item === 'number' || isNumbers(item))

/** Numbers, positions, rings or polygons as one node. */
const NUMBERS = {
  tag: 'tag:yaml.org,2002:seq',
  default: true,
  identify: isNumbers,
  createNode: (_schema: unknown, value: unknown) => new Scalar(value),
  stringify: ({ value }: Scalar) => JSON.stringify(value),
  resolve: (text: string) => text,
} as const

const hides = (text: string): boolean => terminalJson(text) !== text
