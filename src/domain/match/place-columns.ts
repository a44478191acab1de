/** Finds the columns of a table that say what a place is. */
import { listed } from '../../util/join-words.ts'
import { PointsFault } from '../enrich/points-reader.ts'
import type { Place } from './place.ts'

/** Names of columns; null for the usual one, which is called like the cell. */
export type PlaceColumns = Readonly<Record<keyof Place, string | null>>

/** Indexes of the columns; -1 for a cell that the table lacks. */
export type PlacePlaces = Readonly<Record<keyof Place, number>>

/** @throws PointsFault that names everything that is missing */
export const placeColumns = (names: readonly string[], given: PlaceColumns): PlacePlaces => {
  const faults: string[] = []
  const placeOf = (cell: keyof Place): number => {
    const asked = given[cell]
    const places = names.flatMap((name, at) =>
      (asked === null ? name.toLowerCase() === cell : name === asked) ? [at] : [],
    )
    if (places.length > 1)
      faults.push(
        `Two columns are called "${names[places[1]]}". Rename one, or name the column of the ${cell} with --${cell}.`,
      )
    if (places.length === 0 && asked !== null) faults.push(`No column is called "${asked}".`)
    if (places.length === 0 && asked === null && cell === 'name')
      faults.push('No column is called name: name the column of the names with --name.')
    return places.length === 1 ? places[0] : -1
  }
  const found = {
    name: placeOf('name'),
    country: placeOf('country'),
    level: placeOf('level'),
    parent: placeOf('parent'),
  }
  if (faults.length === 0) return found
  throw new PointsFault(`${faults.join(' ')} The columns are ${names.join(', ')}.`)
}

/** @throws PointsFault if the table already has a column that is added */
export const refuseTaken = (names: readonly string[], added: readonly string[]): void => {
  const taken = added.filter((each) => names.includes(each))
  if (taken.length === 0) return
  throw new PointsFault(
    taken.length === 1
      ? `The file already has a column ${taken[0]}. Rename or delete it.`
      : `The file already has the columns ${listed(taken)}. Rename or delete them.`,
  )
}
