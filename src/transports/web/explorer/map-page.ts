/** The home page with the map. Without scripts or WebGL it shows the introduction. */
import { type Html, html } from '../../page/html.ts'
import type { PageScripts } from '../../page/page-layout.ts'
import { mapPolicy } from '../../page/page-security-headers.ts'
import type { ExplorerAssets } from './map-page-assets.ts'

export const explorerScripts = (assets: ExplorerAssets): PageScripts => ({
  policy: mapPolicy("'none'"),
  head: mapHead(assets, 'main'),
})

/** Styles and scripts of a page with a map, from the module that starts it. */
export const mapHead = (
  assets: ExplorerAssets,
  start: 'main' | 'embed',
): Html => html`<link rel="stylesheet" href="${assets.at('maplibre-gl.css')}">
<link rel="stylesheet" href="${assets.at('map.css')}">
<link rel="stylesheet" href="${assets.at(STYLES[start])}">
<link rel="modulepreload" href="${assets.at('maplibre-gl.mjs')}">
${assets.modules(start).map((file) => html`<link rel="modulepreload" href="${assets.at(file)}">\n`)}<script type="module" src="${assets.at(`${start}.js`)}"></script>
`

const STYLES = { main: 'explorer.css', embed: 'embed.css' } as const

/** `introduction` is shown if the map cannot be. */
export const explorerBody = (
  introduction: Html,
  { baseUrl, isOpen }: { readonly baseUrl: string; readonly isOpen: boolean },
): Html => html`<div id="explorer" data-base-url="${baseUrl}" data-access="${isOpen ? 'open' : 'accounts'}"></div>
<div id="introduction">
<p id="no-map" class="warning" role="status" hidden>The map needs WebGL, which this browser does not support.</p>
${introduction}
</div>`
