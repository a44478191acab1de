/**
 * Reads keys from HTTP Basic (RFC 7617): map programs that cannot set headers send the key as the password, with any user
 * name.
 */
import type { RemoteOrigin } from '../../op/call.ts'
import type { HttpAnswer, HttpRequest } from '../http/message.ts'

const BASIC = /^basic +([\w+/-]+={0,2}) *$/i

/** Passes an unreadable credential on unchanged, so that it is rejected. */
export const originWithBasic = (request: Pick<HttpRequest, 'origin' | 'header'>): RemoteOrigin => {
  const [, encoded] = BASIC.exec(request.header('authorization') ?? '') ?? []
  if (encoded === undefined) return request.origin
  const pair = Buffer.from(encoded, 'base64').toString()
  return { ...request.origin, credential: pair.slice(pair.indexOf(':') + 1) }
}

const CHALLENGE: readonly string[] = ['WWW-Authenticate', 'Basic realm="Metes", charset="UTF-8"']

/** Adds a Basic challenge: programs ask the person for the key if the first challenge is one that they support. */
export const withBasicChallenge = (answer: HttpAnswer): HttpAnswer =>
  answer.status === 401 ? { ...answer, headers: [...CHALLENGE, ...answer.headers] } : answer
