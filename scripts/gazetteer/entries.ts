/** Turns the towns of GeoNames into gazetteer entries. Columns: https://download.geonames.org/export/dump/readme.txt */
import { foldName } from '../../src/domain/catalog/fold.ts'
import type { SeatOrder } from '../../src/domain/gazetteer/ports.ts'
import type { GazetteerEntry } from '../../src/sources/gazetteer/encode-gazetteer.ts'

/** A division of a country, as in admin1CodesASCII.txt and admin2Codes.txt. */
export interface Division {
  /** "US.TX", "US.TX.453" */
  readonly code: string
  readonly name: string
}

/** Places that no longer exist: abandoned, destroyed, historical. */
export const FORMER = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH'])
/** Part of a city. */
export const SECTION = 'PPLX'
const SEAT_ORDERS: Readonly<Record<string, SeatOrder>> = {
  PPLC: 0,
  /** The seat of government of a country whose capital is another town. */
  PPLG: 0,
  PPLA: 1,
  PPLA2: 2,
  PPLA3: 3,
  PPLA4: 4,
  PPLA5: 5,
}

/** The last day on which a town of the file was changed. */
export const editionOf = (table: string): string =>
  rowsOf(table)
    .map(({ modified }) => modified)
    .sort()
    .at(-1) ?? ''

/** In the order of their ids, independent of the order of the table. */
export const entriesOf = (table: string, divisions: readonly Division[]): readonly GazetteerEntry[] => {
  const nameOf = new Map(divisions.map(({ code, name }) => [code, name]))
  return rowsOf(table)
    .filter(({ feature }) => !FORMER.has(feature))
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      name: row.name,
      foldedNames: foldedNames(row),
      countryCode: row.country,
      admin1: nameOf.get(`${row.country}.${row.admin1}`) ?? null,
      admin2: nameOf.get(`${row.country}.${row.admin1}.${row.admin2}`) ?? null,
      population: row.population,
      lon: row.lon,
      lat: row.lat,
      seatOrder: SEAT_ORDERS[row.feature] ?? null,
      isSection: row.feature === SECTION,
    }))
}

/** A populated place. */
export interface Row {
  readonly id: number
  readonly name: string
  readonly asciiName: string
  readonly alternateNames: readonly string[]
  readonly lon: number
  readonly lat: number
  readonly feature: string
  readonly country: string
  readonly admin1: string
  readonly admin2: string
  readonly admin3: string
  readonly admin4: string
  readonly population: number
  readonly modified: string
}

const COLUMN_COUNT = 19

export const rowsOf = (table: string): readonly Row[] =>
  table
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const columns = line.split('\t')
      if (columns.length !== COLUMN_COUNT) {
        throw new Error(`A line of GeoNames has ${columns.length} columns, not ${COLUMN_COUNT}: ${line}`)
      }
      return {
        id: Number(columns[0]),
        name: columns[1],
        asciiName: columns[2],
        alternateNames: columns[3].split(','),
        lat: Number(columns[4]),
        lon: Number(columns[5]),
        feature: columns[7],
        country: columns[8],
        admin1: columns[10],
        admin2: columns[11],
        admin3: columns[12],
        admin4: columns[13],
        population: Number(columns[14]),
        modified: columns[18],
      }
    })

const foldedNames = ({ name, asciiName, alternateNames }: Row): readonly string[] => {
  const initials = new Set([name, ...alternateNames].map(initialsOf))
  const alternates = alternateNames.filter(
    (alternate) => !isTransliteration(alternate) && (!isCode(alternate) || initials.has(alternate)),
  )
  const folded = [name, asciiName, ...alternates.filter((alternate) => !isTooShort(alternate))].map(foldName)
  return [...new Set(folded)].filter((text) => text !== '')
}

/** "wei ye na" for 維也納: GeoNames romanises other scripts without capitals, rarely as people would. */
const isTransliteration = (name: string): boolean =>
  /\p{Ll}/u.test(name) && !/[\p{Lu}\p{Lt}]/u.test(name) && !LETTER_OF_ANOTHER_SCRIPT.test(name)

const LETTER_OF_ANOTHER_SCRIPT = /[\p{L}--[\p{Script=Latin}\p{Lm}]]/v

/** "AND" is the airport of Anderson: folded, it would be a word. "NYC" stays, as the initials of New York City. */
const isCode = (name: string): boolean => /^[A-Z]{3}$/.test(name)

const initialsOf = (name: string): string =>
  name
    .split(/[ -]+/)
    .map(([initial]) => initial)
    .join('')

/** "NY", but not 東京. */
const isTooShort = (name: string): boolean => /^[a-z0-9]{0,2}$/.test(foldName(name))
