/**
 * A body that is ready to send, which frequent calls return instead of a value to serialize. Compressed copies are created
 * on first use and cached with the plain bytes.
 */
import { createHash } from 'node:crypto'
import { type Coding, compress } from '../../util/compression.ts'
import type { NowOrLater } from '../../util/now-or-later.ts'

const ETAG_LETTERS = 22

export class EncodedBody {
  readonly bytes: Uint8Array
  readonly mediaType: string
  /** Strong entity tag of the plain bytes, without quotes: equal bytes have equal tags on every machine. */
  readonly etag: string
  /** A promise while compression is running. */
  readonly #coded = new Map<Coding, NowOrLater<Uint8Array>>()

  constructor(bytes: Uint8Array, mediaType: string) {
    this.bytes = bytes
    this.mediaType = mediaType
    this.etag = createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_LETTERS)
  }

  coded(coding: Coding): NowOrLater<Uint8Array> {
    const known = this.#coded.get(coding)
    if (known !== undefined) return known
    const making = compress(this.bytes, coding)
    this.#coded.set(coding, making)
    making.then(
      (made) => this.#coded.set(coding, made),
      () => this.#coded.delete(coding),
    )
    return making
  }
}

/** Encodes the answer of an operation; `mediaType` is the operation's. */
export const answerBody = (output: unknown, mediaType?: string): EncodedBody =>
  output instanceof EncodedBody ? output : jsonBody(output, mediaType)

export const jsonBody = (value: unknown, mediaType = 'application/json'): EncodedBody =>
  new EncodedBody(Buffer.from(JSON.stringify(value)), mediaType)
