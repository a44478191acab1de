/** Splits JSON-RPC input into lines of limited length. A longer line is dropped and answered with an error. */
import { Transform, type TransformCallback } from 'node:stream'
import { ProtocolErrorCode } from '@modelcontextprotocol/server'

export type RequestId = string | number

export interface ErrorAnswer {
  readonly jsonrpc: '2.0'
  /** Null if the id cannot be read (JSON-RPC 2.0 §5). */
  readonly id: RequestId | null
  readonly error: { readonly code: number; readonly message: string }
}

/** More than any operation accepts, and less than the library buffers. */
const MAX_LINE_BYTES = 8 * 1024 * 1024

const NEWLINE = 0x0a

/** Outputs whole lines. */
export class BoundedLines extends Transform {
  readonly #maxBytes: number
  readonly #refuse: (answer: ErrorAnswer) => void
  #pieces: Uint8Array[] = []
  #bytes = 0
  /** Set while reading a line that is too long. */
  #outline: MessageOutline | null = null

  constructor(refuse: (answer: ErrorAnswer) => void, maxBytes = MAX_LINE_BYTES) {
    super()
    this.#refuse = refuse
    this.#maxBytes = maxBytes
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end + 1))
      this.#end()
      start = end + 1
    }
    this.#add(chunk.subarray(start))
    done()
  }

  #add(piece: Uint8Array): void {
    this.#bytes += piece.byteLength
    if (this.#outline === null) this.#pieces.push(piece)
    else this.#outline.add(piece)
    if (this.#outline !== null || this.#bytes <= this.#maxBytes) return
    this.#outline = new MessageOutline()
    for (const kept of this.#pieces) this.#outline.add(kept)
    this.#pieces = []
  }

  #end(): void {
    if (this.#outline === null) this.push(Buffer.concat(this.#pieces))
    else this.#refuse(tooLong(this.#outline.id(), this.#maxBytes))
    this.#pieces = []
    this.#bytes = 0
    this.#outline = null
  }
}

const tooLong = (id: RequestId | null, maxBytes: number): ErrorAnswer => ({
  jsonrpc: '2.0',
  id,
  error: {
    code: ProtocolErrorCode.InvalidRequest,
    message: `The message is larger than the limit of ${maxBytes.toLocaleString('en')} bytes. Send less at once.`,
  },
})

/** A message without nested values: small enough to parse for its id, at any place. */
class MessageOutline {
  readonly #bytes: number[] = []
  #depth = 0
  #isText = false
  #isEscaped = false

  add(piece: Uint8Array): void {
    for (const byte of piece) {
      const isClosing = !this.#isText && (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY)
      if (isClosing) this.#depth--
      if (this.#depth <= 1 && this.#bytes.length < MAX_OUTLINE_BYTES) this.#bytes.push(byte)
      if (this.#isText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#isText = false
      } else if (byte === QUOTE) this.#isText = true
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#depth++
    }
  }

  id(): RequestId | null {
    try {
      const { id } = JSON.parse(Buffer.from(this.#bytes).toString())
      return typeof id === 'string' || typeof id === 'number' ? id : null
    } catch {
      return null
    }
  }
}

const MAX_OUTLINE_BYTES = 4096
const [QUOTE, BACKSLASH, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = Buffer.from('"\\{}[]')
