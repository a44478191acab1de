/**
 * A GeoJSON FeatureCollection as lines, one feature on each, and lines as a FeatureCollection again. The text is scanned and never parsed as a
 * whole, so memory does not grow with it; members beside the features stay as they are.
 */
import { PointsFault } from './points-reader.ts'

/** Members of a collection beside its features, as text. */
export interface CollectionFrame {
  /** Filled when the first feature is read: `{"type":"FeatureCollection","features":[`. */
  before: string
  /** Filled at the end: `]}`. */
  after: string
}

export const emptyFrame = (): CollectionFrame => ({
  before: '{"type":"FeatureCollection","features":[',
  after: ']}',
})

/** Larger than any feature that is accepted, and than what may be beside the features. */
const MAX_TEXT_BYTES = 1024 * 1024

/** Yields lines; fills the frame. */
export async function* linesOfCollection(
  pieces: AsyncIterable<Uint8Array | string>,
  frame: CollectionFrame,
): AsyncGenerator<Uint8Array> {
  const scanner = new CollectionScanner()
  for await (const piece of pieces) {
    const lines = scanner.scan(typeof piece === 'string' ? Buffer.from(piece) : piece)
    if (scanner.before !== null) frame.before = scanner.before
    if (lines.length > 0) yield Buffer.concat(lines)
  }
  frame.after = scanner.end()
}

/** Yields the collection with these lines as its features. */
export async function* collectionOfLines<Report>(
  lines: AsyncGenerator<Uint8Array, Report>,
  frame: CollectionFrame,
): AsyncGenerator<Uint8Array, Report> {
  let isBegun = false
  for (;;) {
    const { value, done } = await lines.next()
    if (!isBegun && (done === true || value.length > 0)) yield Buffer.from(`${frame.before}\n`)
    if (done === true) {
      yield Buffer.from(`${isBegun ? '\n' : ''}${frame.after}\n`)
      return value
    }
    if (value.length === 0) continue
    // Latin-1 keeps bytes as they are, and a line has no other line breaks.
    const text = Buffer.from(value.buffer, value.byteOffset, value.length - 1).toString('latin1')
    yield Buffer.from(`${isBegun ? ',\n' : ''}${text.replaceAll('\n', ',\n')}`, 'latin1')
    isBegun = true
  }
}

const [QUOTE, BACKSLASH, COMMA, SPACE, TAB, LF, CR] = [0x22, 0x5c, 0x2c, 0x20, 0x09, 0x0a, 0x0d]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
const LINE_BREAK = Uint8Array.of(LF)

class CollectionScanner {
  /** Text up to the features; null until they begin. */
  before: string | null = null
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** True inside the array of features. */
  #isInFeatures = false
  /** Text that is not finished: of the feature, or beside the features. */
  #pending: Uint8Array[] = []
  #pendingBytes = 0

  /** Returns the features that end in the piece, each followed by a line break. */
  scan(piece: Uint8Array): Uint8Array[] {
    const lines: Uint8Array[] = []
    let start = 0
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#isInString = false
        continue
      }
      if (byte === QUOTE) this.#isInString = true
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.#depth++
        if (this.#depth !== 2 || byte !== OPEN_BRACKET || this.before !== null) continue
        const text = this.#textOf(piece.subarray(start, at + 1))
        if (!/[{,]\s*"features"\s*:\s*\[$/.test(text)) {
          this.#add(Buffer.from(text))
          start = at + 1
          continue
        }
        this.before = text.replace(/^\ufeff/, '')
        this.#isInFeatures = true
        start = at + 1
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        this.#depth--
        if (this.#isInFeatures && this.#depth === 1) {
          this.#take(piece.subarray(start, at), lines)
          this.#isInFeatures = false
          start = at
        }
      } else if (byte === COMMA && this.#isInFeatures && this.#depth === 2) {
        this.#take(piece.subarray(start, at), lines)
        start = at + 1
      }
    }
    this.#add(piece.slice(start))
    return lines
  }

  /** Returns the text after the features. */
  end(): string {
    const text = this.#textOf(new Uint8Array()).trimEnd()
    if (this.before === null) throw new PointsFault(NO_COLLECTION)
    if (this.#isInFeatures || this.#depth !== 0)
      throw new PointsFault('The file is not complete: its FeatureCollection does not end.')
    return text
  }

  #add(bytes: Uint8Array): void {
    this.#pendingBytes += bytes.length
    if (this.#pendingBytes > MAX_TEXT_BYTES)
      throw new PointsFault(
        this.before === null
          ? NO_COLLECTION
          : `A feature has more than ${MAX_TEXT_BYTES} bytes; a quotation mark or bracket may be missing.`,
      )
    this.#pending.push(bytes)
  }

  #take(last: Uint8Array, lines: Uint8Array[]): void {
    this.#add(last)
    const text = Buffer.concat(this.#pending)
    this.#pending = []
    this.#pendingBytes = 0
    // Texts of JSON have no line breaks, so all others are between its words.
    for (let at = 0; at < text.length; at++)
      if (text[at] === LF || text[at] === CR || text[at] === TAB) text[at] = SPACE
    if (text.some((byte) => byte > SPACE)) lines.push(text, LINE_BREAK)
  }

  #textOf(last: Uint8Array): string {
    this.#add(last)
    const text = Buffer.concat(this.#pending).toString()
    this.#pending = []
    this.#pendingBytes = 0
    return text
  }
}

const NO_COLLECTION =
  'The file is not a GeoJSON FeatureCollection. If it has one feature on each line, use --format geojsonl.'
