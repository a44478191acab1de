/** The call behind what is shown, to copy as a command, as code, or as a message to a tool server. */
import { h, show } from './dom.ts'

export interface ShownCall {
  readonly op: string
  readonly method: 'GET' | 'POST'
  /** Below the base address, without the query. */
  readonly path: string
  /** The rest of the input: the query of a GET, the body of a POST. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The whole input. */
  readonly input: Readonly<Record<string, unknown>>
  /** Inputs that the command takes without a name. */
  readonly positional: readonly string[]
  readonly needsKey: boolean
}

const WAYS = { curl: 'curl', cli: 'CLI', typescript: 'TypeScript', mcp: 'MCP' } as const
type Way = keyof typeof WAYS

/** The choice stays when another boundary is shown. */
let chosen: Way = 'curl'

export const copyAs = (call: ShownCall, baseUrl: string): HTMLElement => {
  const code = h('code')
  const status = h('span', { role: 'status', class: 'quiet' })
  const buttons = (Object.keys(WAYS) as Way[]).map((way) =>
    h(
      'button',
      {
        type: 'button',
        class: 'plain small',
        'aria-pressed': String(way === chosen),
        onclick: () => choose(way),
      },
      WAYS[way],
    ),
  )
  const choose = (way: Way): void => {
    chosen = way
    show(code, textOf(way, call, baseUrl))
    show(status)
    for (const [index, each] of (Object.keys(WAYS) as Way[]).entries())
      buttons[index].setAttribute('aria-pressed', String(each === way))
  }
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(textOf(chosen, call, baseUrl))
      show(status, 'Copied.')
    } catch {
      show(status, 'This browser does not let the page copy. Select the text instead.')
    }
  }
  choose(chosen)
  return h(
    'div',
    { class: 'copy-as' },
    h('div', { class: 'row', role: 'group', 'aria-label': 'Copy as' }, ...buttons),
    h('pre', { tabindex: '0', class: 'command' }, code),
    h(
      'p',
      { class: 'row' },
      h('button', { type: 'button', class: 'small', onclick: () => void copy() }, 'Copy'),
      status,
    ),
  )
}

const textOf = (way: Way, call: ShownCall, baseUrl: string): string =>
  ({ curl: curlOf, cli: commandOf, typescript: codeOf, mcp: messageOf })[way](call, baseUrl)

const urlOf = ({ method, path, fields }: ShownCall, baseUrl: string): string => {
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  return `${baseUrl}${path}${method === 'GET' && query.size > 0 ? `?${query}` : ''}`
}

const curlOf = (call: ShownCall, baseUrl: string): string =>
  [
    `curl ${quoted(urlOf(call, baseUrl))}`,
    call.needsKey && '-H "X-API-Key: $METES_API_KEY"',
    call.method === 'POST' && `--json ${quoted(JSON.stringify(call.fields))}`,
  ]
    .filter((part) => part !== false)
    .join(' \\\n  ')

const commandOf = ({ op, input, positional }: ShownCall): string => {
  const named = Object.entries(input).filter(([name]) => !positional.includes(name))
  return [
    'metes',
    op.replaceAll('_', '-'),
    ...named.flatMap(([name, value]) =>
      [value].flat().map((each) => `--${name.replaceAll('_', '-')} ${quoted(String(each))}`),
    ),
    ...positional.flatMap((name) => [input[name]].flat()).map((value) => quoted(String(value))),
  ].join(' ')
}

const codeOf = (call: ShownCall, baseUrl: string): string => {
  const headers = [
    call.needsKey && "'X-API-Key': apiKey",
    call.method === 'POST' && "'Content-Type': 'application/json'",
  ].filter((header) => header !== false)
  const options = [
    call.method === 'POST' && "  method: 'POST',",
    headers.length > 0 && `  headers: { ${headers.join(', ')} },`,
    call.method === 'POST' && `  body: JSON.stringify(${JSON.stringify(call.fields)}),`,
  ].filter((line) => line !== false)
  const last = options.length === 0 ? ')' : `, {\n${options.join('\n')}\n})`
  return [
    ...(call.needsKey ? ["const apiKey = 'mts_…' // from your account page"] : []),
    `const response = await fetch(${JSON.stringify(urlOf(call, baseUrl))}${last}`,
    'const answer = await response.json()',
    'if (!response.ok) throw new Error(answer.detail)',
  ].join('\n')
}

const messageOf = ({ op, input }: ShownCall): string =>
  JSON.stringify(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: op, arguments: input } },
    null,
    2,
  )

/** For POSIX shells. */
const quoted = (text: string): string =>
  /^[\w:/.=@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
