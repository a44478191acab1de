/** Small parts that several panels show. */
import { type BoundaryRef, type Disputed, MetesProblem, MetesUnexpectedAnswer } from '../client/index.ts'
import { type Child, h } from './dom.ts'
import { claimantsText, plural } from './format-numbers.ts'
import { hintPieces } from './hint-links.ts'
import { Unreachable } from './operation-calls.ts'
import type { ExplorerPage } from './panel-context.ts'

/**
 * Shows the sentence of a problem where it happened.
 *
 * @param retry action of a button for a problem that may pass
 */
export const problemNote = (error: unknown, retry?: () => void): HTMLElement => {
  const code = error instanceof MetesProblem ? error.code : null
  const needsAccount = code === 'unauthorized' || code === 'rate_limited'
  return h(
    'div.note.bad',
    { role: 'alert' },
    errorSentence(error),
    needsAccount && [' ', signInLink()],
    isPassing(error) && retry !== undefined && h('p.row', textButton('Try again', retry)),
  )
}

const errorSentence = (error: unknown): string => {
  if (error instanceof MetesUnexpectedAnswer)
    return `The service sent an unexpected answer (status ${error.status}). Try again.`
  return error instanceof MetesProblem || error instanceof Unreachable
    ? error.message
    : 'Something went wrong on this page. Reload it and try again.'
}

/** True if the same call may succeed later. */
const isPassing = (error: unknown): boolean =>
  error instanceof MetesUnexpectedAnswer ||
  error instanceof Unreachable ||
  (error instanceof MetesProblem && (error.status === 429 || error.status >= 500))

export const signInLink = (): HTMLElement | null =>
  !hasAccounts()
    ? null
    : h(
        'a.sign-in',
        {
          href: '/sign-in',
          // Return to the current view after signing in.
          onclick: ({ currentTarget }) => {
            const next = encodeURIComponent(`/${location.hash}`)
            ;(currentTarget as HTMLAnchorElement).href = `/sign-in?next=${next}`
          },
        },
        'Sign in',
      )

/** Not in a frame of another site, which leads to no page of ours. */
const hasAccounts = (): boolean => document.getElementById('explorer')?.dataset.access === 'accounts'

export const waiting = (what: string): HTMLElement => h('p.waiting', { role: 'status' }, what)

export const note = (...text: readonly Child[]): HTMLElement => h('p.note', ...text)

/** Returns the text of a hint, whose names of boundaries open them. */
export const hintParts = (hint: string, onOpen: (id: string) => void): readonly Child[] =>
  hintPieces(hint).map(({ text, id }) =>
    id === null ? text : h('button.link', { type: 'button', onclick: () => onOpen(id) }, text),
  )

/** A note of an answer, with links to the boundaries that it names. */
export const answerNote = (text: string, page: ExplorerPage): HTMLElement =>
  note(...hintParts(text, (id) => page.open(id)))

/** Returns the cost for the label of a button; empty if it is free. */
export const priceLabel = (units: number): string => (units === 0 ? '' : ` · ${plural(units, 'unit')}`)

/** What an answer says about land of several countries. */
interface Claims {
  readonly disputed: Disputed
  /** Land that countries hold together by agreement. */
  readonly condominiums?: readonly {
    readonly area: string
    readonly countries: readonly string[]
    readonly source: string
  }[]
}

export const namesOfClaims = ({ disputed, condominiums = [] }: Claims): readonly string[] =>
  [...disputed, ...condominiums].map(({ area }) => area)

/** @param known names of areas that the page names already */
export const claimNotes = (
  { disputed, condominiums = [] }: Claims,
  known: readonly string[] = [],
): readonly HTMLElement[] => [
  ...disputed
    .filter(({ area }) => !known.includes(area))
    .map(({ area, claimants, administered_by: administrators, source }) =>
      h(
        'p.note.warn',
        h('strong', `Disputed: ${area}. `),
        claimants.length === 0 ? 'Claimed by no country. ' : `Claimed by ${claimantsText(claimants)}. `,
        administrators.length > 0 && `Administered by ${claimantsText(administrators)}. `,
        h('a', { href: source, rel: 'noreferrer' }, 'About the dispute'),
      ),
    ),
  ...condominiums
    .filter(({ area }) => !known.includes(area))
    .map(({ area, countries, source }) =>
      h(
        'p.note',
        h('strong', `Shared: ${area}. `),
        `${claimantsText(countries)} share it by agreement. `,
        h('a', { href: source, rel: 'noreferrer' }, 'About this land'),
      ),
    ),
]

export const textButton = (
  text: string,
  onclick: () => void,
  properties: Readonly<Record<string, string | boolean | null>> = {},
): HTMLButtonElement =>
  h('button.plain.small', { type: 'button', 'data-key': text, onclick, ...properties }, text)

/** Returns the name of a boundary as a link that opens it. */
export const placeLink = (
  page: ExplorerPage,
  { id, name }: Pick<BoundaryRef, 'id' | 'name'>,
  properties: Readonly<Record<string, string | null>> = {},
): HTMLButtonElement =>
  h(
    'button.link',
    { type: 'button', 'data-key': id, onclick: () => page.open(id), ...properties },
    h('span', { dir: 'auto' }, name),
  )

/** Creates a section whose content is made when the person opens it. */
export const section = (
  title: string,
  content: () => HTMLElement,
  { open = false } = {},
): HTMLDetailsElement => {
  let isMade = false
  const details = h('details.section', { open }, h('summary', title))
  const make = (): void => {
    if (!details.open || isMade) return
    isMade = true
    details.append(content())
  }
  details.addEventListener('toggle', make)
  make()
  return details
}
