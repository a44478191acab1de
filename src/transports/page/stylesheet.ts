/** Serves the stylesheet. Its address contains its hash, so that browsers can cache it forever. */
import { readFileSync } from 'node:fs'
import { EncodedBody } from '../../op/response/encoded-body.ts'
import { KEPT_FOR_EVER } from '../http/cache-control.ts'
import type { HttpRoute } from '../http/message.ts'

const body = new EncodedBody(readFileSync(new URL('page.css', import.meta.url)), 'text/css')

export const STYLESHEET = `/assets/${body.etag}.css`

export const stylesheetRoute: HttpRoute = {
  method: 'GET',
  path: STYLESHEET,
  endpoint: async () => ({ status: 200, body, headers: KEPT_FOR_EVER }),
}
