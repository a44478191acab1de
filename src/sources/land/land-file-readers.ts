/** The readers of land files, by file extension. */
import { readGeoJson, readGeoJsonLines } from './read-geojson.ts'
import { readShapefile } from './read-shapefile.ts'
import type { LandPolygon } from './tiles-of-polygons.ts'

type ReadLandFile = (path: string, onBytes: (bytes: number) => void) => AsyncGenerator<LandPolygon>

export const LAND_FILE_READERS: Readonly<Record<string, ReadLandFile>> = {
  '.shp': readShapefile,
  '.geojson': readGeoJson,
  '.json': readGeoJson,
  '.geojsonl': readGeoJsonLines,
  '.geojsons': readGeoJsonLines,
  '.geojsonseq': readGeoJsonLines,
  '.ndjson': readGeoJsonLines,
}

export const LAND_FILE_ENDINGS: readonly string[] = Object.keys(LAND_FILE_READERS)
