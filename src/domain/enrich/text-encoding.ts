/** Converts a text to UTF-8 while it is read: a byte order mark states its encoding, or the caller does. */
import { PointsFault } from './points-reader.ts'

/**
 * Yields the text in UTF-8; what is in UTF-8 passes unchanged. A text that had a byte order mark keeps one, by which spreadsheets recognize UTF-8.
 *
 * @param encoding a label of the Encoding Standard, such as `windows-1252`; null for UTF-8
 * @throws PointsFault if the mark contradicts the encoding, or the bytes are not in it
 */
export async function* inUtf8(
  pieces: AsyncGenerator<Uint8Array>,
  encoding: string | null,
): AsyncGenerator<Uint8Array> {
  try {
    yield* converted(pieces, encoding)
  } finally {
    await pieces.return(undefined)
  }
}

async function* converted(
  pieces: AsyncGenerator<Uint8Array>,
  encoding: string | null,
): AsyncGenerator<Uint8Array> {
  const start = await beginningOf(pieces)
  const marked = MARKS.find(({ bytes }) => bytes.every((byte, at) => start[at] === byte))?.encoding ?? null
  const named = encoding === null ? null : new TextDecoder(encoding).encoding
  if (marked !== null && named !== null && marked !== named)
    throw new PointsFault(`The file says that it is in ${marked}, not in ${named}. Leave out --encoding.`)
  const used = marked ?? named ?? UTF8
  if (used === UTF8) {
    yield start
    yield* pieces
    return
  }
  const decoder = new TextDecoder(used, { fatal: true })
  if (marked !== null) yield BYTE_ORDER_MARK
  const decode = (piece?: Uint8Array): Uint8Array => {
    try {
      return Buffer.from(decoder.decode(piece, { stream: piece !== undefined }))
    } catch (error) {
      throw new PointsFault(`The file is not in ${used}, or it is damaged.`, { cause: error })
    }
  }
  yield decode(start)
  for await (const piece of pieces) yield decode(piece)
  yield decode()
}

const UTF8 = 'utf-8'
const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const MARKS = [
  { encoding: UTF8, bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const
const MAX_MARK_BYTES = 3

/** Returns the first bytes, enough of them for any mark. */
const beginningOf = async (pieces: AsyncGenerator<Uint8Array>): Promise<Uint8Array> => {
  let start: Uint8Array = new Uint8Array()
  while (start.length < MAX_MARK_BYTES) {
    const { value, done } = await pieces.next()
    if (done === true) break
    // A copy, because the next piece may be in the same memory.
    start = Buffer.concat([start, value])
  }
  return start
}
