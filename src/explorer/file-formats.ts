/** The file formats, in the order of the page. */

/** Formats that most programs open. */
export const COMMON_FORMATS = ['geojson', 'kml', 'gpkg', 'shp', 'svg'] as const
export const FURTHER_FORMATS = [
  'csv',
  'wkt',
  'wkb',
  'gml',
  'topojson',
  'fgb',
  'parquet',
  'geojsonl',
  'geojsons',
  'poly',
] as const

export type Format = (typeof COMMON_FORMATS)[number] | (typeof FURTHER_FORMATS)[number]

export const FORMAT_LABELS: Readonly<Record<Format, string>> = {
  geojson: 'GeoJSON',
  kml: 'KML',
  gpkg: 'GeoPackage',
  shp: 'Shapefile',
  svg: 'SVG',
  csv: 'CSV',
  wkt: 'WKT',
  wkb: 'WKB',
  gml: 'GML',
  topojson: 'TopoJSON',
  fgb: 'FlatGeobuf',
  parquet: 'GeoParquet',
  geojsonl: 'GeoJSON Lines',
  geojsons: 'GeoJSON sequence',
  poly: 'Osmosis .poly',
}
