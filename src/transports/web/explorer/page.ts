/** The home page with the map. Without scripts or WebGL it shows the introduction. */
import { type Html, html } from '../../page/html.ts'
import type { PageScripts } from '../../page/page.ts'
import type { ExplorerAssets } from './assets.ts'

/** Scripts, workers and data from this server only; no inline scripts or styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

export const explorerScripts = (assets: ExplorerAssets): PageScripts => ({
  policy: POLICY,
  head: html`<link rel="stylesheet" href="${assets.at('maplibre-gl.css')}">
<link rel="stylesheet" href="${assets.at('explorer.css')}">
<link rel="modulepreload" href="${assets.at('maplibre-gl.mjs')}">
${assets.modules().map((file) => html`<link rel="modulepreload" href="${assets.at(file)}">\n`)}<script type="module" src="${assets.at('main.js')}"></script>
`,
})

/** `introduction` is shown if the map cannot be. */
export const explorerBody = (
  introduction: Html,
  { baseUrl, isOpen }: { readonly baseUrl: string; readonly isOpen: boolean },
): Html => html`<div id="explorer" data-base-url="${baseUrl}" data-access="${isOpen ? 'open' : 'accounts'}"></div>
<div id="introduction">
<p id="no-map" class="warning" role="status" hidden>The map needs WebGL, which this browser does not support.</p>
${introduction}
</div>`
