/** Problems as the results of tools: the fault, and advice for the model. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ProblemBody, UnmappedPhrase } from '../client/command-call.ts'

export const problemResult = (problem: ProblemBody): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: problemText(problem) }],
})

const problemText = (problem: ProblemBody): string =>
  [
    `${problem.code ?? 'error'}: ${problem.detail ?? problem.title}`,
    ...issueLines(problem),
    ...phraseLines(problem),
    nextStep(problem),
    ...(problem.request_id === undefined ? [] : [`request_id: ${problem.request_id}`]),
    ...(problem.type === undefined ? [] : [`About this error: ${problem.type}`]),
  ].join('\n')

/** With a single issue, the detail already has its sentence. */
const issueLines = ({ issues = [] }: ProblemBody): readonly string[] =>
  issues.length === 1 ? [] : issues.map(({ path, message }) => `- ${path ? `${path}: ` : ''}${message}`)

/** With a single phrase, the detail already has its reason. */
const phraseLines = ({ unmapped = [] }: ProblemBody): readonly string[] =>
  unmapped.length === 1 && unmapped[0].candidates.length === 0 ? [] : unmapped.map(phraseText)

const phraseText = ({ text, reason, candidates }: UnmappedPhrase): string => {
  const meant = candidates.map(
    ({ id, name, kind, parents }) =>
      `${name} (${kind}, ${id})${parents.length === 0 ? '' : ` in ${parents.map((parent) => parent.name).join(', ')}`}`,
  )
  return `- "${text}": ${reason}${meant.length === 0 ? '' : ` Candidates: ${meant.join('; ')}.`}`
}

const nextStep = ({ code = '', retry_after: seconds }: ProblemBody): string => {
  const known = NEXT_STEPS[code]
  if (known !== undefined) return `Next: ${known}`
  return seconds === undefined ? `Next: ${TELL_USER}` : `Next: wait ${seconds} seconds, then repeat the call.`
}

const TELL_USER = 'tell the user what happened.'

const NEXT_STEPS: Readonly<Record<string, string>> = {
  invalid_input: 'correct the input and repeat the call.',
  unknown_tool: 'use one of the tools that are listed.',
  not_found: 'find the id with search_boundaries, or with reverse_boundaries for a point.',
  unauthorized:
    'ask the user to run "metes login --server ADDRESS", or to set METES_API_KEY to a valid key, and to start this MCP server again.',
  insufficient_scope: 'ask the user to grant more scopes in a new sign-in, or to use an API key.',
  quota_exceeded: 'call get_account, and tell the user when the count of units resets.',
  unmappable_area:
    'ask the user what the named parts mean, or put the area together from ids with union_boundaries.',
  empty_area: 'check which boundaries are included and excluded.',
  too_large: 'ask for less: lower detail, or fewer boundaries at once.',
  too_many_files: 'ask for less detail, or wait until files of earlier calls expire.',
  idempotency_conflict: 'repeat the call later.',
  internal_error: 'repeat the call once. If it fails again, offer to report it with report_issue.',
}
