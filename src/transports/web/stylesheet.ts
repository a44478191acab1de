/** The one stylesheet, under an address made of its content: browsers keep it for ever and a new one has a new address. */
import { readFileSync } from 'node:fs'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import type { HttpRoute } from '../http/message.ts'

const body = new EncodedBody(readFileSync(new URL('page.css', import.meta.url)), 'text/css')

/** A year, the longest that caches honour. */
const FOR_EVER = ['Cache-Control', 'public, max-age=31536000, immutable', 'Vary', 'Accept-Encoding']

export const STYLESHEET = `/assets/${body.etag}.css`

export const stylesheetRoute: HttpRoute = {
  method: 'GET',
  path: STYLESHEET,
  endpoint: async () => ({ status: 200, body, headers: FOR_EVER }),
}
