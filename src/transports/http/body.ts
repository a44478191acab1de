/** Reads a JSON body, bounded while it streams. */
import type { IncomingMessage } from 'node:http'
import { type Problem, problem } from '../../op/problem.ts'

/** Ten thousand points with all their digits are 400 kB; nothing that is asked of the service is larger. */
const MAX_BODY_BYTES = 2 * 1024 * 1024

/** Undefined when there is no body. */
export const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const bytes = await readBytes(request)
  if (bytes.byteLength === 0) return undefined
  checkMediaType(request)
  return parseJson(bytes)
}

const readBytes = async (request: IncomingMessage): Promise<Uint8Array> => {
  const tooLarge = () => problem('too_large', { what: 'request body', maxBytes: MAX_BODY_BYTES })
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  const pieces: Uint8Array[] = []
  let total = 0
  return new Promise((resolve, reject) => {
    request.on('data', (piece: Uint8Array) => {
      total += piece.byteLength
      // What follows is read and dropped by Node, so that the client can finish sending and read the answer.
      if (total > MAX_BODY_BYTES) reject(tooLarge())
      else pieces.push(piece)
    })
    request.on('end', () => resolve(Buffer.concat(pieces)))
    request.on('error', () => reject(unreadable('it ended before it was complete')))
  })
}

const EXPECTED = 'JSON as application/json'

const checkMediaType = ({ headers }: IncomingMessage): void => {
  const type = headers['content-type']
  if (type !== undefined && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw problem('unsupported_media_type', { received: type, expected: EXPECTED })
  }
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() !== 'identity') {
    throw problem('unsupported_media_type', {
      received: `coded as ${coding}`,
      expected: `${EXPECTED}, not compressed`,
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

const unreadable = (reason: string): Problem =>
  problem('invalid_input', {
    issues: [{ path: '', message: `The body is not JSON: ${reason}.`, code: 'invalid_json' }],
  })
