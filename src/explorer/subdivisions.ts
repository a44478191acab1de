/** The tree of subdivisions: each opens to its own. */
import type { ChildBoundary } from '../client/index.ts'
import { h, list, show } from './dom.ts'
import { levelText } from './format-numbers.ts'
import { callOnce } from './operation-calls.ts'
import type { ExplorerPage } from './panel-context.ts'
import { answerNote, placeLink, problemNote, waiting } from './panel-parts.ts'

export const subdivisionsOf = (id: string, page: ExplorerPage): HTMLElement => {
  const box = h('div')
  void showSubdivisions(box, id, page)
  return box
}

const showSubdivisions = async (box: HTMLElement, id: string, page: ExplorerPage): Promise<void> => {
  show(box, waiting('Loading the subdivisions …'))
  try {
    const { value } = await callOnce('list_children', { id })
    show(
      box,
      value.children.length === 0
        ? value.notes.length === 0 && h('p.quiet', 'This service knows no subdivisions of this boundary.')
        : list('ul.tree', value.children, (child) => branchOf(child, page)),
      ...value.notes.map((text) => answerNote(text, page)),
    )
  } catch (error) {
    const retry = () => void showSubdivisions(box, id, page)
    show(box, problemNote(error, retry))
  }
}

const branchOf = (child: ChildBoundary, page: ExplorerPage): HTMLElement => {
  const box = h('div.branch')
  const toggle = h(
    'button.toggle',
    {
      type: 'button',
      'aria-expanded': 'false',
      'aria-label': `Subdivisions of ${child.name}`,
    },
    '▸',
  )
  toggle.addEventListener('click', () => {
    const isOpen = toggle.getAttribute('aria-expanded') === 'true'
    toggle.setAttribute('aria-expanded', String(!isOpen))
    if (isOpen) show(box)
    else show(box, subdivisionsOf(child.id, page))
  })
  return h('li', toggle, placeLink(page, child, { title: levelText(child) }), box)
}
