/** Shows why a description cannot be mapped: the refused words, the reasons, and boundaries that may be meant. */
import type { Unmapped } from './answers.ts'
import { CallProblem } from './api.ts'
import { h } from './dom.ts'
import { levelText, placeText } from './format.ts'
import { markedDescription } from './marked-description.ts'
import type { Page } from './page.ts'
import { note, placeLink, problemNote } from './parts.ts'

export const refusalOf = (error: unknown, description: string, page: Page): HTMLElement => {
  if (!(error instanceof CallProblem) || error.unmapped.length === 0) return problemNote(error)
  return h(
    'div',
    {},
    markedDescription(
      description,
      error.unmapped.map(({ text }, index) => ({ text, index })),
      'refused',
    ),
    h(
      'ul',
      { class: 'refusals' },
      error.unmapped.map((each) => refusedOf(each, page)),
    ),
    ...error.notes.map((each) => note(each)),
  )
}

const refusedOf = ({ text, reason, candidates }: Unmapped, page: Page): HTMLElement =>
  h(
    'li',
    {},
    h('p', { role: 'alert' }, h('strong', {}, '“', h('bdi', {}, text), '”'), `: ${reason}`),
    candidates.length > 0 &&
      h(
        'ul',
        {},
        candidates.map((candidate) =>
          h(
            'li',
            {},
            placeLink(page, candidate),
            h(
              'span',
              { class: 'quiet' },
              ` ${[levelText(candidate), placeText(candidate)].filter((each) => each !== '').join(', ')}`,
            ),
          ),
        ),
      ),
  )
