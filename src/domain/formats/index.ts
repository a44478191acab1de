/** Table of the file formats: a new format is one entry here. */

import type { Row } from './attribute-row.ts'
import {
  type Carry,
  type OpenCarried,
  ofHeads,
  ofRows,
  packedRows,
  shortHeads,
  wholeHeads,
} from './carried-attributes.ts'
import { openCover } from './cover.ts'
import { openCsv } from './csv.ts'
import { openFlatGeobuf } from './flatgeobuf.ts'
import { openGeoJson, openGeoJsonLines, openGeoJsonSequence } from './geojson-file.ts'
import { openGeoPackage } from './geopackage.ts'
import { openGeoParquet } from './geoparquet.ts'
import { openGml } from './gml.ts'
import { openKml } from './kml.ts'
import { openPoly } from './poly.ts'
import { openShapefile } from './shapefile.ts'
import { openSvg } from './svg.ts'
import { openTopoJson } from './topojson.ts'
import { openWkb } from './wkb.ts'
import { openWkt } from './wkt.ts'
import type { OpenWriter } from './writer.ts'

interface FormatKind {
  /** Name for readers, with its specification. */
  readonly title: string
  readonly mediaType: string
  /** Without a dot; by default the name of the format. */
  readonly extension?: string
  /** Files of text are stored with compressed copies. */
  readonly content: 'text' | 'binary'
  /** One: a geometry without attributes. Many: a set, which is of no use for one boundary. */
  readonly holds: 'one' | 'many' | 'both'
  readonly carry: Carry
  readonly open: OpenCarried
}

const text = (title: string, mediaType: string, open: OpenWriter): FormatKind => ({
  title,
  mediaType,
  content: 'text',
  holds: 'both',
  carry: shortHeads,
  open: ofHeads(open),
})
const json = (title: string, mediaType: string, open: OpenWriter): FormatKind => ({
  ...text(title, mediaType, open),
  carry: wholeHeads,
})
const geometry = (title: string, mediaType: string, open: OpenWriter): FormatKind => ({
  ...text(title, mediaType, open),
  holds: 'one',
})
const table = (title: string, mediaType: string, open: OpenWriter<Row>): FormatKind => ({
  title,
  mediaType,
  content: 'binary',
  holds: 'both',
  carry: packedRows,
  open: ofRows(open),
})

const KINDS = {
  geojson: json('GeoJSON (RFC 7946)', 'application/geo+json', openGeoJson),
  kml: text('KML 2.2', 'application/vnd.google-earth.kml+xml', openKml),
  // It has no registered media type, and browsers show plain text instead of offering a download.
  wkt: geometry('well-known text of the geometry alone', 'text/plain; charset=utf-8', openWkt),
  svg: text('a drawing (SVG)', 'image/svg+xml', openSvg),
  gml: text('GML 3.2, latitude first', 'application/gml+xml; version=3.2', openGml),
  geojsonl: json('one GeoJSON Feature per line', 'application/x-ndjson', openGeoJsonLines),
  geojsons: json('GeoJSON text sequence (RFC 8142)', 'application/geo+json-seq', openGeoJsonSequence),
  topojson: json('TopoJSON 1.0, shared borders once', 'application/json', openTopoJson),
  fgb: table('FlatGeobuf 3, with an index', 'application/vnd.flatgeobuf', openFlatGeobuf),
  gpkg: table('GeoPackage 1.3', 'application/geopackage+sqlite3', openGeoPackage),
  parquet: table('GeoParquet 1.1', 'application/vnd.apache.parquet', openGeoParquet),
  cover: {
    title: 'exact cover for joins in SQL (Parquet)',
    mediaType: 'application/vnd.apache.parquet',
    extension: 'cover.parquet',
    content: 'binary',
    holds: 'many',
    carry: shortHeads,
    open: ofHeads(openCover),
  },
  shp: {
    ...table('a Shapefile in a zip archive', 'application/zip', openShapefile),
    // By this ending GDAL opens an archive without being told.
    extension: 'shp.zip',
  },
  csv: {
    ...table('CSV with the geometry as well-known text', 'text/csv; charset=utf-8; header=present', openCsv),
    content: 'text',
  },
  wkb: {
    ...geometry('well-known binary of the geometry alone', 'application/octet-stream', openWkb),
    content: 'binary',
  },
  poly: geometry('polygon filter file of Osmosis and osmium', 'text/plain; charset=utf-8', openPoly),
} satisfies Readonly<Record<string, FormatKind>>

export type Format = keyof typeof KINDS

const FORMAT_NAMES = Object.keys(KINDS) as readonly Format[]

export const FORMATS = Object.fromEntries(
  Object.entries(KINDS).map(([name, kind]) => [name, { extension: name, ...kind }]),
) as Readonly<Record<Format, Required<FormatKind>>>

/** Formats of a boundary, an area or a union. */
export const SINGLE_FORMATS = FORMAT_NAMES.filter((name) => FORMATS[name].holds !== 'many')

export const COLLECTION_FORMATS = FORMAT_NAMES.filter((name) => FORMATS[name].holds !== 'one')
