/** The file formats in one table: a new format is one line here and does not compile until it is complete. */
import type { BoundaryFile } from './boundary-file.ts'
import { writeFeature } from './feature-json.ts'
import { writeGml } from './gml.ts'
import { writeKml } from './kml.ts'
import { writeSvg } from './svg.ts'
import { writeWkt } from './wkt.ts'

export const FORMAT_NAMES = ['geojson', 'kml', 'wkt', 'svg', 'gml'] as const

export type Format = (typeof FORMAT_NAMES)[number]

export interface FormatKind {
  readonly mediaType: string
  /** Without a dot; also the last part of the format's addresses. */
  readonly extension: string
  readonly write: (file: BoundaryFile) => Uint8Array
}

export const FORMATS: Readonly<Record<Format, FormatKind>> = {
  geojson: { mediaType: 'application/geo+json', extension: 'geojson', write: writeFeature },
  kml: { mediaType: 'application/vnd.google-earth.kml+xml', extension: 'kml', write: writeKml },
  // No media type is registered for well-known text, and browsers show plain text instead of asking what it is.
  wkt: { mediaType: 'text/plain; charset=utf-8', extension: 'wkt', write: writeWkt },
  svg: { mediaType: 'image/svg+xml', extension: 'svg', write: writeSvg },
  gml: { mediaType: 'application/gml+xml; version=3.2', extension: 'gml', write: writeGml },
}
