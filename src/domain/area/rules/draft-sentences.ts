/** The sentences of the rules: reasons for parts, and reasons for refused phrases. */
import type { Position } from '../../geometry/rings.ts'
import type { Choice } from './choose.ts'
import type { Sense } from './sense.ts'

export const NO_PLACE = 'The text names no place.'
export const LIES_OUTSIDE =
  'It lies outside the area that it is excluded from, and other places have the same name.'
export const CONTRADICTS = 'The text both includes and excludes it.'
export const IN_OR_OUT =
  'It may be in or left out. Write "but including" before it if it belongs to the area, and "excluding" if it does not.'
export const OUT_OR_BACK =
  'It is already left out. Remove it, or write "but including" before it if it belongs to the area.'
export const CUT_FROM_NOTHING =
  'It is an exception to what is left out, but nothing that contains this is in the area. Name what belongs to the area first.'
export const IN_OR_BESIDE =
  'A country has this name, too, which lies outside the area. Add the level to leave out the part, or remove the words.'
export const EMPTIES = 'Excluding it leaves nothing of the area.'

export const outsideSentence = ([lon, lat]: Position): string =>
  `The point that must be inside (lat ${lat}, lon ${lon}) lies outside the area that the text describes.`

export const choiceReason = (
  text: string,
  { sense, because, isReviewed }: Extract<Choice, { kind: 'one' }>,
): string =>
  isReviewed
    ? `"${text}" is read as the ${wordOf(sense)} "${sense.boundary.names.en ?? sense.boundary.name}": ${because}`
    : `"${text}" is the ${wordOf(sense)} "${sense.matchedName}", and ${because}.`

const wordOf = ({ boundary }: Sense): string => boundary.kind.replaceAll('_', ' ')
