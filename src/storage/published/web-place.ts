/** A published catalog behind a web server or a CDN: for readers. */
import { sha256 } from '../../util/sha256.ts'
import { boundedBytes } from './bounded-bytes.ts'
import { PlaceUnreachable, type ReadablePlace } from './place.ts'

/** Of an answer and its body: a part has 8 MB. */
const TIMEOUT_MS = 60_000

/** @param address with or without a slash at its end; may contain a user name and a password */
export const webPlace = (address: string, timeoutMs = TIMEOUT_MS): ReadablePlace => {
  const { username, password, ...url } = urlParts(address)
  const base = url.href
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const authorization = username === '' ? {} : { authorization: `Basic ${credentials.toString('base64')}` }
  return {
    name: base.replace(/\/$/, ''),
    read: async (key, { maxBytes, unless = null, signal }) => {
      const timeout = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(`${base}${key}`, {
        // A shared cache must not answer for the manifest, which is the only object that changes.
        headers: {
          'accept-encoding': 'identity',
          'cache-control': 'no-cache',
          ...authorization,
          ...(unless === null ? {} : { 'if-none-match': unless }),
        },
        redirect: 'error',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      }).catch((error: Error) => {
        signal?.throwIfAborted()
        throw new PlaceUnreachable(`${base}${key} could not be read: ${reasonOf(error)}.`, { cause: error })
      })
      if (answer.status === 200 && answer.body !== null) {
        const bytes = await boundedBytes(answer.body, { maxBytes, name: `${base}${key}`, signal })
        return { bytes, tag: answer.headers.get('etag') ?? sha256(bytes) }
      }
      await answer.body?.cancel()
      if (answer.status === 304) return 'unchanged'
      if (answer.status === 404 || answer.status === 410) return null
      throw new PlaceUnreachable(`${base}${key} answered with ${answer.status}.`)
    },
  }
}

const urlParts = (address: string) => {
  const url = new URL(address)
  const { username, password } = url
  url.username = ''
  url.password = ''
  return { username, password, href: url.href.replace(/\/*$/, '/') }
}

const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? error.cause.message : error.message
