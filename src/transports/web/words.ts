/** Numbers and times as pages write them. */
import { type Html, html } from './html.ts'

/** `1 unit`, `2,000 units`. */
export const count = (amount: number, noun: string): string =>
  `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`

/** The day of a time in RFC 3339; the whole time for who points at it. */
export const day = (rfc3339: string): Html =>
  html`<time datetime="${rfc3339}" title="${rfc3339}">${rfc3339.slice(0, 10)}</time>`
