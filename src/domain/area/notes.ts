/** Notes for the author of an area, one sentence each: what was clipped to land, and disputed or shared land in it. */

import { listed } from '../../util/join-words.ts'
import { regionName } from '../../util/region-name.ts'
import type { DisputeInArea } from '../boundary/disputed-share.ts'
import { areaKm2 } from '../geometry/area.ts'
import { polygonCount, type Rings } from '../geometry/rings.ts'
import type { ClippedToLand } from './clip-to-land.ts'

export const landNotes = ({ islets, removed, isClipped }: ClippedToLand): readonly string[] => [
  ...(isClipped
    ? []
    : ['The land mask has no land here: the area keeps its boundaries as they are and may contain sea.']),
  ...(polygonCount(islets) === 0
    ? []
    : [`The land mask lacks ${countAndSize('small island', islets)}: kept as the boundaries draw them.`]),
  ...(polygonCount(removed) === 0
    ? []
    : [`Removed as sea: ${countAndSize('part', removed)} without land in the land mask.`]),
]

const countAndSize = (what: string, rings: Rings): string => {
  const count = polygonCount(rings)
  return `${count} ${what}${count === 1 ? '' : 's'} (${Number(areaKm2(rings).toPrecision(2))} km²)`
}

/** "Disputed land in this area: Crimea, claimed by Russia and Ukraine, administered by Russia." */
export const claimsNote = ({ dispute, share }: DisputeInArea): string => {
  const { area, claimants, administeredBy, isCondominium } = dispute
  const part = share < ALMOST_ALL ? 'part of ' : ''
  if (isCondominium) return `Shared land in this area: ${part}${area}, held by ${said(claimants)} together.`
  return `Disputed land in this area: ${part}${area}, claimed by ${said(claimants)}, administered by ${said(administeredBy)}.`
}

/** Two sources may draw the same coast. */
const ALMOST_ALL = 0.9

const said = (names: readonly string[]): string =>
  names.length === 0 ? 'nobody' : listed(names.map(regionName))
