/** A program that reads OGC API – Features. */
import assert from 'node:assert/strict'

export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'

export interface OgcLink {
  readonly href: string
  readonly rel: string
  readonly type: string
}

// Answers are looked into as far as a test wants; `oas30.test.ts` compares them with their schemas.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Body = any

export interface OgcAnswer {
  readonly status: number
  readonly headers: Headers
  /** Media type, as sent. */
  readonly type: string
  readonly body: Body
}

export type Get = (address: string, headers?: Readonly<Record<string, string>>) => Promise<OgcAnswer>

/** Addresses are absolute, or relative to the landing page. */
export const ogcClient =
  (root: string, credentials: Readonly<Record<string, string>> = {}): Get =>
  async (address, headers = {}) => {
    const url = address.startsWith('http') ? address : `${root}${address}`
    const response = await fetch(url, { headers: { ...credentials, ...headers } })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      type: String(response.headers.get('content-type')),
      body: text === '' ? null : JSON.parse(text),
    }
  }

export const basic = (user: string, password: string): Readonly<Record<string, string>> => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

export const linkTo = (body: Body, rel: string): OgcLink | undefined =>
  (body.links as readonly OgcLink[]).find((link) => link.rel === rel)

/** The features of a page and all after it. */
export const allFeatures = async (get: Get, first: string): Promise<readonly Body[]> => {
  const features: Body[] = []
  for (let address: string | undefined = first; address !== undefined; ) {
    const { status, body }: OgcAnswer = await get(address)
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300))
    assert.equal(body.numberReturned, body.features.length)
    features.push(...body.features)
    address = linkTo(body, 'next')?.href
  }
  return features
}
