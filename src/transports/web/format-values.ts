/** Numbers and times as pages write them. */
import { type Html, html } from './html.ts'

/** `1 unit`, `2,000 units`. */
export const count = (amount: number, noun: string): string =>
  `${amount.toLocaleString('en')} ${noun}${amount === 1 ? '' : 's'}`

/** The day of a time in RFC 3339, in UTC: `21 Nov 2026`; the whole time for who points at it. */
export const day = (rfc3339: string): Html =>
  html`<time datetime="${rfc3339}" title="${rfc3339}">${DAY.format(new Date(rfc3339))}</time>`

/** A date as axes have it: `21 Nov`. */
export const shortDay = (date: string): string => SHORT_DAY.format(new Date(date))

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
