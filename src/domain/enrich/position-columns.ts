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
  const placesOf = (isMeant: (name: string) => boolean): readonly number[] =>
    names.flatMap((name, place) => (isMeant(name) ? [place] : []))
  // In the order of the usual names: x and y may be metres where there are degrees as well.
  const [column, another] =
    given === null
      ? (usual
          .map((each) => placesOf((name) => name.toLowerCase() === each))
          .find(({ length }) => length > 0) ?? [])
      : placesOf((name) => name === given)
  if (another !== undefined)
    throw new PointsFault(
      `Two columns are called "${names[another]}". Rename one, or name the column of the ${what} with ${option}.`,
    )
  if (column !== undefined) return column
  throw new PointsFault(
    given === null
      ? `No column is called ${usual.join(', ')}. Name the column of the ${what} with ${option}; the columns are ${names.join(', ')}.`
      : `No column is called "${given}"; the columns are ${names.join(', ')}.`,
  )
}
