/** No answer and no line of the log repeats a secret that a caller put into a request, wherever and however it is spelled. */

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { FEED_TOKEN, newKeyText, newSecretText } from '../../src/platform/key-format.ts'
import { maskSecrets } from '../../src/util/mask-secrets.ts'
import { systemRandom } from '../../src/util/random.ts'
import { casesOf } from '../cases.ts'
import { type MadeUpService, startService } from '../registry/made-up-service.ts'

let service: MadeUpService
before(async () => {
  service = await startService()
})
after(() => service.close())

/** 256 random bits, as access tokens and links of sign-ins have; with all kinds of letters. */
const newToken = (): string => {
  const token = Buffer.from(systemRandom.bytes(32)).toString('base64url')
  return /[a-z]/.test(token) && /[A-Z]/.test(token) && /\d/.test(token) ? token : newToken()
}

const encoded = (letter: string, times: number): string =>
  times === 0 ? letter : `%${'25'.repeat(times - 1)}${letter.charCodeAt(0).toString(16).padStart(2, '0')}`

const SPELLINGS = fc.constantFrom(
  (secret: string) => secret,
  (secret: string) => secret.toUpperCase(),
  (secret: string) => secret.toLowerCase(),
  (secret: string) => secret + secret,
  (secret: string) => [...secret].map((letter) => encoded(letter, 1)).join(''),
  (secret: string) => [...secret].map((letter) => encoded(letter, 2)).join(''),
  (secret: string) => [...secret].map((letter, at) => encoded(letter, at % 3)).join(''),
  (secret: string) => encoded(secret[0], 1) + secret.slice(1),
)

const PLACES = fc.constantFrom(
  (word: string) => `/${word}`,
  (word: string) => `/v1/nowhere/${word}/more`,
  (word: string) => `/ogc/feed/${word}/collections`,
  (word: string) => `/ogc/feeds/${word}/nowhere`,
  (word: string) => `/ogc/feeds/${word}/collections/county/items?bbox=1`,
  (word: string) => `/ogc/feeds/${word}/collections/${word}`,
  (word: string) => `/v1/boundaries/${word}`,
  (word: string) => `/v1/boundaries/${word}.geojson`,
  (word: string) => `/v1/boundaries/r1.${word}`,
  (word: string) => `/v1/boundaries/r1?detail=${word}`,
  (word: string) => `/v1/boundaries/r1?${word}=${word}`,
  (word: string) => `/v1/boundaries/search?q=a&kind=${word}`,
  (word: string) => `/v1/boundaries/reverse?lat=${word}&lon=1`,
  (word: string) => `/v1/jobs/${word}`,
  (word: string) => `/files/${word}`,
  (word: string) => `/docs/${word}`,
  (word: string) => `/tiles/${word}/1/1/1.mvt`,
  (word: string) => `/sign-in/link/${word}`,
  (word: string) => `/v1/boundaries?x=${word}`,
  (word: string) => `http://[${word}/${word}?${word}`,
)

const PARTS = /[0-9A-Za-z]{8}/g

/** Undoes any spelling. */
const plain = (answer: string): string => {
  let decoded = answer
  for (let round = 0; round < 4; round++)
    decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return decoded.toLowerCase()
}

const send = async (method: string, path: string, accept: string): Promise<string> => {
  const { hostname, port } = new URL(service.url)
  const outgoing = request({
    hostname,
    port,
    method,
    path,
    headers: { accept, 'x-api-key': 'mts_made-up-key' },
  })
  const answer = Promise.withResolvers<string>()
  outgoing.on('error', answer.reject)
  outgoing.on('response', (incoming) => {
    // A redirect to an address of the caller is no echo of it in a text.
    const headers = Object.entries(incoming.headers).filter(
      ([name]) => name !== 'location' && name !== 'link',
    )
    text(incoming).then(
      (body) => answer.resolve(incoming.statusCode! >= 400 ? JSON.stringify(headers) + body : ''),
      answer.reject,
    )
  })
  outgoing.end()
  return answer.promise
}

test('a problem, its page and the log repeat no part of a secret', async () => {
  const secrets = [newKeyText(systemRandom), newSecretText(systemRandom, FEED_TOKEN), newToken()]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...secrets),
      SPELLINGS,
      PLACES,
      fc.constantFrom('GET', 'POST', 'DELETE', 'PUT'),
      fc.constantFrom('application/json', 'text/html'),
      async (secret, spelled, placed, method, accept) => {
        const answer = plain(await send(method, placed(spelled(secret)), accept))
        // As the log writes its lines.
        const log = plain(service.log.map((line) => maskSecrets(JSON.stringify(line)).text).join())
        for (const part of secret.slice('mts_'.length).match(PARTS) ?? []) {
          assert.ok(!answer.includes(part.toLowerCase()), `${method} ${placed(spelled(secret))}: ${answer}`)
          assert.ok(!log.includes(part.toLowerCase()), log)
        }
      },
    ),
    { seed: 29, numRuns: casesOf('requests with secrets') },
  )
})
