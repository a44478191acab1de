/** Rings as the data of an SVG path. */
import { type Rings, ringCount, ringStart } from '../geometry/rings.ts'
import { alongRim } from '../geometry/seam.ts'
import { ByteWriter } from './byte-writer.ts'
import { SvgPen } from './svg-pen.ts'
import type { Plate } from './svg-plate.ts'

export const pathData = (rings: Rings, plate: Plate, rim: boolean): string => {
  const writer = new ByteWriter(1024 + rings.coords.length * 6)
  writePath(writer, rings, plate, rim)
  return new TextDecoder().decode(writer.finish())
}

/** All rings as one path; without the edges along the rim of the map when `rim` is false. */
export const writePath = (writer: ByteWriter, rings: Rings, plate: Plate, rim: boolean): void => {
  const pen = new SvgPen(writer, plate.decimals)
  for (let ring = 0; ring < ringCount(rings); ring++) {
    drawRing(pen, rings.coords, ringStart(rings, ring), rings.ringEnds[ring], plate, rim)
  }
}

const drawRing = (
  pen: SvgPen,
  coords: Int32Array,
  first: number,
  end: number,
  plate: Plate,
  rim: boolean,
): void => {
  pen.moveTo(plate.column(coords[2 * first]), plate.row(coords[2 * first + 1]))
  let whole = true
  for (let at = first; at < end; at++) {
    const next = at + 1 < end ? at + 1 : first
    const lon = coords[2 * next]
    const lat = coords[2 * next + 1]
    const drawn = rim || !alongRim(coords[2 * at], coords[2 * at + 1], lon, lat)
    if (!drawn) {
      pen.moveTo(plate.column(lon), plate.row(lat))
      whole = false
    } else if (whole && next === first) pen.close()
    else pen.lineTo(plate.column(lon), plate.row(lat))
  }
}
