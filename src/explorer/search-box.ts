/**
 * Search as you type: a combobox with a list (ARIA Authoring Practices, "Combobox with list autocomplete"). Searches only
 * the data of this service.
 */
import type { Candidate, Position, SearchBoundariesInput, SearchBoundariesOutput } from '../client/index.ts'
import { h, show } from './dom.ts'
import { kindText, placeText, plural } from './format-numbers.ts'
import { pointOfHint } from './hint-links.ts'
import { callOnce } from './operation-calls.ts'
import { hintParts, problemNote, textButton } from './panel-parts.ts'

/** Short enough to feel immediate, long enough to search once for a word and not for each of its letters. */
const PAUSE_MS = 120
const MAX_RESULTS = 8
/** Half a name is no mistake: nothing is said about it before the person has stopped typing. */
const HINT_PAUSE_MS = 1_000

interface SearchEvents {
  readonly onChoose: (candidate: Candidate) => void
  /** Called with the id of a boundary, or the point of a town, that a hint names. */
  readonly onOpen: (id: string) => void
  readonly onPoint: (at: Position) => void
  /** A sentence for screen readers about what choosing the candidate did. */
  readonly afterChoice: (candidate: Candidate) => string
}

/** Finds only these, if given. */
type SearchFilter = Pick<SearchBoundariesInput, 'kind' | 'admin_level'>

export const createSearch = (events: SearchEvents, only: SearchFilter = {}): HTMLElement => {
  let shown: readonly Candidate[] = []
  let active = -1
  let latest = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let hinting: ReturnType<typeof setTimeout> | undefined
  /** True if the list belongs to other words than those in the field. */
  let isOld = false

  const input = h('input', {
    id: 'search',
    type: 'search',
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': 'results',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'Country, state, city, code …',
    maxlength: 200,
  })
  const list = h('ul', { id: 'results', role: 'listbox', 'aria-label': 'Boundaries', hidden: true })
  const status = h('div.search-status', { role: 'status' })

  const setOld = (value: boolean): void => {
    isOld = value
    list.setAttribute('aria-busy', String(value))
  }
  const stopWaiting = (): void => {
    clearTimeout(timer)
    clearTimeout(hinting)
  }
  const close = (): void => {
    list.hidden = true
    active = -1
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const choose = (candidate: Candidate): void => {
    input.value = candidate.name
    latest++
    stopWaiting()
    close()
    show(status, h('span.unseen', events.afterChoice(candidate)))
    events.onChoose(candidate)
  }
  const activate = (index: number): void => {
    active = index
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index))
      if (at === index) option.scrollIntoView({ block: 'nearest' })
    }
    if (index === -1) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `result-${index}`)
  }
  const present = ({ candidates, hint }: SearchBoundariesOutput, isFinished: boolean): void => {
    shown = candidates
    show(
      list,
      candidates.map((candidate, index) => optionOf(candidate, index, choose)),
    )
    list.hidden = candidates.length === 0
    input.setAttribute('aria-expanded', String(candidates.length > 0))
    activate(candidates.length > 0 ? 0 : -1)
    show(status, candidates.length > 0 && h('span.unseen', `${plural(candidates.length, 'result')}.`))
    const showHint = (): void => {
      if (hint !== null) show(status, hintNote(hint, events), status.firstChild)
    }
    if (isFinished) showHint()
    else hinting = setTimeout(showHint, HINT_PAUSE_MS)
  }
  /** @param isFinished true if the person has stopped typing */
  const search = async (isFinished = false): Promise<void> => {
    stopWaiting()
    const text = input.value.trim()
    const number = ++latest
    if (text === '') {
      close()
      show(status)
      return
    }
    try {
      const { value } = await callOnce('search_boundaries', { q: text, limit: MAX_RESULTS, ...only })
      if (number !== latest) return
      setOld(input.value.trim() !== text)
      present(value, isFinished)
    } catch (error) {
      if (number !== latest) return
      close()
      show(
        status,
        problemNote(error, () => {
          input.focus()
          void search(isFinished)
        }),
      )
    }
  }
  /** Enter after a name need not wait for the list, nor open it again. */
  const chooseFirst = async (): Promise<void> => {
    await search(true)
    if (!isOld && active !== -1) choose(shown[active])
  }

  input.addEventListener('input', () => {
    setOld(true)
    stopWaiting()
    timer = setTimeout(() => void search(), PAUSE_MS)
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    // Enter also ends the composition of a letter.
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault()
      if (isOld || list.hidden || active === -1) void chooseFirst()
      else choose(shown[active])
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (list.hidden || isOld) void search()
    else activate((active + (event.key === 'ArrowDown' ? 1 : shown.length - 1)) % shown.length)
  })
  // Later, as a click on the list takes the focus first; not if the focus has come back.
  input.addEventListener('blur', () => setTimeout(() => document.activeElement !== input && close(), 150))

  return h(
    'div.search',
    { role: 'search' },
    h('label', { for: 'search' }, 'Find a boundary'),
    input,
    list,
    status,
  )
}

const hintNote = (hint: string, { onOpen, onPoint }: SearchEvents): HTMLElement => {
  const point = pointOfHint(hint)
  return h(
    'div.note',
    hintParts(hint, onOpen),
    point !== null &&
      h(
        'p.row',
        textButton('Show on map', () => onPoint(point)),
      ),
  )
}

const optionOf = (
  candidate: Candidate,
  index: number,
  choose: (candidate: Candidate) => void,
): HTMLElement => {
  const option = h(
    'li',
    { id: `result-${index}`, role: 'option', 'aria-selected': 'false' },
    h('span.name', { dir: 'auto' }, candidate.name),
    h(
      'span.quiet',
      [kindText(candidate.kind), placeText(candidate), candidate.iso].filter(Boolean).join(' · '),
    ),
  )
  // Keeps the focus in the field, so that the list stays open until the click; otherwise the click would reach the element
  // below.
  option.addEventListener('mousedown', (event) => event.preventDefault())
  option.addEventListener('click', () => choose(candidate))
  return option
}
