/** What the author of an area should know of disputed land in it: "Disputed land in this area: Crimea, claimed by Russia and Ukraine, administered by Russia." */
import type { DisputeInArea } from '../boundary/disputed-share.ts'

export const disputeNote = ({ dispute, share }: DisputeInArea): string => {
  const { area, claimants, administeredBy } = dispute
  const part = share < ALMOST_ALL ? 'part of ' : ''
  return `Disputed land in this area: ${part}${area}, claimed by ${said(claimants)}, administered by ${said(administeredBy)}.`
}

/** Two sources may draw the same coast. */
const ALMOST_ALL = 0.9

const said = (names: readonly string[]): string =>
  names.length === 0 ? 'nobody' : LIST.format(names.map(nameOf))

/** Claimants without a code are given by name. */
const nameOf = (claimant: string): string =>
  /^[A-Z]{2}$/.test(claimant) ? (COUNTRY_NAMES.of(claimant) ?? claimant) : claimant

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })
/** "Belize, China and Japan", as in the other notes. */
const LIST = new Intl.ListFormat('en-GB')
