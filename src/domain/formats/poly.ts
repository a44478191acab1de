/**
 * Writes the polygon filter file of Osmosis, which osmium and Geofabrik's extracts also use: a name, then a section for each
 * ring, holes with `!` before their name, one position on each line, longitude first. The format has no comments, so the
 * attribution is in the line of the name.
 */
import { polygonCount, polygonStart, type Rings } from '../geometry/rings.ts'
import { ByteWriter } from './byte-writer.ts'
import { caption } from './feature-head.ts'
import { type PositionStyle, roughBytes, writeRingText } from './ring-text.ts'
import type { OpenWriter } from './writer.ts'

const POSITIONS: PositionStyle = { axes: 'lonLat', between: ' ', separator: '\n' }
/** Tags around a ring that is a polygon of its own. */
const TAG_BYTES = 16

export const openPoly: OpenWriter = ({ write }, { decimals, attribution }) => ({
  feature: (head, rings) => {
    const writer = new ByteWriter(roughBytes(rings, TAG_BYTES))
    writer.text(`${oneLine(`${caption(head)} ${attribution}`)}\n`)
    writeSections(writer, rings, decimals)
    writer.text('END\n')
    write(writer.finish())
  },
  end: () => {},
})

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const writeSections = (writer: ByteWriter, rings: Rings, decimals: number): void => {
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const exterior = polygonStart(rings, polygon)
    for (let ring = exterior; ring < rings.polygonEnds[polygon]; ring++) {
      writer.text(`${ring === exterior ? '' : '!'}${ring + 1}\n`)
      writeRingText(writer, rings, ring, decimals, POSITIONS)
      writer.text('\nEND\n')
    }
  }
}
