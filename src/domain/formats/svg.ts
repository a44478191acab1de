/**
 * A drawing (SVG 1.1, valid SVG 2 too) that fits wherever it is put: 1000 units on its longer side, y downwards.
 *
 * The projection is equirectangular, true to scale at the middle latitude; the metadata states it, so that a program can
 * read degrees back. A boundary that crosses the antimeridian is drawn as one, with what lies beyond ±180 on the right.
 * Edges that only exist because maps end there are filled up to, but not outlined. No script, no style sheet.
 */

import { alongRim } from '../geometry/map-rim.ts'
import { polygonCount, type Rings } from '../geometry/rings.ts'
import { type BoundaryFile, caption, type FeatureHead } from './boundary-file.ts'
import { ByteWriter } from './byte-writer.ts'
import { writePath } from './svg-path.ts'
import { projectionOf, type SvgProjection } from './svg-projection.ts'
import { escapeXml, xmlId } from './xml.ts'

/** 4.5 : 1 on white and on black (WCAG 1.4.11 asks for 3 : 1), so that dark pages need nothing else. */
const COLOUR = '#2b7bba'

/** Margin for the outline, half of which lies outside. */
const MARGIN = 4

/** The outline stays thin at any size. The property is not inherited, so each path carries it. */
const THIN = 'vector-effect="non-scaling-stroke"'

export const writeSvg = ({ rings, feature }: BoundaryFile): Uint8Array => {
  if (polygonCount(rings) === 0) throw new RangeError('A boundary without polygons cannot be drawn.')
  const writer = new ByteWriter(4096 + rings.coords.length * 6)
  const projection = projectionOf(rings)
  writer.text(head(feature, projection))
  if (hasRimEdges(rings)) {
    writer.text('<path fill-rule="evenodd" stroke="none" d="')
    writePath(writer, rings, projection, true)
    writer.text(`"/>\n<path fill="none" ${THIN} d="`)
    writePath(writer, rings, projection, false)
  } else {
    writer.text(`<path fill-rule="evenodd" ${THIN} d="`)
    writePath(writer, rings, projection, true)
  }
  writer.text('"/>\n</g>\n</svg>\n')
  return writer.finish()
}

const head = (feature: FeatureHead, projection: SvgProjection): string => {
  const id = xmlId(feature.id)
  const { name, attribution, source } = feature.properties
  const [left, width, height] = [-MARGIN, projection.width + 2 * MARGIN, projection.height + 2 * MARGIN].map(
    short,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${left} ${width} ${height}" role="img" ` +
    `aria-labelledby="${id}-title ${id}-description">\n` +
    `<title id="${id}-title">${escapeXml(name)}</title>\n` +
    `<desc id="${id}-description">Outline of ${escapeXml(caption(feature))}. ${escapeXml(attribution)}</desc>\n` +
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:metes="urn:metes:boundary">\n' +
    `<dc:identifier>${escapeXml(feature.id)}</dc:identifier>\n<dc:rights>${escapeXml(attribution)}</dc:rights>\n` +
    `<dc:source>${escapeXml(source.url)}</dc:source>\n` +
    `<metes:equirectangular west="${projection.west}" north="${projection.north}" ` +
    `units-per-degree-lon="${projection.perDegreeLon}" units-per-degree-lat="${projection.perDegreeLat}"/>\n</metadata>\n` +
    `<g fill="${COLOUR}" fill-opacity="0.25" stroke="${COLOUR}" stroke-width="1.5" stroke-linejoin="round">\n`
  )
}

const short = (number: number): string => String(Math.round(number * 100) / 100)

const hasRimEdges = ({ coords, ringEnds }: Rings): boolean => {
  let first = 0
  for (const end of ringEnds) {
    for (let at = first, before = end - 1; at < end; before = at++) {
      if (alongRim(coords[2 * before], coords[2 * before + 1], coords[2 * at], coords[2 * at + 1]))
        return true
    }
    first = end
  }
  return false
}
