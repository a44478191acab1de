/** The file formats, in the order of the page. */

/** Formats that most programs open. */
const COMMON = { geojson: 'GeoJSON', kml: 'KML', gpkg: 'GeoPackage', shp: 'Shapefile', svg: 'SVG' } as const
const FURTHER = {
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
} as const

export const FORMAT_LABELS = { ...COMMON, ...FURTHER }
export type Format = keyof typeof FORMAT_LABELS

export const COMMON_FORMATS = Object.keys(COMMON) as (keyof typeof COMMON)[]
export const FURTHER_FORMATS = Object.keys(FURTHER) as (keyof typeof FURTHER)[]
