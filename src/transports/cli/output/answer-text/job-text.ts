/** A job in sentences: its state, its steps, and its problem. */
import { METES } from '../../../../util/command-name.ts'
import { counted } from '../../../../util/count-with-noun.ts'
import { rowIn, rowsIn, textIn } from './read-members.ts'
import { type AnswerText, shownTime } from './sentences.ts'

export const jobText: AnswerText = (answer) => {
  const id = textIn(answer, 'id')
  const state = textIn(answer, 'state') ?? 'unknown'
  const problem = rowIn(answer, 'problem')
  const times = ['created', 'started', 'finished'].flatMap((event) => {
    const time = textIn(answer, `${event}_at`)
    return time === null ? [] : `${event} ${shownTime(time)}`
  })
  const units = typeof answer.units === 'number' ? `, ${counted(answer.units, 'unit')}` : ''
  return [
    [
      `${id} (${textIn(answer, 'op')}${units}) is ${state}.`,
      times.length === 0 ? null : `It was ${times.join(', ')}.`,
      ...rowsIn(answer, 'steps').map((step) => `- ${textIn(step, 'text')}`),
      textIn(problem, 'title') &&
        `${textIn(problem, 'title')}: ${textIn(problem, 'detail')} (${textIn(problem, 'code')})`,
      state === 'queued' || state === 'running' ? `To wait for it: ${METES} get-job ${id} --wait 20` : null,
    ],
  ]
}
