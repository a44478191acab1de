/** The layout of all pages. */
import { EncodedBody } from '../../op/response/encoded-body.ts'
import { NOT_KEPT, REVALIDATED_PAGE } from '../http/cache-control.ts'
import type { HttpAnswer } from '../http/message.ts'
import { type Html, html } from './html.ts'
import { pageSecurityHeaders } from './page-security-headers.ts'
import { STYLESHEET } from './stylesheet.ts'
import type { Viewer } from './viewer.ts'

export interface HtmlPage {
  /** 200 when absent. */
  readonly status?: number
  readonly title: string
  readonly body: Html
  /** The signed-in viewer; null if nobody is signed in, `unknown` if that was not looked up. */
  readonly viewer: Viewer | null | 'unknown'
  /** Further headers, alternating names and values. */
  readonly headers?: readonly string[]
  /** Other target of a form's redirects: a source expression of CSP. */
  readonly formTarget?: string
  /** Excludes the page from search engines. */
  readonly unlisted?: boolean
  /** True if the service has no accounts, so that no page links to them. */
  readonly isOpen?: boolean
  /** Parts for running scripts; without them the page runs none. */
  readonly scripts?: PageScripts
}

export interface PageScripts {
  /** Elements of the head. */
  readonly head: Html
  /** Content-Security-Policy that replaces the one without scripts. */
  readonly policy: string
}

export const pageAnswer = (page: HtmlPage): HttpAnswer => ({
  status: page.status ?? 200,
  body: new EncodedBody(Buffer.from(layout(page).text), 'text/html'),
  headers: [
    ...pageSecurityHeaders(page.formTarget, page.scripts?.policy),
    ...(isForEverybody(page) ? REVALIDATED_PAGE : NOT_KEPT),
    ...(page.headers ?? []),
  ],
  sameOrigin: true,
})

/**
 * True for listed pages, which show no personal data if nobody is signed in. Sign-in pages are unlisted, because they show
 * an address.
 */
const isForEverybody = ({ viewer, unlisted }: HtmlPage): boolean => viewer === null && unlisted !== true

const layout = ({ title, body, viewer, unlisted, isOpen, scripts }: HtmlPage): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${
  unlisted === true &&
  html`<meta name="robots" content="noindex">
`
}<title>${title === 'Metes' ? title : `${title} · Metes`}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${STYLESHEET}">
${scripts?.head ?? null}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/">${MARK}<span>Metes</span></a>
<nav class="site" aria-label="Site">
<a href="/docs">Docs</a>
${isOpen !== true && accountLinks(viewer)}</nav>
</header>
<main id="main" tabindex="-1">
${body}
</main>
<footer>
<p>Map data <a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>, ODbL 1.0.</p>
</footer>
</body>
</html>
`

const accountLinks = (viewer: HtmlPage['viewer']): Html => html`<a href="/feedback">Feedback</a>
${viewer === null ? html`<a href="/sign-in">Sign in</a>` : html`<a href="/account">Account</a>`}
`

/** The logo: a parcel of land with its corner stones. */
const OUTLINE = 'M5 9 17 4l10 7-3 14-13 3L4 19z'

const MARK = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path d="${OUTLINE}"/><g><circle cx="5" cy="9" r="2.5"/><circle cx="17" cy="4" r="2.5"/><circle cx="27" cy="11" r="2.5"/><circle cx="24" cy="25" r="2.5"/><circle cx="11" cy="28" r="2.5"/><circle cx="4" cy="19" r="2.5"/></g></svg>`

const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="${OUTLINE}" fill="#bfe0d0" stroke="#1d6b50" stroke-width="3" stroke-linejoin="round"/></svg>`,
)}`
