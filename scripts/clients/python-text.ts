/** Texts in Python code: docstrings, wrapped, and literals. */

const LINE_WIDTH = 100
/** Leaves room for the quotes before a docstring. */
const TEXT_WIDTH = LINE_WIDTH - 3

/** Reflows each paragraph. Lines after the first of a paragraph are indented by `hanging` more. */
export const wrapped = (text: string, indent: string, hanging = ''): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => {
      const lines = ['']
      for (const word of paragraph.split(/\s+/)) {
        const line = lines[lines.length - 1]
        const longer = line === '' ? word : `${line} ${word}`
        const before = indent.length + (lines.length > 1 ? hanging.length : 0)
        if (line === '' || before + longer.length <= TEXT_WIDTH) lines[lines.length - 1] = longer
        else lines.push(word)
      }
      return lines.map((line, index) => `${indent}${index > 0 ? hanging : ''}${line}`).join('\n')
    })
    .join('\n\n')

/** Breaks lines with long lists of values. */
export const withShortLines = (code: string): string =>
  code
    .split('\n')
    .map((line) => {
      const [, indent, head, values, tail] = /^( *)(.*\bLiteral\[)(.+?)(\]+\W.*|\]+)$/.exec(line) ?? []
      if (values === undefined || line.length <= LINE_WIDTH) return line
      return `${indent}${head}\n${wrapped(values, `${indent}    `)},\n${indent}${tail}`
    })
    .join('\n')

/** The docstring of lines that are indented and wrapped. */
export const docstring = (lines: string, indent: string): string => {
  const text = lines.trimStart().replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')
  const isShort = !text.includes('\n') && !text.endsWith('"') && indent.length + text.length + 6 <= LINE_WIDTH
  return isShort ? `${indent}"""${text}"""` : `${indent}"""${text}\n${indent}"""`
}

const NAMED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
])

/** A JSON value as Python code. */
export const pythonLiteral = (value: unknown): string => {
  const named = NAMED.get(value)
  if (named !== undefined) return named
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value as object)
  return `{${members.map(([name, member]) => `${pythonLiteral(name)}: ${pythonLiteral(member)}`).join(', ')}}`
}
