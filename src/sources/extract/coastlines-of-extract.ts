/** Returns the coastlines of an imported file as lines, for redrawing tiles of the land mask. */
import type { CoastLine } from '../../domain/geometry/coastline/coast-line.ts'
import type { BoundaryParts } from './parts.ts'
import { findWay, NO_COORDINATE } from './way-table.ts'

/** A way with nodes missing from the file becomes one line for each stretch of known nodes. */
export const coastLinesOf = ({
  ways,
  coastlines,
}: Pick<BoundaryParts, 'ways' | 'coastlines'>): readonly CoastLine[] => {
  const lines: CoastLine[] = []
  for (const id of coastlines) {
    const way = findWay(ways, id)
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
  }
  return lines
}
