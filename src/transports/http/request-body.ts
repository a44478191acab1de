/** Reads the JSON of operations and forms from the bodies of requests, with limits on their size and nesting. */
import type { IncomingMessage } from 'node:http'
import type { AnyOp } from '../../op/define.ts'
import { type Problem, problem } from '../../op/problem/problem.ts'
import type { HttpRequest } from './message.ts'

/** The longest text of an operation has 10,000 characters; JSON escapes a character in at most twelve bytes. */
export const MAX_BODY_BYTES = 128 * 1024

/** The longest form text has 10,000 characters, each percent-encoded in at most twelve bytes. */
const MAX_FORM_BYTES = 128 * 1024

/** Returns the input of an operation. An absent body is an empty input; `null` is an invalid one. */
export const inputBodyOf = async (op: AnyOp, request: HttpRequest): Promise<unknown> => {
  const body = await request.json(op.bodyBytes ?? MAX_BODY_BYTES)
  return body === undefined ? {} : body
}

/** Returns the parsed JSON; undefined if there is no body. */
export const readJsonBody = async (request: IncomingMessage, maxBytes: number): Promise<unknown> => {
  const nesting = new Nesting()
  const bytes = await readBytes(request, maxBytes, (piece) => {
    checkMediaType(request, JSON_TYPE, 'JSON as application/json')
    if (nesting.add(piece) > MAX_DEPTH) throw unreadable(`it is nested more than ${MAX_DEPTH} levels deep`)
  })
  return bytes.byteLength === 0 ? undefined : parseJson(bytes)
}

/** Returns the form fields; none if there is no body. */
export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const bytes = await readBytes(request, MAX_FORM_BYTES)
  if (bytes.byteLength > 0) checkMediaType(request, FORM_TYPE, 'a form as application/x-www-form-urlencoded')
  return new URLSearchParams(new TextDecoder().decode(bytes))
}

/** `check` sees each piece as it arrives, and throws to reject the body. */
const readBytes = async (
  request: IncomingMessage,
  maxBytes: number,
  check: (piece: Uint8Array) => void = () => {},
): Promise<Uint8Array> => {
  const tooLarge = () => problem('too_large', { what: 'request body', maxBytes })
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  // Without a body the stream may have ended already and emits no more events.
  if (request.readableEnded) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let total = 0
  return new Promise((resolve, reject) => {
    const take = (piece: Uint8Array): void => {
      total += piece.byteLength
      try {
        if (total > maxBytes) throw tooLarge()
        check(piece)
        pieces.push(piece)
      } catch (error) {
        request.off('data', take)
        reject(error)
      }
    }
    request.on('data', take)
    request.on('end', () => resolve(Buffer.concat(pieces)))
    request.on('error', () => reject(unreadable('it is incomplete')))
  })
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

const checkMediaType = ({ headers }: IncomingMessage, wanted: RegExp, expected: string): void => {
  const type = headers['content-type']
  if (type !== undefined && !wanted.test(type)) {
    throw problem('unsupported_media_type', { received: type, expected })
  }
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() !== 'identity') {
    throw problem('unsupported_media_type', {
      received: `encoded as ${coding}`,
      expected: `${expected}, not compressed`,
    })
  }
}

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw unreadable(error instanceof SyntaxError ? error.message : 'it is not UTF-8')
  }
}

/** The deepest input is an array of positions in an object. */
const MAX_DEPTH = 32

/**
 * Tracks how deep the bytes so far are nested, before parsing, because `JSON.parse` is slow on deep nesting. Ignores
 * brackets in strings.
 */
class Nesting {
  #depth = 0
  #isInString = false
  #isEscaped = false

  /** Returns the maximum depth in the piece, or more than `MAX_DEPTH` as soon as that is exceeded. */
  add(piece: Uint8Array): number {
    let deepest = this.#depth
    for (const byte of piece) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isInString) {
        if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#isInString = false
      } else if (byte === QUOTE) this.#isInString = true
      else if (byte === BRACKET || byte === BRACE) {
        if (++this.#depth > deepest) deepest = this.#depth
        if (deepest > MAX_DEPTH) break
      } else if (byte === END_BRACKET || byte === END_BRACE) this.#depth--
    }
    return deepest
  }
}

const [QUOTE, BACKSLASH, BRACKET, BRACE, END_BRACKET, END_BRACE] = Buffer.from('"\\[{]}')

const unreadable = (reason: string): Problem =>
  problem('invalid_input', {
    issues: [{ path: '', message: `The body is not valid JSON: ${reason}.`, code: 'invalid_json' }],
  })
