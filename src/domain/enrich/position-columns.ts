/** Which columns of a table have the longitude and the latitude. */
import { PointsFault } from './points-reader.ts'

/** Names of the columns with the position, where they are not the usual ones. */
export interface PositionColumns {
  readonly lon: string | null
  readonly lat: string | null
}

/** The places of the two among the columns. */
export const positionColumns = (
  names: readonly string[],
  { lon, lat }: PositionColumns,
): { readonly lonColumn: number; readonly latColumn: number } => ({
  lonColumn: columnOf(names, lon, LON_NAMES, 'longitude', '--lon'),
  latColumn: columnOf(names, lat, LAT_NAMES, 'latitude', '--lat'),
})

/** Names of columns in which longitudes and latitudes are looked for, in lower case. */
const LON_NAMES: readonly string[] = ['lon', 'lng', 'long', 'longitude', 'x']
const LAT_NAMES: readonly string[] = ['lat', 'latitude', 'y']

const columnOf = (
  names: readonly string[],
  given: string | null,
  usual: readonly string[],
  what: string,
  option: string,
): number => {
  const column = names.findIndex((name) =>
    given === null ? usual.includes(name.toLowerCase()) : name === given,
  )
  if (column !== -1) return column
  throw new PointsFault(
    given === null
      ? `No column is called ${usual.join(', ')}. Name the column of the ${what} with ${option}; the columns are ${names.join(', ')}.`
      : `No column is called "${given}"; the columns are ${names.join(', ')}.`,
  )
}
