/** Finds the columns of a table with the longitude and the latitude. */
import { PointsFault } from './points-reader.ts'

/** Names of the position's columns; null for the usual names. */
export interface PositionColumns {
  readonly lon: string | null
  readonly lat: string | null
}

/** Returns the indexes of the two columns. */
export const positionColumns = (
  names: readonly string[],
  { lon, lat }: PositionColumns,
): { readonly lonColumn: number; readonly latColumn: number } => ({
  lonColumn: columnOf(names, lon, LON_NAMES, 'longitude', '--lon'),
  latColumn: columnOf(names, lat, LAT_NAMES, 'latitude', '--lat'),
})

/** Usual names of the columns, in lower case. */
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
  // The order of the usual names decides: in a table that also has degrees, x and y may be metres.
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
