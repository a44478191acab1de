/** Formats numbers and dates for pages. */
import { type Html, html } from './html.ts'

/** The day of an RFC 3339 time in UTC, `21 Nov 2026`, with the full time as a tooltip. */
export const day = (rfc3339: string): Html =>
  html`<time datetime="${rfc3339}" title="${rfc3339}">${DAY.format(new Date(rfc3339))}</time>`

/** An RFC 3339 time; null for something that was never used. */
export const lastUsed = (rfc3339: string | null): Html =>
  rfc3339 === null ? html`never used` : html`last used ${day(rfc3339)}`

/** A short date for axes: `21 Nov`. */
export const shortDay = (date: string): string => SHORT_DAY.format(new Date(date))

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
