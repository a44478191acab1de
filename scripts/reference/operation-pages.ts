/** The reference pages of the operations: one for each, and a table of all. */
import type { AnyOp } from '../../src/op/define.ts'
import type { OpDescription } from '../../src/op/op-description.ts'
import { problemStatus, problemTitle } from '../../src/op/problem/problem.ts'
import type { ProblemCode } from '../../src/op/problem/problem-facts.ts'
import { isBound, type JsonSchema } from '../../src/op/schema/json-schema.ts'
import { exampleLine } from '../../src/transports/cli/commands/operation-help.ts'
import { pythonStatement } from '../clients/python-call.ts'
import { clientCall } from '../clients/typescript-call.ts'
import { GENERATED, table } from './markdown.ts'

export const indexPage = (ops: readonly OpDescription[]): string =>
  [
    GENERATED,
    '# Reference',
    'Every operation has two routes with the same input: a resource route, and `POST /v1/ops/{name}` with all input as a JSON body. It is also an agent tool and a command of the same name.',
    ...Object.entries(GROUPS).flatMap(([group, title]) => [
      `## ${title}`,
      operationTable(ops.filter((op) => op.group === group)),
    ]),
    'See also: [errors](errors.md), [configuration](configuration.md), [coverage of the atlas by country](coverage.md), [disputed land](disputes.md).\n',
  ].join('\n\n')

/** In the order in which people need them. */
const GROUPS: Readonly<Record<AnyOp['group'], string>> = {
  boundaries: 'Boundaries',
  areas: 'Areas',
  jobs: 'Jobs',
  account: 'Account',
  signin: 'Device sign-in',
  feedback: 'Feedback',
  meta: 'Catalog of operations',
}

const operationTable = (ops: readonly OpDescription[]): string =>
  table(
    ['Operation', 'Route', 'Access', 'Units', ''],
    ops.map((op) => [
      `[${op.name}](${op.name}.md)`,
      `\`${op.routes.rest.method} ${op.routes.rest.path}\``,
      op.access,
      String(op.units),
      op.summary,
    ]),
  )

/** `answer`: what the service answers to the first example; absent where that cannot be shown. */
export const operationPage = (op: OpDescription, baseUrl: string, answer?: string): string =>
  [
    GENERATED,
    `# ${op.name}`,
    op.summary,
    op.description,
    table(
      ['', ''],
      [
        ['Resource route', `\`${op.routes.rest.method} ${op.routes.rest.path}\``],
        ['RPC route', `\`POST ${op.routes.rpc.path}\``],
        ['Command', `\`${commandOf(op)}\``],
        ['Access', op.access],
        ['Units', String(op.units)],
        ['Media type', `\`${op.media_type}\``],
        ...(op.long ? [['Async', ASYNC]] : []),
        ...(op.idempotency_key ? [['Idempotency', IDEMPOTENCY]] : []),
      ],
    ),
    '## Input',
    inputTable(op.input),
    '## Output',
    fieldTable(op.output),
    '## Errors',
    table(
      ['Status', 'Code', ''],
      op.errors.map((code) => [
        String(problemStatus(code as ProblemCode)),
        `[\`${code}\`](../errors/${code}.md)`,
        problemTitle(code as ProblemCode),
      ]),
    ),
    '## Examples',
    'In TypeScript and Python, `metes` is a [client](../guide/clients.md).',
    ...op.examples.flatMap((example, index) => [
      exampleText(op, example, baseUrl),
      ...(index === 0 && answer !== undefined ? [answerBlock(answer)] : []),
    ]),
    '',
  ].join('\n\n')

const ASYNC = '`Prefer: respond-async` returns 202 and a job: see [long calls](../guide/caller.md#long-calls)'

const IDEMPOTENCY =
  'Accepts an `Idempotency-Key`, which makes it safe to retry: see [repeating a call](../guide/caller.md#repeating-a-call)'

const commandOf = ({ name, positional }: OpDescription): string =>
  ['metes', name.replaceAll('_', '-'), ...positional.map((field) => `<${field}>`)].join(' ')

const inputTable = (schema: JsonSchema): string => {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return 'None.'
  return table(
    ['Field', 'Type', 'Required', ''],
    fields.map(([name, field]) => [
      `\`${name}\``,
      typeOf(field),
      schema.required?.includes(name) === true ? 'yes' : 'no',
      [field.description ?? '', 'default' in field ? `Default: \`${JSON.stringify(field.default)}\`.` : '']
        .filter((part) => part !== '')
        .join(' '),
    ]),
  )
}

const fieldTable = (schema: JsonSchema): string =>
  table(
    ['Field', 'Type', ''],
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      [`\`${name}\``, typeOf(field), field.description ?? ''],
      ...innerFields(name, field),
    ]),
  )

/** One level below: the items of lists and the members of objects. */
const innerFields = (name: string, field: JsonSchema): readonly (readonly string[])[] => {
  const list = field.type === 'array'
  const inner = list ? field.items || {} : field
  return Object.entries(inner.properties ?? {}).map(([member, schema]) => [
    `\`${name}${list ? '[]' : ''}.${member}\``,
    typeOf(schema),
    schema.description ?? '',
  ])
}

const typeOf = (schema: JsonSchema): string => {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(' ')
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'array') return `array of ${typeOf(schema.items || {})}`
  return `${schema.type ?? (schema.const === undefined ? 'any' : `\`${schema.const}\``)}${rangeOf(schema)}`
}

const rangeOf = ({ minimum, maximum, minLength, maxLength }: JsonSchema): string => {
  const least = [minimum, minLength].find(isBound)
  const most = [maximum, maxLength].find(isBound)
  const unit = maxLength === undefined ? '' : ' characters'
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return ` ≥ ${least}${unit}`
  return least === undefined ? ` ≤ ${most}${unit}` : ` ${least}–${most}${unit}`
}

const exampleText = (
  op: OpDescription,
  { title, input }: OpDescription['examples'][number],
  baseUrl: string,
): string => {
  const key = op.access === 'key' ? ' -H "Authorization: Bearer $METES_API_KEY"' : ''
  const isGet = op.routes.rest.method === 'GET'
  const rest = `curl${key} '${baseUrl}${isGet ? targetOf(op, input) : op.routes.rpc.path}'`
  const body = isGet ? '' : ` --json '${JSON.stringify(input)}'`
  return [
    `${title}:`,
    block('sh curl', `${rest}${body}`),
    block('sh Command', `metes ${exampleLine(op, input)}`),
    block('ts TypeScript', clientCall(op.name, input)),
    block('python Python', pythonStatement(op, input)),
  ].join('\n\n')
}

/** `info`: the language, and the name of the form if several blocks show the same call. */
const block = (info: string, code: string): string => `\`\`\`${info}\n${code}\n\`\`\``

const answerBlock = (answer: string): string =>
  `${answer.includes('…') ? 'The answer, shortened at each `…`' : 'The answer'}:\n\n${block('json', answer)}`

const targetOf = ({ routes }: OpDescription, input: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams()
  let path = routes.rest.path
  for (const [name, value] of Object.entries(input)) {
    if (path.includes(`{${name}}`))
      path = path.replace(`{${name}}`, readable(encodeURIComponent(String(value))))
    else query.set(name, String(value))
  }
  return query.size === 0 ? path : `${path}?${readable(query.toString())}`
}

/** Colons and commas are legal in paths and queries (RFC 3986 §3.3) and easier to read unescaped. */
const readable = (encoded: string): string => encoded.replaceAll('%3A', ':').replaceAll('%2C', ',')
