/**
 * Writes a drawing (SVG 1.1, valid SVG 2 too) that scales to any place: 1000 units on its longer side, y downwards.
 *
 * The projection is equirectangular, true to scale at the middle latitude; the metadata states it, so that a program can
 * read degrees back. A boundary that crosses the antimeridian is drawn as one, with the part beyond ±180 on the right. Edges
 * that exist only because maps end there are filled but not outlined. There is no script and no style sheet.
 */

import { alongRim } from '../geometry/map-rim.ts'
import { polygonCount, type Rings } from '../geometry/rings.ts'
import { ByteWriter, encode } from './byte-writer.ts'
import { caption, type FeatureHead, featureId, sourceUrlOf } from './feature-head.ts'
import { writePath } from './svg-path.ts'
import { projectionOf, projectionOfBox, type SvgProjection } from './svg-projection.ts'
import type { FileMeta, OpenWriter } from './writer.ts'
import { escapeXml, xmlId } from './xml.ts'

/** A contrast of 4.5 : 1 on white and on black (WCAG 1.4.11 requires 3 : 1), so that dark pages need no other colour. */
const COLOUR = '#2b7bba'

/** Margin for the outline, half of which lies outside the shape. */
const MARGIN = 4

/** Keeps the outline thin at any size. The property is not inherited, so each path has it. */
const THIN = 'vector-effect="non-scaling-stroke"'

/** Decimals of a grid that many features share: a thousandth of a pixel of an ordinary screen. */
const COLLECTION_DECIMALS = 3

export const openSvg: OpenWriter = ({ write, writeCopy }, meta) => {
  const projection = projectionOfBox(meta.bbox, COLLECTION_DECIMALS)
  const writer = new ByteWriter(64 * 1024)
  let isBegun = false
  const begin = (feature: FeatureHead): void => {
    if (!isBegun) write(encode(head(feature, meta, projection)))
    isBegun = true
  }
  return {
    feature: (feature, rings) => {
      if (polygonCount(rings) === 0 && !meta.isCollection)
        throw new RangeError('A boundary without polygons cannot be drawn.')
      begin(feature)
      writer.reserve(4096 + rings.coords.length * 6)
      if (meta.isCollection)
        writer.text(`<g id="${xmlId(featureId(feature))}">\n<title>${escapeXml(caption(feature))}</title>\n`)
      writePaths(writer, rings, meta.isCollection ? projection : projectionOf(rings))
      if (meta.isCollection) writer.text('</g>\n')
      writeCopy(writer.drain())
    },
    end: () => {
      begin({ bbox: meta.bbox, properties: {} })
      write(encode('</g>\n</svg>\n'))
    },
  }
}

const writePaths = (writer: ByteWriter, rings: Rings, projection: SvgProjection): void => {
  if (hasRimEdges(rings)) {
    writer.text('<path fill-rule="evenodd" stroke="none" d="')
    writePath(writer, rings, projection, true)
    writer.text(`"/>\n<path fill="none" ${THIN} d="`)
    writePath(writer, rings, projection, false)
  } else {
    writer.text(`<path fill-rule="evenodd" ${THIN} d="`)
    writePath(writer, rings, projection, true)
  }
  writer.text('"/>\n')
}

const head = (feature: FeatureHead, meta: FileMeta, projection: SvgProjection): string => {
  const { isCollection, attribution, title } = meta
  const id = isCollection ? 'collection' : xmlId(featureId(feature))
  const [left, width, height] = [-MARGIN, projection.width + 2 * MARGIN, projection.height + 2 * MARGIN].map(
    short,
  )
  const source = sourceUrlOf(feature)
  const identity =
    isCollection || feature.id === undefined
      ? ''
      : `<dc:identifier>${escapeXml(feature.id)}</dc:identifier>\n`
  const what = isCollection ? `Outlines of ${title}` : `Outline of ${caption(feature)}`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${left} ${width} ${height}" role="img" ` +
    `aria-labelledby="${id}-title ${id}-description">\n` +
    `<title id="${id}-title">${escapeXml(title)}</title>\n` +
    `<desc id="${id}-description">${escapeXml(what)}. ${escapeXml(attribution)}</desc>\n` +
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:metes="urn:metes:boundary">\n' +
    `${identity}<dc:rights>${escapeXml(attribution)}</dc:rights>\n` +
    (isCollection || source === null ? '' : `<dc:source>${escapeXml(source)}</dc:source>\n`) +
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
