/** Returns the coastlines of an imported file as lines, for redrawing tiles of the land mask. */

import { DEGREES_PER_POSITION, LengthLimit } from '../../domain/geometry/coastline/coast-limits.ts'
import type { CoastLine } from '../../domain/geometry/coastline/coast-line.ts'
import type { BoundaryParts } from './extract-parts.ts'
import { findWay, NO_COORDINATE, type WayTable } from './way-table.ts'

interface CoastLines {
  readonly lines: readonly CoastLine[]
  /** Ways that are left out, and why, in full sentences. */
  readonly skipped: readonly string[]
}

/** O(n) in the positions of the coastlines, O(log m) for each of the m ways of the file. */
export const coastLinesOf = ({
  ways,
  coastlines,
}: Pick<BoundaryParts, 'ways' | 'coastlines'>): CoastLines => {
  const limit = new LengthLimit()
  const lines: CoastLine[] = []
  const skipped: string[] = []
  for (const id of coastlines) {
    const stretches = stretchesOf(ways, findWay(ways, id))
    if (stretches.every((stretch) => limit.allows(stretch))) for (const each of stretches) lines.push(each)
    else skipped.push(sparseWay(id))
  }
  return { lines, skipped }
}

const sparseWay = (id: number): string =>
  `w${id} is left out of the coast: its positions are more than ${DEGREES_PER_POSITION}° apart on average.`

/** A way with nodes missing from the file becomes one line for each stretch of known nodes. */
const stretchesOf = (ways: WayTable, way: number): readonly CoastLine[] => {
  const lines: CoastLine[] = []
  let line: number[] = []
  const end = (): void => {
    if (line.length >= 4) lines.push(Int32Array.from(line))
    line = []
  }
  for (let at = ways.starts[way]; at < ways.ends[way]; at++) {
    const lon = ways.lons[ways.nodes[at]]
    const lat = ways.lats[ways.nodes[at]]
    if (lon === NO_COORDINATE) end()
    else if (lon !== line.at(-2) || lat !== line.at(-1)) line.push(lon, lat)
  }
  end()
  return lines
}
