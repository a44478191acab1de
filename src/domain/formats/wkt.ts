/**
 * Writes well-known text (OGC 06-103r4 §7): the geometry alone, longitude first, in degrees of WGS 84. It has no SRID
 * prefix, a PostGIS extension that other readers refuse.
 */
import { polygonCount, type Rings } from '../geometry/rings.ts'
import { ByteWriter, encode } from './byte-writer.ts'
import { type PolygonStyle, roughBytes, writePolygonText } from './ring-text.ts'
import type { OpenWriter } from './writer.ts'

const POLYGON: PolygonStyle = {
  axes: 'lonLat',
  between: ' ',
  separator: ',',
  exterior: ['((', ')'].map(encode),
  hole: [',(', ')'].map(encode),
}

const [OPEN, COMMA, CLOSE] = ['(', ',', ')'].map(encode)

/** Tags around a ring that is a polygon of its own. */
export const TAG_BYTES = 4

export const openWkt: OpenWriter = ({ write }, { decimals }) => ({
  feature: (_head, rings) => {
    const writer = new ByteWriter(roughBytes(rings, TAG_BYTES))
    writeWkt(writer, rings, decimals)
    writer.text('\n')
    write(writer.finish())
  },
  end: () => {},
})

export const writeWkt = (writer: ByteWriter, rings: Rings, decimals: number): void => {
  const polygons = polygonCount(rings)
  if (polygons === 1) {
    writer.text('POLYGON ')
    writePolygon(writer, rings, 0, decimals)
  } else {
    writer.text('MULTIPOLYGON ')
    if (polygons === 0) writer.text('EMPTY')
    for (let polygon = 0; polygon < polygons; polygon++) {
      writer.raw(polygon === 0 ? OPEN : COMMA)
      writePolygon(writer, rings, polygon, decimals)
    }
    if (polygons > 0) writer.raw(CLOSE)
  }
}

const writePolygon = (writer: ByteWriter, rings: Rings, polygon: number, decimals: number): void => {
  writePolygonText(writer, rings, polygon, decimals, POLYGON)
  writer.raw(CLOSE)
}
