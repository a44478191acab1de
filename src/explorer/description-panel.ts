/** The panel that draws an area from a description. */

import { copyAsSection } from './copy-as.ts'
import { describedArea, drawParts, filled } from './described-area.ts'
import { h, show } from './dom.ts'
import { call } from './operation-calls.ts'
import type { ExplorerPage } from './panel-context.ts'
import { note, priceLabel, signInLink, waiting } from './panel-parts.ts'
import { refusalOf } from './refused-description.ts'
import { areaCall } from './shown-calls.ts'

const EXAMPLES = [
  'Benelux without Luxembourg',
  'The State of Oregon, other than Lane County and Linn County',
  'Baden-Württemberg und Bayern ohne Oberbayern',
]

export const createDescribe = (panel: HTMLElement, page: ExplorerPage) => {
  const text = h('textarea', {
    id: 'description',
    rows: 3,
    maxlength: 3_000,
    placeholder: EXAMPLES[0],
    dir: 'auto',
    'aria-describedby': 'description-hint',
  })
  const button = h('button', { type: 'submit' }, 'Draw')
  const result = h('div', { 'aria-live': 'polite' })
  let running: { readonly description: string; readonly controller: AbortController } | null = null

  const present = (...parts: readonly Node[]): void => {
    show(result, ...parts)
    result.scrollIntoView({ block: 'nearest' })
  }
  const draw = async (): Promise<void> => {
    const description = text.value.trim()
    // A double click draws only once, because each drawing counts.
    if (running?.description === description) return
    running?.controller.abort()
    if (description === '') {
      show(result, note('Describe an area first.'))
      text.focus()
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    const own = { description, controller }
    running = own
    page.store.change({ text: description })
    examples.hidden = true
    present(waiting('Reading the description …'))
    try {
      const { value } = await call('create_area', { text: description, detail: 'low' }, signal)
      present(...describedArea(value, page))
      page.draw('describe', filled(value))
      page.fit('describe', value)
      await drawParts(page, value, signal)
    } catch (error) {
      if (signal.aborted) return
      page.draw('describe', [])
      present(refusalOf(error, description, page), copyAsSection(areaCall(description), page))
    } finally {
      if (running === own) running = null
      void page.refreshSession()
    }
  }

  /** Shows the description in the state. */
  const follow = (): void => {
    const { text: wanted } = page.store.state
    if (text.value.trim() !== wanted) {
      running?.controller.abort()
      text.value = wanted
      examples.hidden = false
      show(result)
      page.draw('describe', [])
    }
  }
  /** Shows the cost of a description for the person. */
  const showPrice = (): void => {
    const cost = page.person.costOfDescription()
    button.disabled = cost === null
    button.textContent = `Draw${priceLabel(cost ?? 0)}`
    show(hint, hintOf(cost, page))
  }

  const hint = h('p.quiet', { id: 'description-hint' })
  const form = h(
    'form.describe',
    h('label', { for: 'description' }, 'Describe an area in words'),
    text,
    h('p.row', button, hint),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void draw()
  })
  const examples = examplesOf((example) => {
    text.value = example
    void draw()
  })
  show(panel, form, examples, result)
  return { follow, showPrice }
}

const examplesOf = (onChoose: (example: string) => void): HTMLElement =>
  h(
    'p.examples',
    h('span.quiet', 'For example: '),
    EXAMPLES.map((example) =>
      h('button.link', { type: 'button', onclick: () => onChoose(example) }, example),
    ),
  )

const hintOf = (cost: number | null, page: ExplorerPage): Node => {
  const { account, access } = page.person.session
  if (cost === null) return h('span', 'Needs an account. ', signInLink())
  return document.createTextNode(
    account === null && access !== 'open'
      ? 'Write in any language. Visitors can draw three areas an hour.'
      : 'Write in any language.',
  )
}
