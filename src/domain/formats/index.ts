/** Table of the file formats: a new format is one entry here and does not compile until it is complete. */
import {
  type Carry,
  type OpenCarried,
  ofHeads,
  ofRows,
  packedRows,
  shortHeads,
  wholeHeads,
} from './carried.ts'
import { openCsv } from './csv.ts'
import { openFlatGeobuf } from './flatgeobuf.ts'
import { openGeoJson } from './geojson-file.ts'
import { openGeoJsonLines, openGeoJsonSequence } from './geojson-lines.ts'
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

export interface FormatKind {
  /** Name for readers, with its specification. */
  readonly title: string
  readonly mediaType: string
  /** Without a dot. */
  readonly extension: string
  /** Files of text are stored with compressed copies. */
  readonly content: 'text' | 'binary'
  /** False for formats of one geometry without attributes. */
  readonly holdsCollections: boolean
  readonly carry: Carry
  readonly open: OpenCarried
}

const text = {
  content: 'text',
  holdsCollections: true,
  carry: shortHeads,
} as const
const table = { ...text, content: 'binary', carry: packedRows } as const
const json = { ...text, carry: wholeHeads } as const

export const FORMATS: Readonly<Record<Format, FormatKind>> = {
  geojson: {
    ...json,
    title: 'GeoJSON (RFC 7946)',
    mediaType: 'application/geo+json',
    extension: 'geojson',
    open: ofHeads(openGeoJson),
  },
  kml: {
    ...text,
    title: 'KML 2.2',
    mediaType: 'application/vnd.google-earth.kml+xml',
    extension: 'kml',
    open: ofHeads(openKml),
  },
  // Well-known text has no registered media type, and browsers show plain text instead of offering a download.
  wkt: {
    ...text,
    title: 'well-known text of the geometry alone',
    mediaType: 'text/plain; charset=utf-8',
    extension: 'wkt',
    holdsCollections: false,
    open: ofHeads(openWkt),
  },
  svg: {
    ...text,
    title: 'a drawing (SVG)',
    mediaType: 'image/svg+xml',
    extension: 'svg',
    open: ofHeads(openSvg),
  },
  gml: {
    ...text,
    title: 'GML 3.2, latitude first',
    mediaType: 'application/gml+xml; version=3.2',
    extension: 'gml',
    open: ofHeads(openGml),
  },
  geojsonl: {
    ...json,
    title: 'one GeoJSON Feature per line',
    mediaType: 'application/x-ndjson',
    extension: 'geojsonl',
    open: ofHeads(openGeoJsonLines),
  },
  geojsons: {
    ...json,
    title: 'GeoJSON text sequence (RFC 8142)',
    mediaType: 'application/geo+json-seq',
    extension: 'geojsons',
    open: ofHeads(openGeoJsonSequence),
  },
  topojson: {
    ...json,
    title: 'TopoJSON 1.0, shared borders once',
    mediaType: 'application/json',
    extension: 'topojson',
    open: ofHeads(openTopoJson),
  },
  fgb: {
    ...table,
    title: 'FlatGeobuf 3, with an index',
    mediaType: 'application/vnd.flatgeobuf',
    extension: 'fgb',
    open: ofRows(openFlatGeobuf),
  },
  gpkg: {
    ...table,
    title: 'GeoPackage 1.3',
    mediaType: 'application/geopackage+sqlite3',
    extension: 'gpkg',
    open: ofRows(openGeoPackage),
  },
  parquet: {
    ...table,
    title: 'GeoParquet 1.1',
    mediaType: 'application/vnd.apache.parquet',
    extension: 'parquet',
    open: ofRows(openGeoParquet),
  },
  shp: {
    ...table,
    title: 'a Shapefile in a zip archive',
    mediaType: 'application/zip',
    extension: 'zip',
    open: ofRows(openShapefile),
  },
  csv: {
    ...table,
    content: 'text',
    title: 'CSV with the geometry as well-known text',
    mediaType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    open: ofRows(openCsv),
  },
  wkb: {
    ...text,
    content: 'binary',
    title: 'well-known binary of the geometry alone',
    mediaType: 'application/octet-stream',
    extension: 'wkb',
    holdsCollections: false,
    open: ofHeads(openWkb),
  },
  poly: {
    ...text,
    title: 'polygon filter file of Osmosis and osmium',
    mediaType: 'text/plain; charset=utf-8',
    extension: 'poly',
    holdsCollections: false,
    open: ofHeads(openPoly),
  },
}

export const COLLECTION_FORMATS = FORMAT_NAMES.filter((name) => FORMATS[name].holdsCollections)
