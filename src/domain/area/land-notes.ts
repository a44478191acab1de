/** Notes about clipping an area to land, one sentence each. */
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
