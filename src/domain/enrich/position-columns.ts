/** Finds the columns of a table with the longitude and the latitude. */
import { listedChoices } from '../../util/join-words.ts'
import type { DecimalMark } from './csv-degrees.ts'
import { PointsFault } from './points-reader.ts'

/** How a file states positions: names of columns, null for the usual ones. */
export interface PositionColumns {
  readonly lon: string | null
  readonly lat: string | null
  /** A column with both, the latitude first. */
  readonly latLon: string | null
  readonly decimal: DecimalMark
}

/** Indexes of the columns: the last is -1, or the first two are. */
export interface PositionPlaces {
  readonly lonColumn: number
  readonly latColumn: number
  readonly latLonColumn: number
}

/** @throws PointsFault that names everything that is missing */
export const positionColumns = (
  names: readonly string[],
  { lon, lat, latLon }: PositionColumns,
): PositionPlaces => {
  const both = find(names, latLon, BOTH)
  if (latLon !== null) return { lonColumn: -1, latColumn: -1, latLonColumn: required(names, [both])[0] }
  const [lonFound, latFound] = [find(names, lon, LON), find(names, lat, LAT)]
  const isSplit = lon !== null || lat !== null || lonFound.column !== null || latFound.column !== null
  if (!isSplit && both.column !== null) return { lonColumn: -1, latColumn: -1, latLonColumn: both.column }
  const [lonColumn, latColumn] = required(names, [lonFound, latFound])
  return { lonColumn, latColumn, latLonColumn: -1 }
}

interface Axis {
  readonly what: string
  readonly option: string
  /** Usual names, in lower case. */
  readonly usual: readonly string[]
}

const LON: Axis = { what: 'longitude', option: '--lon', usual: ['lon', 'lng', 'long', 'longitude', 'x'] }
const LAT: Axis = { what: 'latitude', option: '--lat', usual: ['lat', 'latitude', 'y'] }
/** Only names that state the order. */
const BOTH: Axis = {
  what: 'position',
  option: '--lat-lon',
  usual: ['lat,lon', 'lat_lon', 'latlon', 'lat,lng', 'lat_lng', 'latlng', 'lat/lon', 'geo_point_2d'],
}

/** A column, or the sentence that says why there is none. */
type Found =
  | { readonly column: number; readonly fault: null }
  | { readonly column: null; readonly fault: string }

const find = (names: readonly string[], given: string | null, { what, option, usual }: Axis): Found => {
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
    return {
      column: null,
      fault: `Two columns are called "${names[another]}". Rename one, or name the column of the ${what} with ${option}.`,
    }
  if (column !== undefined) return { column, fault: null }
  return {
    column: null,
    fault:
      given === null
        ? `No column is called ${listedChoices(usual)}: name the column of the ${what} with ${option}.`
        : `No column is called "${given}".`,
  }
}

const required = (names: readonly string[], found: readonly Found[]): readonly number[] => {
  const faults = found.flatMap(({ fault }) => fault ?? [])
  if (faults.length === 0) return found.map(({ column }) => column ?? -1)
  throw new PointsFault(`${faults.join(' ')} The columns are ${names.join(', ')}.`)
}
