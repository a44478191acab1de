/** The table of all problems; each has its own page in `docs/errors/`. */
import { PROBLEM_CODES, problemStatus, problemTitle } from '../../src/op/problem/problem.ts'
import { GENERATED, table } from './markdown.ts'

export const errorsPage = (): string =>
  [
    GENERATED,
    '# Errors',
    'Every failure is `application/problem+json` (RFC 9457). It has `type`, `title`, `status`, `detail`, `instance`, `code` and `request_id`; `invalid_input` has `issues`, and errors that can be retried have `retry_after` in seconds. `type` is the address of the page about the code.',
    'A failure costs no units. At most 30 failed calls a minute of an account may take 50 ms of processor time or more: see [`rate_limited`](../errors/rate_limited.md).',
    table(
      ['Status', 'Code', ''],
      PROBLEM_CODES.map((code) => [
        String(problemStatus(code)),
        `[\`${code}\`](../errors/${code}.md)`,
        problemTitle(code),
      ]),
    ),
    '',
  ].join('\n\n')
