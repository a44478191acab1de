/**
 * Writes GML 3.2 (ISO 19136): a feature collection. The reference system is named as a URN, so the axes are in EPSG:4326's
 * own order, latitude first. The geometry is always a MultiSurface, so that a reader that makes a table gets one type.
 */
import { polygonCount } from '../geometry/rings.ts'
import { knownFields } from './attribute-columns.ts'
import { ByteWriter, encode } from './byte-writer.ts'
import { featureId } from './feature-head.ts'
import { type PolygonStyle, roughBytes, writePolygonText } from './ring-text.ts'
import type { OpenWriter } from './writer.ts'
import { escapeXml, xmlId } from './xml.ts'

const ring = (tag: string): readonly Uint8Array[] =>
  [`<${tag}><gml:LinearRing><gml:posList>`, `</gml:posList></gml:LinearRing></${tag}>\n`].map(encode)
const POLYGON: PolygonStyle = {
  axes: 'latLon',
  between: ' ',
  separator: ' ',
  exterior: ring('gml:exterior'),
  hole: ring('gml:interior'),
}
const CLOSE_POLYGON = encode('</gml:Polygon></gml:surfaceMember>\n')

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
      for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
        writer.text(`<gml:surfaceMember><gml:Polygon gml:id="${id}.${polygon + 1}">\n`)
        writePolygonText(writer, rings, polygon, decimals, POLYGON)
        writer.raw(CLOSE_POLYGON)
      }
      writer.text('</gml:MultiSurface>\n</metes:geometry>\n</metes:Boundary>\n</gml:featureMember>\n')
      writeCopy(writer.drain())
    },
    end: () => write(encode('</gml:FeatureCollection>\n')),
  }
}

export const METES_NAMESPACE = 'urn:metes:boundary'

const PROLOGUE =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  `<gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:metes="${METES_NAMESPACE}" ` +
  'gml:id="metes.collection">\n'
