/** Programs for maps that can set no header send the key as the password of HTTP Basic (RFC 7617), with any user name. */
import type { RemoteOrigin } from '../../op/call.ts'
import type { HttpAnswer, HttpRequest } from '../http/message.ts'

const BASIC = /^basic +([\w+/-]+={0,2}) *$/i

/** A credential that cannot be read stays as it is, and is refused. */
export const originWithBasic = (request: Pick<HttpRequest, 'origin' | 'header'>): RemoteOrigin => {
  const [, encoded] = BASIC.exec(request.header('authorization') ?? '') ?? []
  if (encoded === undefined) return request.origin
  const pair = Buffer.from(encoded, 'base64').toString()
  return { ...request.origin, credential: pair.slice(pair.indexOf(':') + 1) }
}

const CHALLENGE: readonly string[] = ['WWW-Authenticate', 'Basic realm="Metes", charset="UTF-8"']

/** The programs ask the person for the key when the first challenge is one that they know. */
export const withBasicChallenge = (answer: HttpAnswer): HttpAnswer =>
  answer.status === 401 ? { ...answer, headers: [...CHALLENGE, ...answer.headers] } : answer
