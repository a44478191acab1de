/**
 * Reads the positions of an answer from its bytes. They are most of it, and JSON would make each an object only to be copied
 * into an array of numbers.
 */
import { grown } from '../../domain/geometry/grown.ts'
import { UNITS_PER_DEGREE } from '../../domain/geometry/rings.ts'

export interface TakenPositions {
  /** The answer, with each list of positions replaced by its index in `lists`. */
  readonly text: string
  /** `[lon, lat, …]` in units of 1e-7 degrees. */
  readonly lists: readonly Int32Array[]
}

/**
 * Extracts the lists of positions from an answer. A list in another form than Overpass writes (whole degrees and up to seven
 * decimals) stays in the text. O(n) in the bytes.
 */
export const takePositions = (bytes: Uint8Array): TakenPositions => {
  const answer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const reader = new PositionReader(answer)
  const pieces: Uint8Array[] = []
  const lists: Int32Array[] = []
  let taken = 0
  // Quotes inside texts are escaped, so that a match is always a whole text.
  for (let at = answer.indexOf(FIELD); at !== -1; at = answer.indexOf(FIELD, at + FIELD.length)) {
    const start = reader.startOfList(at + FIELD.length)
    const list = start === -1 ? null : reader.listAt(start)
    if (list === null) continue
    pieces.push(answer.subarray(taken, start), Buffer.from(String(lists.length)))
    lists.push(list)
    taken = reader.at
    at = taken - FIELD.length
  }
  const rest = pieces.length === 0 ? answer : Buffer.concat([...pieces, answer.subarray(taken)])
  return { text: new TextDecoder().decode(rest), lists }
}

const FIELD = '"geometry"'

const MAX_DECIMALS = 7
const MAX_WHOLE_DIGITS = 3
const POWERS = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals)
/** Not a coordinate: more than 180 degrees in units. */
const NONE = 0x7fffffff
/** Most ways of OpenStreetMap have no more than 2,000 nodes. */
const FIRST_LENGTH = 4_000

const code = (character: string): number => character.charCodeAt(0)
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE, COMMA, COLON, MINUS, POINT, ZERO, NINE] = Array.from(
  '[]{},:-.09',
  code,
)
const [SPACE, LINE_FEED, RETURN, TAB] = Array.from(' \n\r\t', code)
const isWhite = (byte: number): boolean =>
  byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB
const LON = Buffer.from('"lon"')
const LAT = Buffer.from('"lat"')

class PositionReader {
  /** Place after the last byte read. */
  at = 0
  readonly #bytes: Uint8Array
  #coordinates = new Int32Array(FIRST_LENGTH)

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Returns the start of the value of the field that ends here; -1 if it is not a list. */
  startOfList(endOfField: number): number {
    this.at = endOfField
    if (!this.#skip(COLON)) return -1
    this.#skipWhite()
    return this.#bytes[this.at] === OPEN_LIST ? this.at : -1
  }

  /** Returns null for anything but a list of positions. */
  listAt(start: number): Int32Array | null {
    this.at = start + 1
    let length = 0
    do {
      if (length === this.#coordinates.length) this.#coordinates = grown(this.#coordinates, 2 * length)
      if (!this.#readPosition(length)) return null
      length += 2
    } while (this.#skip(COMMA))
    return this.#skip(CLOSE_LIST) ? this.#coordinates.slice(0, length) : null
  }

  #readPosition(into: number): boolean {
    if (!this.#skip(OPEN)) return false
    const isLatFirst = this.#skipName(LAT)
    if (!isLatFirst && !this.#skipName(LON)) return false
    const first = this.#readUnits(isLatFirst ? 90 : 180)
    if (first === NONE || !this.#skip(COMMA) || !this.#skipName(isLatFirst ? LON : LAT)) return false
    const second = this.#readUnits(isLatFirst ? 180 : 90)
    if (second === NONE || !this.#skip(CLOSE)) return false
    this.#coordinates[into] = isLatFirst ? second : first
    this.#coordinates[into + 1] = isLatFirst ? first : second
    return true
  }

  #skipName(name: Uint8Array): boolean {
    this.#skipWhite()
    for (let index = 0; index < name.length; index++)
      if (this.#bytes[this.at + index] !== name[index]) return false
    this.at += name.length
    return this.#skip(COLON)
  }

  /** Returns `NONE` for anything but a number of degrees within the limit, or if it has more decimals than a unit. */
  #readUnits(limit: number): number {
    this.#skipWhite()
    const isNegative = this.#bytes[this.at] === MINUS
    if (isNegative) this.at++
    const start = this.at
    const whole = this.#readDigits()
    const digits = this.at - start
    if (digits === 0 || digits > MAX_WHOLE_DIGITS || (digits > 1 && this.#bytes[start] === ZERO)) return NONE
    let units = whole * UNITS_PER_DEGREE
    if (this.#bytes[this.at] === POINT) {
      const point = this.at++
      const fraction = this.#readDigits()
      const decimals = this.at - point - 1
      if (decimals === 0 || decimals > MAX_DECIMALS) return NONE
      units += fraction * POWERS[MAX_DECIMALS - decimals]
    }
    if (units > limit * UNITS_PER_DEGREE) return NONE
    return isNegative ? -units : units
  }

  #readDigits(): number {
    let value = 0
    for (;;) {
      const digit = this.#bytes[this.at]
      if (!(digit >= ZERO && digit <= NINE)) return value
      value = 10 * value + digit - ZERO
      this.at++
    }
  }

  #skip(character: number): boolean {
    this.#skipWhite()
    if (this.#bytes[this.at] !== character) return false
    this.at++
    return true
  }

  #skipWhite(): void {
    while (isWhite(this.#bytes[this.at])) this.at++
  }
}
