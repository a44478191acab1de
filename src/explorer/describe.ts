/** Describe an area: words become one polygon. */
import type { Described } from './answers.ts'
import { call } from './api.ts'
import { copyAsSection } from './copy-as.ts'
import { drawParts, showArea } from './described-area.ts'
import { h, show } from './dom.ts'
import type { Page } from './page.ts'
import { note, priceOf, signInLink, waiting } from './parts.ts'
import { refusalOf } from './refused-description.ts'
import { areaCall } from './shown-calls.ts'

const EXAMPLES = [
  'Benelux without Luxembourg',
  'The State of Oregon, other than Lane County and Linn County',
  'Baden-Württemberg und Bayern ohne Oberbayern',
]

export interface DescribePanel {
  /** Shows the description of the state. */
  readonly follow: () => void
  /** Shows what a description costs the person. */
  readonly showPrice: () => void
}

export const createDescribe = (panel: HTMLElement, page: Page): DescribePanel => {
  const text = h('textarea', {
    id: 'description',
    rows: 3,
    maxlength: 3_000,
    placeholder: EXAMPLES[0],
    'aria-describedby': 'description-hint',
  })
  const button = h('button', { type: 'submit' }, 'Draw')
  const result = h('div', { 'aria-live': 'polite' })
  let running: AbortController | null = null

  const draw = async (): Promise<void> => {
    const description = text.value.trim()
    running?.abort()
    if (description === '') {
      show(result, note('Describe an area first.'))
      text.focus()
      return
    }
    const own = new AbortController()
    running = own
    page.store.change({ text: description })
    show(result, waiting('Reading the description …'))
    try {
      const { value } = await call<Described>('create_area', { text: description, detail: 'low' }, own.signal)
      showArea(result, page, value)
      await drawParts(page, value, own.signal)
    } catch (error) {
      if (own.signal.aborted) return
      page.draw('describe', [])
      show(result, refusalOf(error, description, page), copyAsSection(areaCall(description), page))
    } finally {
      void page.refreshSession()
    }
  }

  const follow = (): void => {
    const { text: wanted } = page.store.state
    if (text.value.trim() !== wanted) {
      running?.abort()
      text.value = wanted
      show(result)
      page.draw('describe', [])
    }
  }
  const showPrice = (): void => {
    const cost = page.person.costOfDescription()
    button.disabled = cost === null
    button.textContent = `Draw${priceOf(cost ?? 0)}`
    show(hint, hintOf(cost, page))
  }

  const hint = h('p', { id: 'description-hint', class: 'quiet' })
  const form = h(
    'form',
    { class: 'describe' },
    h('label', { for: 'description' }, 'Describe an area in words'),
    text,
    h('p', { class: 'row' }, button, hint),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void draw()
  })
  show(
    panel,
    form,
    h(
      'p',
      { class: 'examples' },
      h('span', { class: 'quiet' }, 'For example: '),
      EXAMPLES.map((example) =>
        h(
          'button',
          {
            type: 'button',
            class: 'link',
            onclick: () => {
              text.value = example
              void draw()
            },
          },
          example,
        ),
      ),
    ),
    result,
  )
  return { follow, showPrice }
}

const hintOf = (cost: number | null, page: Page): Node => {
  const { account, access } = page.person.session
  if (cost === null) return h('span', {}, 'Needs an account. ', signInLink())
  return document.createTextNode(
    account === null && access !== 'open'
      ? 'Any language. Three an hour without an account.'
      : 'Any language.',
  )
}
