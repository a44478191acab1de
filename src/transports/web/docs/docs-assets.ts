/** Script and styles of the docs. Their addresses contain their hashes, so that browsers can cache them forever. */
import { readFileSync } from 'node:fs'
import { EncodedBody } from '../../../op/response/encoded-body.ts'
import { KEPT_FOR_EVER } from '../../http/cache-control.ts'
import type { HttpRoute } from '../../http/message.ts'
import { html } from '../../page/html.ts'
import type { PageScripts } from '../../page/page-layout.ts'
import { SCRIPTED_POLICY } from '../../page/page-security-headers.ts'

const asset = (file: string, mediaType: string) => {
  const body = new EncodedBody(readFileSync(new URL(file, import.meta.url)), mediaType)
  const path = `/assets/${body.etag}${file.slice(file.lastIndexOf('.'))}`
  const route: HttpRoute = {
    method: 'GET',
    path,
    endpoint: async () => ({ status: 200, body, headers: KEPT_FOR_EVER }),
  }
  return { path, route }
}

const script = asset('docs-page.js', 'text/javascript')
const styles = asset('docs-page.css', 'text/css')

/** The search loads its index. */
export const DOCS_SCRIPTS: PageScripts = {
  head: html`<link rel="stylesheet" href="${styles.path}">
<script type="module" src="${script.path}"></script>
`,
  policy: `${SCRIPTED_POLICY}; connect-src 'self'`,
}

export const docsAssetRoutes: readonly HttpRoute[] = [script.route, styles.route]
