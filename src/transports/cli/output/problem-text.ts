/** Formats a problem for stderr: the title, the invalid fields, and the request id of a server. */

import { METES } from '../../../util/command-name.ts'
import { shortened } from '../../../util/shorten-text.ts'
import type { ProblemBody, UnmappedPhrase } from '../../client/command-call.ts'
import type { Paint } from '../terminal/colours.ts'
import { terminalText } from '../terminal/terminal-text.ts'
import { explanationLines } from './answer-text/explanation-text.ts'
import type { AnswerRow } from './answer-text/read-members.ts'
import { wrapped } from './answer-text/sentences.ts'

/** A failed operation. */
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

/** `width`: columns of the terminal, null elsewhere. */
export const problemText = ({ problem, by }: ProblemError, width: number | null, paint: Paint): string => {
  const indented = (line: string) => wrapped(terminalText(line), room).map((each) => `  ${each}`)
  const room = width === null ? null : width - 2
  const code = problem.code === undefined ? '' : paint('dim', ` (${terminalText(problem.code)})`)
  const lines = [
    `${paint('red', 'Error:')} ${terminalText(problem.title)}${code}`,
    ...reasons(problem).flatMap(indented),
    ...explanationLines(problem as AnswerRow).map((line) => `  ${terminalText(line)}`),
    ...(problem.code === 'unauthorized' ? indented(CREDENTIAL_ADVICE[by]) : []),
    // Here no log of others has it.
    ...(problem.request_id === undefined || by === 'here'
      ? []
      : [paint('dim', `  Request id: ${terminalText(problem.request_id)}`)]),
  ]
  return `${lines.join('\n')}\n`
}

/** What local mode is, in one sentence. */
export const LOCAL_MODE =
  'Without --server, commands run in local mode: on the data of this machine, as its operator, without an account, a key, units or limits.'

const CREDENTIAL_ADVICE: Readonly<Record<ProblemError['by'], string>> = {
  server: `Sign in with "${METES} login", or set METES_API_KEY to a key of the server.`,
  here: LOCAL_MODE,
}

/** Issues and phrases replace the detail, which only summarizes them. */
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
