/** Shows why a description cannot be mapped: the refused words, the reasons, and boundaries that may be meant. */
import { type Candidate, MetesProblem, type Problem } from '../client/index.ts'
import { h, list } from './dom.ts'
import { levelText, placeText } from './format-numbers.ts'
import { markedDescription } from './marked-description.ts'
import type { ExplorerPage } from './panel-context.ts'
import { answerNote, hintParts, placeLink, problemNote } from './panel-parts.ts'

export const refusalOf = (error: unknown, description: string, page: ExplorerPage): HTMLElement => {
  const { unmapped = [], notes = [] } = error instanceof MetesProblem ? error.problem : {}
  if (unmapped.length === 0) return problemNote(error)
  const texts = unmapped.map(({ text }) => text)
  return h(
    'div',
    markedDescription(description, texts, 'refused'),
    list('ul.refusals', unmapped, (each) => refusedOf(each, page)),
    ...notes.map((each) => answerNote(each, page)),
  )
}

const refusedOf = (
  { text, reason, candidates }: NonNullable<Problem['unmapped']>[number],
  page: ExplorerPage,
): HTMLElement =>
  h(
    'li',
    h(
      'p',
      { role: 'alert' },
      h('strong', '“', h('bdi', text), '”'),
      ': ',
      hintParts(reason, (id) => page.open(id)),
    ),
    candidates.length > 0 && list('ul', candidates, (candidate) => candidateOf(candidate, page)),
  )

const candidateOf = (candidate: Candidate, page: ExplorerPage): HTMLElement => {
  const where = [levelText(candidate), placeText(candidate)].filter(Boolean).join(', ')
  return h('li', placeLink(page, candidate), h('span.quiet', ` ${where}`))
}
