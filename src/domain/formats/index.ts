/** Table of the file formats: a new format is one entry here and does not compile until it is complete. */
import { openCsv } from './csv.ts'
import { openFlatGeobuf } from './flatgeobuf.ts'
import { openGeoJson } from './geojson-file.ts'
import { openGeoJsonLines, openGeoJsonSequence } from './geojson-lines.ts'
import { openGeoPackage } from './geopackage.ts'
import { openGeoParquet } from './geoparquet.ts'
import { openGml } from './gml.ts'
import { openKml } from './kml.ts'
import { openPoly } from './poly.ts'
import type { Row } from './row.ts'
import { openShapefile } from './shapefile.ts'
import { openSvg } from './svg.ts'
import { openTopoJson } from './topojson.ts'
import { openWkb } from './wkb.ts'
import { openWkt } from './wkt.ts'
import type { OpenWriter } from './writer.ts'

export const FORMAT_NAMES = [
  'geojson',
  'kml',
  'wkt',
  'svg',
  'gml',
  'geojsonl',
  'geojsons',
  'topojson',
  'fgb',
  'gpkg',
  'parquet',
  'shp',
  'csv',
  'wkb',
  'poly',
] as const

export type Format = (typeof FORMAT_NAMES)[number]

interface FormatFacts {
  /** Name for readers, with its specification. */
  readonly title: string
  readonly mediaType: string
  /** Without a dot. */
  readonly extension: string
  /** Files of text are stored with compressed copies. */
  readonly content: 'text' | 'binary'
  /** False for formats of one geometry without attributes. */
  readonly holdsCollections: boolean
}

/** Attributes of the file: all properties as they are, or the columns of `columns.ts`, read from a head or from a row. */
export type FormatKind = FormatFacts &
  (
    | { readonly attributes: 'properties' | 'columns'; readonly open: OpenWriter }
    | { readonly attributes: 'rows'; readonly open: OpenWriter<Row> }
  )

const text = { content: 'text', holdsCollections: true, attributes: 'columns' } as const
const table = { content: 'binary', holdsCollections: true, attributes: 'rows' } as const
const json = { ...text, attributes: 'properties' } as const

export const FORMATS: Readonly<Record<Format, FormatKind>> = {
  geojson: {
    ...json,
    title: 'GeoJSON (RFC 7946)',
    mediaType: 'application/geo+json',
    extension: 'geojson',
    open: openGeoJson,
  },
  kml: {
    ...text,
    title: 'KML 2.2',
    mediaType: 'application/vnd.google-earth.kml+xml',
    extension: 'kml',
    open: openKml,
  },
  // Well-known text has no registered media type, and browsers show plain text instead of offering a download.
  wkt: {
    ...text,
    title: 'well-known text of the geometry alone',
    mediaType: 'text/plain; charset=utf-8',
    extension: 'wkt',
    holdsCollections: false,
    open: openWkt,
  },
  svg: { ...text, title: 'a drawing (SVG)', mediaType: 'image/svg+xml', extension: 'svg', open: openSvg },
  gml: {
    ...text,
    title: 'GML 3.2, latitude first',
    mediaType: 'application/gml+xml; version=3.2',
    extension: 'gml',
    open: openGml,
  },
  geojsonl: {
    ...json,
    title: 'one GeoJSON Feature per line',
    mediaType: 'application/x-ndjson',
    extension: 'geojsonl',
    open: openGeoJsonLines,
  },
  geojsons: {
    ...json,
    title: 'GeoJSON text sequence (RFC 8142)',
    mediaType: 'application/geo+json-seq',
    extension: 'geojsons',
    open: openGeoJsonSequence,
  },
  topojson: {
    ...json,
    title: 'TopoJSON 1.0, shared borders once',
    mediaType: 'application/json',
    extension: 'topojson',
    open: openTopoJson,
  },
  fgb: {
    ...table,
    title: 'FlatGeobuf 3, with an index',
    mediaType: 'application/vnd.flatgeobuf',
    extension: 'fgb',
    open: openFlatGeobuf,
  },
  gpkg: {
    ...table,
    title: 'GeoPackage 1.3',
    mediaType: 'application/geopackage+sqlite3',
    extension: 'gpkg',
    open: openGeoPackage,
  },
  parquet: {
    ...table,
    title: 'GeoParquet 1.1',
    mediaType: 'application/vnd.apache.parquet',
    extension: 'parquet',
    open: openGeoParquet,
  },
  shp: {
    ...table,
    title: 'a Shapefile in a zip archive',
    mediaType: 'application/zip',
    extension: 'zip',
    open: openShapefile,
  },
  csv: {
    ...table,
    content: 'text',
    title: 'CSV with the geometry as well-known text',
    mediaType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    open: openCsv,
  },
  wkb: {
    ...text,
    content: 'binary',
    title: 'well-known binary of the geometry alone',
    mediaType: 'application/octet-stream',
    extension: 'wkb',
    holdsCollections: false,
    open: openWkb,
  },
  poly: {
    ...text,
    title: 'polygon filter file of Osmosis and osmium',
    mediaType: 'text/plain; charset=utf-8',
    extension: 'poly',
    holdsCollections: false,
    open: openPoly,
  },
}

export const COLLECTION_FORMATS = FORMAT_NAMES.filter((name) => FORMATS[name].holdsCollections)
