/**
 * Writes KML 2.2 (OGC 07-147r2): a Placemark for each feature. The order of the elements is the schema's (a Feature's
 * members before the geometry, `outerBoundaryIs` before `innerBoundaryIs`). `altitudeMode` is omitted, because the default,
 * clampToGround, is right; `tessellate` makes long edges follow the ground. `description` is omitted, because Google Earth
 * reads it as HTML.
 */
import { polygonCount } from '../geometry/rings.ts'
import { type Column, knownFields } from './attribute-columns.ts'
import { ByteWriter, encode } from './byte-writer.ts'
import { type FeatureHead, featureId, featureName, sourceUrlOf } from './feature-head.ts'
import { type PolygonStyle, roughBytes, writePolygonText } from './ring-text.ts'
import type { OpenWriter } from './writer.ts'
import { escapeXml, xmlId } from './xml.ts'

const ring = (tag: string): readonly Uint8Array[] =>
  [`<${tag}><LinearRing><coordinates>`, `</coordinates></LinearRing></${tag}>\n`].map(encode)
const POLYGON: PolygonStyle = {
  axes: 'lonLat',
  between: ',',
  separator: ' ',
  exterior: ring('outerBoundaryIs'),
  hole: ring('innerBoundaryIs'),
}
const OPEN_POLYGON = encode('<Polygon><tessellate>1</tessellate>\n')
const CLOSE_POLYGON = encode('</Polygon>\n')

/** Colours are aabbggrr. Without a style a polygon is opaque white and hides the map. */
const STYLE =
  '<Style id="boundary"><LineStyle><color>ffba7b2b</color><width>2</width></LineStyle>' +
  '<PolyStyle><color>40ba7b2b</color></PolyStyle></Style>'

/** Tags around a ring that is a polygon of its own. */
const TAG_BYTES = 140

export const openKml: OpenWriter = (
  { write, writeCopy },
  { isCollection, title, attribution, columns, decimals },
) => {
  // The name has its own element.
  const data = columns.filter(({ name }) => name !== 'name')
  write(encode(`${PROLOGUE}<Document>\n${isCollection ? documentHead(title, attribution) : ''}${STYLE}\n`))
  const writer = new ByteWriter(64 * 1024)
  return {
    feature: (feature, rings) => {
      writer.reserve(roughBytes(rings, TAG_BYTES))
      writer.text(placemarkHead(feature, data))
      const polygons = polygonCount(rings)
      if (polygons !== 1) writer.text('<MultiGeometry>\n')
      for (let polygon = 0; polygon < polygons; polygon++) {
        writer.raw(OPEN_POLYGON)
        writePolygonText(writer, rings, polygon, decimals, POLYGON)
        writer.raw(CLOSE_POLYGON)
      }
      if (polygons !== 1) writer.text('</MultiGeometry>\n')
      writer.text('</Placemark>\n')
      writeCopy(writer.drain())
    },
    end: () => write(encode('</Document>\n</kml>\n')),
  }
}

const PROLOGUE =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom">\n'

/** Google Earth shows author and link next to the place, so the attribution is visible, not only stored. */
const author = (attribution: string): string =>
  `<atom:author><atom:name>${escapeXml(attribution)}</atom:name></atom:author>\n`

const documentHead = (title: string, attribution: string): string =>
  `<name>${escapeXml(title)}</name>\n${author(attribution)}`

const placemarkHead = (feature: FeatureHead, columns: readonly Column[]): string => {
  const data = knownFields(columns, feature).map(
    ([field, value]) => `<Data name="${field}"><value>${escapeXml(value)}</value></Data>\n`,
  )
  const url = sourceUrlOf(feature)
  return (
    `<Placemark id="${xmlId(featureId(feature))}">\n<name>${escapeXml(featureName(feature))}</name>\n` +
    author(String(feature.properties.attribution)) +
    (url === null ? '' : `<atom:link href="${escapeXml(url)}"/>\n`) +
    `<styleUrl>#boundary</styleUrl>\n<ExtendedData>\n${data.join('')}</ExtendedData>\n`
  )
}
