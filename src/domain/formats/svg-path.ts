/** Writes rings as the data of an SVG path, with or without the rim of the map. */

import { alongRim } from '../geometry/map-rim.ts'
import { type Rings, ringCount, ringStart } from '../geometry/rings.ts'
import { ByteWriter } from './byte-writer.ts'
import { SvgPathWriter } from './svg-path-writer.ts'
import type { SvgProjection } from './svg-projection.ts'

export const pathData = (rings: Rings, projection: SvgProjection, rim: boolean): string => {
  const writer = new ByteWriter(1024 + rings.coords.length * 6)
  writePath(writer, rings, projection, rim)
  return new TextDecoder().decode(writer.finish())
}

/** Writes all rings as one path; without the edges along the rim of the map if `rim` is false. */
export const writePath = (
  writer: ByteWriter,
  rings: Rings,
  projection: SvgProjection,
  rim: boolean,
): void => {
  const path = new SvgPathWriter(writer, projection.decimals)
  for (let ring = 0; ring < ringCount(rings); ring++) {
    drawRing(path, rings.coords, ringStart(rings, ring), rings.ringEnds[ring], projection, rim)
  }
}

const drawRing = (
  path: SvgPathWriter,
  coords: Int32Array,
  first: number,
  end: number,
  projection: SvgProjection,
  rim: boolean,
): void => {
  path.moveTo(projection.column(coords[2 * first]), projection.row(coords[2 * first + 1]))
  let whole = true
  for (let at = first; at < end; at++) {
    const next = at + 1 < end ? at + 1 : first
    const lon = coords[2 * next]
    const lat = coords[2 * next + 1]
    const drawn = rim || !alongRim(coords[2 * at], coords[2 * at + 1], lon, lat)
    if (!drawn) {
      path.moveTo(projection.column(lon), projection.row(lat))
      whole = false
    } else if (whole && next === first) path.close()
    else path.lineTo(projection.column(lon), projection.row(lat))
  }
}
