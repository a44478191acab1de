/**
 * The map that pages of other sites show in a frame. It is the same for everybody: it reads no cookie, and has no link to a page of this
 * service, so a site that hides it under its own buttons gains nothing.
 */
import { KINDS } from '../../../domain/boundary/kind.ts'
import { EncodedBody } from '../../../op/response/encoded-body.ts'
import type { HttpRoute } from '../../http/message.ts'
import { type Html, html } from '../../page/html.ts'
import { pageRoute } from '../../page/page-route.ts'
import { mapPolicy } from '../../page/page-security-headers.ts'
import { STYLESHEET } from '../../page/stylesheet.ts'
import { mapHead } from '../explorer/map-page.ts'
import type { ExplorerAssets } from '../explorer/map-page-assets.ts'

export interface EmbedPageOptions {
  readonly assets: ExplorerAssets
  /** Origins that may frame the page; none if empty. */
  readonly embedOrigins: readonly string[]
}

export const embedPageRoute = ({ assets, embedOrigins }: EmbedPageOptions): HttpRoute => {
  const headers = [
    'Content-Security-Policy',
    mapPolicy(embedOrigins.length === 0 ? "'none'" : embedOrigins.join(' ')),
    'Permissions-Policy',
    'camera=(), geolocation=(), microphone=()',
    'Cache-Control',
    'no-cache',
    'Vary',
    'Accept-Encoding',
  ]
  return pageRoute('GET', '/embed', async () => ({
    status: 200,
    body: new EncodedBody(Buffer.from(documentOf(assets).text), 'text/html'),
    headers,
    sameOrigin: true,
  }))
}

const documentOf = (assets: ExplorerAssets): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Map · Metes</title>
<base target="_blank">
<link rel="stylesheet" href="${STYLESHEET}">
${mapHead(assets, 'embed')}</head>
<body>
<main id="embed" data-kinds="${KINDS.join(' ')}"><noscript><p>The map needs JavaScript.</p></noscript></main>
</body>
</html>
`
