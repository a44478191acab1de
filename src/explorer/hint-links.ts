/** Finds the boundaries and the point that a hint or a note of an answer names. */
import type { Position } from '../client/index.ts'

export interface HintPiece {
  readonly text: string
  /** The boundary that the text names; null for other words. */
  readonly id: string | null
}

/** Cuts a hint into names of boundaries and the words between them. */
export const hintPieces = (hint: string): readonly HintPiece[] => {
  const pieces: HintPiece[] = []
  let at = 0
  for (const { index, 1: name, 2: id } of hint.matchAll(NAMED)) {
    pieces.push({ text: hint.slice(at, index), id: null }, { text: name, id })
    at = index + name.length
  }
  return [...pieces, { text: hint.slice(at), id: null }]
}

/** The name begins after the words of a hint, or after another boundary. */
const NAMED =
  /(?<=(?:boundary is|lies in|around it is|land is in|territory:|territories:) |\), |\) and )(\S.*?) \(([rw]\d+|iso:[A-Z]{2}(?:-[A-Z0-9]{1,3})?|fips:\d{5}|wikidata:Q\d+)\)/g

/** Returns the point of the town that a hint names first; null if it names none. */
export const pointOfHint = (hint: string): Position | null => {
  const [, lat, lon] = /at latitude (-?[\d.]+), longitude (-?[\d.]+)/.exec(hint) ?? []
  return lat === undefined ? null : [Number(lon), Number(lat)]
}
