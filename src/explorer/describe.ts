/** Describe an area: words become one polygon. Each part has a colour, in the words and on the map. */
import type { Boundary, Described, Part, Unmapped } from './answers.ts'
import { CallProblem, call, callOnce } from './api.ts'
import { copyAs, type ShownCall } from './copy-as.ts'
import { coloured, h, show } from './dom.ts'
import { areaText, bytesText, count, kindText, levelText, placeText } from './format.ts'
import type { Shape } from './map.ts'
import { PART_COLOURS } from './map-style.ts'
import type { Page } from './page.ts'
import { note, priceOf, problemNote, saveLink, section, signInLink, waiting } from './parts.ts'
import { type Mark, piecesOf } from './phrases.ts'

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
      const input = { text: description, detail: 'low' }
      const { value, bytes } = await call<Described>('create_area', input, own.signal)
      showArea(result, page, value, bytes)
      await drawParts(page, value)
    } catch (error) {
      if (own.signal.aborted) return
      page.draw('describe', [])
      show(
        result,
        refusalOf(error, description, page),
        section('Copy as', () => copyAs(areaCall(description), page.baseUrl)),
      )
    } finally {
      void page.refreshSession()
    }
  }

  const follow = (): void => {
    const { text: wanted } = page.store.state
    if (text.value.trim() !== wanted) {
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

const colourOf = (index: number): string => PART_COLOURS[index % PART_COLOURS.length]

/** The words that parts come from, each once: the parts of "Benelux" share its colour. */
const wordsOf = (parts: readonly Part[]): readonly string[] => [
  ...new Set(parts.map(({ text }) => text.toLowerCase())),
]

const colourOfPart = ({ text }: Part, words: readonly string[]): string =>
  colourOf(words.indexOf(text.toLowerCase()))

const showArea = (box: HTMLElement, page: Page, area: Described, bytes: number): void => {
  const { properties } = area
  const words = wordsOf(properties.parts)
  show(
    box,
    phrase(
      properties.text,
      words.map((text, index) => ({ text, index })),
      'part',
    ),
    h('p', { class: 'result' }, properties.summary),
    h(
      'ul',
      { class: 'area-parts' },
      properties.parts.map((part) => partOf(part, colourOfPart(part, words), page)),
    ),
    ...properties.notes.map((each) => note(each)),
    h(
      'p',
      { class: 'quiet' },
      `${areaText(properties.area_km2)}, ${count(properties.vertices)} points at low detail`,
    ),
    area.geometry !== null &&
      h(
        'p',
        { class: 'row' },
        saveLink('area.geojson', JSON.stringify(area), `Download GeoJSON, ${bytesText(bytes)}`),
      ),
    section('Copy as', () => copyAs(areaCall(properties.text), page.baseUrl)),
  )
  if (area.geometry !== null)
    page.draw('describe', [{ geometry: area.geometry, colour: 'shape', isFilled: true }])
  page.fit(area.bbox)
}

const partOf = (part: Part, colour: string, page: Page): HTMLElement =>
  h(
    'li',
    {},
    coloured(h('span', { class: 'swatch', 'aria-hidden': 'true' }), colour),
    h(
      'button',
      { type: 'button', class: 'link', onclick: () => page.open(part.id) },
      h('span', { dir: 'auto' }, part.name),
    ),
    h(
      'span',
      { class: 'quiet' },
      ` ${part.role === 'exclude' ? 'left out' : kindText(part.kind)}, from “${part.text}”`,
    ),
  )

/** The description with its marked words. */
const phrase = (description: string, marks: readonly Mark[], kind: 'part' | 'refused'): HTMLElement =>
  h(
    'blockquote',
    { class: 'phrase', dir: 'auto' },
    piecesOf(description, marks).map(({ text, index }) =>
      index === null ? text : coloured(h('mark', { class: kind }, text), colourOf(index)),
    ),
  )

/** The outline of each part in its colour, over the area. */
const drawParts = async (page: Page, area: Described): Promise<void> => {
  const { parts } = area.properties
  const words = wordsOf(parts)
  const outlines = await Promise.all(
    parts.slice(0, MAX_OUTLINES).map(async (part): Promise<readonly Shape[]> => {
      try {
        const { value } = await callOnce<Boundary>('get_boundary', {
          id: part.id,
          detail: 'low',
          include: ['parents'],
        })
        return value.geometry === null
          ? []
          : [{ geometry: value.geometry, colour: colourOfPart(part, words), isFilled: false }]
      } catch {
        return []
      }
    }),
  )
  const filled: readonly Shape[] =
    area.geometry === null ? [] : [{ geometry: area.geometry, colour: 'shape', isFilled: true }]
  page.draw('describe', [...filled, ...outlines.flat()])
}

/** A description of fifty counties need not ask for fifty outlines. */
const MAX_OUTLINES = 24

const refusalOf = (error: unknown, description: string, page: Page): HTMLElement => {
  if (!(error instanceof CallProblem) || error.unmapped.length === 0) return problemNote(error)
  return h(
    'div',
    {},
    phrase(
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
    h('p', { role: 'alert' }, h('strong', {}, `“${text}”`), `: ${reason}`),
    candidates.length > 0 &&
      h(
        'ul',
        {},
        candidates.map((candidate) =>
          h(
            'li',
            {},
            h(
              'button',
              { type: 'button', class: 'link', onclick: () => page.open(candidate.id) },
              h('span', { dir: 'auto' }, candidate.name),
            ),
            h(
              'span',
              { class: 'quiet' },
              ` ${[levelText(candidate), placeText(candidate)].filter((each) => each !== '').join(', ')}`,
            ),
          ),
        ),
      ),
  )

const areaCall = (text: string): ShownCall => ({
  op: 'create_area',
  method: 'POST',
  path: '/v1/areas',
  fields: { text },
  input: { text },
  positional: ['text'],
  needsKey: true,
})
