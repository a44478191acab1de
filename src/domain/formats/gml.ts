/**
 * Writes GML 3.2 (ISO 19136): a feature collection. The reference system is named as a URN, so the axes are in EPSG:4326's
 * own order, latitude first. The geometry is always a MultiSurface, so that a reader that makes a table gets one type.
 */
import { polygonCount, polygonStart, type Rings } from '../geometry/rings.ts'
import { ByteWriter, encode } from './byte-writer.ts'
import { knownFields } from './columns.ts'
import { featureId } from './feature-head.ts'
import { type PositionStyle, roughBytes, writeRingText } from './ring-text.ts'
import type { OpenWriter } from './writer.ts'
import { escapeXml, xmlId } from './xml.ts'

const POSITIONS: PositionStyle = { axes: 'latLon', between: ' ', separator: ' ' }

const SRS = 'srsName="urn:ogc:def:crs:EPSG::4326" srsDimension="2"'

/** Tags around a ring that is a polygon of its own. */
const TAG_BYTES = 200

export const openGml: OpenWriter = (
  { write, writeCopy },
  { isCollection, title, attribution, columns, decimals },
) => {
  write(encode(PROLOGUE))
  // Only the collection has the standard properties: without a schema, readers would make fields of a feature's as well.
  if (isCollection)
    write(
      encode(
        `<gml:description>${escapeXml(attribution)}</gml:description>\n<gml:name>${escapeXml(title)}</gml:name>\n`,
      ),
    )
  const writer = new ByteWriter(64 * 1024)
  return {
    feature: (feature, rings) => {
      writer.reserve(roughBytes(rings, TAG_BYTES))
      const id = xmlId(featureId(feature))
      writer.text(`<gml:featureMember>\n<metes:Boundary gml:id="${id}">\n`)
      for (const [field, value] of knownFields(columns, feature))
        writer.text(`<metes:${field}>${escapeXml(value)}</metes:${field}>\n`)
      writer.text(`<metes:geometry>\n<gml:MultiSurface gml:id="${id}.geometry" ${SRS}>\n`)
      for (let polygon = 0; polygon < polygonCount(rings); polygon++)
        writePolygon(writer, rings, polygon, decimals, `${id}.${polygon + 1}`)
      writer.text('</gml:MultiSurface>\n</metes:geometry>\n</metes:Boundary>\n</gml:featureMember>\n')
      writeCopy(writer.drain())
    },
    end: () => write(encode('</gml:FeatureCollection>\n')),
  }
}

const PROLOGUE =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:metes="urn:metes:boundary" ' +
  'gml:id="metes.collection">\n'

const OPEN_EXTERIOR = encode('<gml:exterior><gml:LinearRing><gml:posList>')
const CLOSE_EXTERIOR = encode('</gml:posList></gml:LinearRing></gml:exterior>\n')
const OPEN_HOLE = encode('<gml:interior><gml:LinearRing><gml:posList>')
const CLOSE_HOLE = encode('</gml:posList></gml:LinearRing></gml:interior>\n')
const CLOSE_POLYGON = encode('</gml:Polygon></gml:surfaceMember>\n')

const writePolygon = (
  writer: ByteWriter,
  rings: Rings,
  polygon: number,
  decimals: number,
  id: string,
): void => {
  writer.text(`<gml:surfaceMember><gml:Polygon gml:id="${id}">\n`)
  const exterior = polygonStart(rings, polygon)
  for (let ring = exterior; ring < rings.polygonEnds[polygon]; ring++) {
    writer.raw(ring === exterior ? OPEN_EXTERIOR : OPEN_HOLE)
    writeRingText(writer, rings, ring, decimals, POSITIONS)
    writer.raw(ring === exterior ? CLOSE_EXTERIOR : CLOSE_HOLE)
  }
  writer.raw(CLOSE_POLYGON)
}
