/**
 * Renders a call as text: a command for curl or for `metes`, a program, or a message to a tool server. Each runs unchanged.
 */
import { COMMANDS, type ShownCall } from './shown-calls.ts'

export interface Service {
  readonly baseUrl: string
  /** True if the service has no accounts, so that no call needs a key. */
  readonly isOpen: boolean
}

export const WAYS = { curl: 'curl', cli: 'CLI', typescript: 'TypeScript', mcp: 'MCP' } as const
export type CallLanguage = keyof typeof WAYS

export const textOfCall = (way: CallLanguage, call: ShownCall, service: Service): string =>
  ({ curl, cli, typescript, mcp })[way](call, service)

const curl = (call: ShownCall, service: Service): string => {
  const { method } = call
  const [path, left] = filledPath(call)
  const query = new URLSearchParams(
    Object.entries(left).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return [
    `curl ${quoted(`${service.baseUrl}${path}${method === 'GET' ? `?${query}` : ''}`)}`,
    needsKey(call, service) && '-H "X-API-Key: $METES_API_KEY"',
    method === 'POST' && `--json ${quoted(JSON.stringify(left))}`,
  ]
    .filter((part) => part !== false)
    .join(' \\\n  ')
}

/** Returns the path, and the inputs outside it. */
const filledPath = ({ path, input }: ShownCall): readonly [path: string, left: ShownCall['input']] => {
  const left = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = String(left[name])
    delete left[name]
    return value
  })
  return [filled, left]
}

const cli = ({ op, input, positional }: ShownCall, { baseUrl }: Service): string => {
  const named = Object.entries(input).filter(([name]) => !positional.includes(name))
  const words = positional.flatMap((name) => [input[name]].flat()).map(String)
  return [
    'metes',
    COMMANDS[op],
    ...named.flatMap(([name, value]) => [value].flat().map((each) => `--${name} ${quoted(String(each))}`)),
    `--server ${quoted(baseUrl)}`,
    // Marks the end of the options, for words that look like one.
    ...(words.some((word) => /^-(?![\d.])/.test(word)) ? ['--'] : []),
    ...words.map(quoted),
  ].join(' ')
}

const typescript = (call: ShownCall, service: Service): string => {
  const options = [
    `baseUrl: ${literal(service.baseUrl)}`,
    needsKey(call, service) && 'apiKey: process.env.METES_API_KEY',
  ].filter((option) => option !== false)
  const method = call.op.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
  return [
    "import { createClient } from 'metes-client'",
    '',
    `const metes = createClient({ ${options.join(', ')} })`,
    `const answer = await metes.${method}(${literal(call.input)})`,
    'console.log(answer)',
  ].join('\n')
}

const mcp = ({ op, input }: ShownCall): string =>
  JSON.stringify(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: op, arguments: input } },
    null,
    2,
  )

const needsKey = (call: ShownCall, { isOpen }: Service): boolean => call.needsKey && !isOpen

/** Quotes for POSIX shells. */
const quoted = (text: string): string =>
  /^[\w:/.=@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const literal = (value: unknown): string => {
  if (typeof value === 'string') return /['"\\\p{C}]/u.test(value) ? JSON.stringify(value) : `'${value}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, each]) => `${name}: ${literal(each)}`)
  return `{ ${fields.join(', ')} }`
}
