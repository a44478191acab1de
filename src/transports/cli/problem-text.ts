/** A problem told to a person on stderr: what happened, which fields, and the id to quote. */

import { shortened } from '../../util/shortened.ts'
import type { ProblemBody, UnmappedPhrase } from '../client/call.ts'
import type { Paint } from './colours.ts'
import { terminalText } from './terminal-text.ts'

/** The operation refused, or failed. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: ProblemBody
  readonly by: 'server' | 'here'

  /** `here`: this process ran the operation. */
  constructor(problem: ProblemBody, by: 'server' | 'here' = 'server') {
    super(problem.title)
    this.problem = problem
    this.by = by
  }
}

export const problemText = ({ problem, by }: ProblemError, paint: Paint): string => {
  const code = problem.code === undefined ? '' : paint('dim', ` (${terminalText(problem.code)})`)
  const lines = [
    `${paint('red', 'Error:')} ${terminalText(problem.title)}${code}`,
    ...reasons(problem).map((line) => `  ${terminalText(line)}`),
    ...(problem.code === 'unauthorized' && by === 'server'
      ? ['  Sign in with "metes login", or put a key of the server into METES_API_KEY.']
      : []),
    ...(problem.request_id === undefined
      ? []
      : [paint('dim', `  Request id: ${terminalText(problem.request_id)}`)]),
  ]
  return `${lines.join('\n')}\n`
}

/** The detail of a problem with issues or phrases only repeats or counts them. */
const reasons = ({ detail, issues = [], unmapped = [] }: ProblemBody): readonly string[] => {
  if (unmapped.length > 0) return unmapped.flatMap(phraseLines)
  if (issues.length > 0)
    return issues.map(({ path, message }) =>
      path && !message.includes(path) ? `${path}: ${message}` : message,
    )
  return detail === undefined ? [] : [detail]
}

const MAX_LETTERS = 80

const phraseLines = ({ text, reason, candidates }: UnmappedPhrase): readonly string[] => [
  `"${shortened(text, MAX_LETTERS)}": ${reason}`,
  ...candidates.map(({ id, name, kind, parents }) => {
    const places = parents.map((parent) => parent.name).reverse()
    return `  ${id}  ${[name, ...places].join(', ')} (${kind})`
  }),
]
