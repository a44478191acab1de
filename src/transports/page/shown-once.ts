/** A text that a page shows once, such as a new key, with a button that copies it. Without scripts one click selects it. */
import { EncodedBody } from '../../op/response/encoded-body.ts'
import { KEPT_FOR_EVER } from '../http/cache-control.ts'
import type { HttpRoute } from '../http/message.ts'
import { type Html, html } from './html.ts'
import type { PageScripts } from './page-layout.ts'
import { SCRIPTED_POLICY } from './page-security-headers.ts'

export const shownOnce = (
  label: string,
  text: string,
): Html => html`<p class="secret"><code id="shown-once" aria-label="${label}">${text}</code></p>
<p><button type="button" id="copy" hidden>Copy</button> <span id="copied" role="status"></span></p>`

/** Browsers give the clipboard only to pages over TLS or of this machine; elsewhere the text is selected. */
const SCRIPT = `const [text, button, status] = ['shown-once', 'copy', 'copied'].map((id) => document.getElementById(id))
button.hidden = false
button.addEventListener('click', async () => {
  getSelection().selectAllChildren(text)
  const copying = navigator.clipboard?.writeText(text.textContent).then(() => 'Copied.')
  const failed = 'Selected: copy it with Ctrl+C or ⌘C.'
  status.textContent = (await copying?.catch(() => failed)) ?? failed
})
`

const body = new EncodedBody(Buffer.from(SCRIPT), 'text/javascript')
const PATH = `/assets/${body.etag}.js`

/** For pages with `shownOnce`. */
export const COPY_SCRIPT: PageScripts = {
  head: html`<script type="module" src="${PATH}"></script>
`,
  policy: SCRIPTED_POLICY,
}

export const copyScriptRoute: HttpRoute = {
  method: 'GET',
  path: PATH,
  endpoint: async () => ({ status: 200, body, headers: KEPT_FOR_EVER }),
}
