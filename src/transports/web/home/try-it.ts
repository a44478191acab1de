/** Two calls that need no key, to copy into a shell: on the introduction and on the first page of the docs. */

import { type Html, html } from '../../page/html.ts'
import { PICTURED } from './home-picture.ts'

const SEARCH = `/v1/boundaries/search?q=${PICTURED.name}`

export const PICTURED_OUTLINE = `/v1/boundaries/iso:${PICTURED.code}?detail=low`

interface Place {
  readonly baseUrl: string
  readonly isOpen: boolean
}

export const tryIt = ({ baseUrl, isOpen }: Place): Html => html`<h2 id="try-it">Try it</h2>
<p>Search for places in any language and get their outlines${isOpen ? '' : ' at low detail without a key'}:</p>
<pre class="command" tabindex="0"><code>curl '${baseUrl}${SEARCH}'
curl '${baseUrl}${PICTURED_OUTLINE}'</code></pre>
${
  !isOpen &&
  html`<p>With a key you get full detail, point tests, unions, exports, and areas described in words.</p>
`
}`
