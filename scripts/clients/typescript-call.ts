/** Writes a call with the typed client of TypeScript and JavaScript. */

const MAX_LINE_LETTERS = 100

export const clientCall = (operation: string, input: Readonly<Record<string, unknown>>): string => {
  const method = operation.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
  const call = (argument: string) => `const answer = await metes.${method}(${argument})`
  if (Object.keys(input).length === 0) return call('')
  const line = call(literal(input))
  return line.length <= MAX_LINE_LETTERS ? line : call(literal(input, '  '))
}

/** `indent`: puts each field on a line of its own. */
const literal = (value: unknown, indent?: string): string => {
  if (typeof value === 'string') return /['\\\p{C}]/u.test(value) ? JSON.stringify(value) : `'${value}'`
  if (Array.isArray(value)) return `[${value.map((item) => literal(item)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`)
  if (fields.length === 0) return '{}'
  return indent === undefined
    ? `{ ${fields.join(', ')} }`
    : `{\n${fields.map((field) => `${indent}${field},\n`).join('')}}`
}
