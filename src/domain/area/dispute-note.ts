/** What the author of an area should know of disputed land in it: "Crimea is in this area: Russia and Ukraine claim it, Russia administers it." */
import type { DisputeInArea } from '../boundary/disputed-share.ts'

export const disputeNote = ({ dispute, share }: DisputeInArea): string => {
  const { area, claimants, administeredBy } = dispute
  const part = share < ALMOST_ALL ? 'Part of ' : ''
  return `${part}${area} is in this area: ${said(claimants, 'claim')}, ${said(administeredBy, 'administer')}.`
}

/** Coasts are drawn twice. */
const ALMOST_ALL = 0.9

const said = (names: readonly string[], verb: string): string =>
  names.length === 0
    ? `nobody ${verb}s it`
    : `${LIST.format(names.map(nameOf))} ${verb}${names.length === 1 ? 's' : ''} it`

/** Claimants without a code are named already. */
const nameOf = (claimant: string): string =>
  /^[A-Z]{2}$/.test(claimant) ? (COUNTRY_NAMES.of(claimant) ?? claimant) : claimant

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })
/** "Belize, China and Japan": as the other notes are written. */
const LIST = new Intl.ListFormat('en-GB')
