import { spawnSync } from 'node:child_process'
import { isRequired } from './required.ts'

/** Why tests with GDAL are skipped; false where they are not. */
export const noGdal: string | false =
  !isRequired('gdal') &&
  spawnSync('ogr2ogr', ['--version']).status !== 0 &&
  'ogr2ogr is not installed (gdal-bin)'
