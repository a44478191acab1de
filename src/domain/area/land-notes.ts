/** What the author of an area should know about how it was clipped to land, one sentence each. */
import { areaKm2 } from '../geometry/area.ts'
import { polygonCount, type Rings } from '../geometry/rings.ts'
import type { ClippedToLand } from './clip-to-land.ts'

export const landNotes = ({ islets, leftOut, isClipped }: ClippedToLand): readonly string[] => [
  ...(isClipped
    ? []
    : ['The land mask has no land here: the area is as its boundaries have it and may contain sea.']),
  ...(polygonCount(islets) === 0
    ? []
    : [`The land mask does not have ${told('small island', islets)}: kept as the boundaries have them.`]),
  ...(polygonCount(leftOut) === 0
    ? []
    : [`Left out as sea: ${told('part', leftOut)} without any land of the land mask.`]),
]

const told = (what: string, rings: Rings): string => {
  const count = polygonCount(rings)
  return `${count} ${what}${count === 1 ? '' : 's'} (${Number(areaKm2(rings).toPrecision(2))} km²)`
}
