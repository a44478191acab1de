/** A problem as a page for browsers, with the same information as the JSON. */
import type { Problem } from '../../op/problem/problem.ts'
import type { HttpAnswer, HttpRequest } from '../http/message.ts'
import { createCookies } from './cookies.ts'
import { html } from './html.ts'
import { pageAnswer } from './page-layout.ts'

export const problemPage = (
  failure: Problem,
  {
    requestId,
    header,
    baseUrl,
    isOpen,
  }: Pick<HttpRequest, 'requestId' | 'header'> & { readonly baseUrl: string; readonly isOpen?: boolean },
): HttpAnswer =>
  pageAnswer({
    status: failure.status,
    title: TITLES[failure.code] ?? failure.title,
    // Whose session it is was not looked up: the database may be what failed.
    viewer: createCookies(baseUrl).read({ header }, 'session') === null ? null : 'unknown',
    isOpen: isOpen === true,
    unlisted: true,
    headers: Object.entries(failure.headers({ baseUrl })).flat(),
    body: html`<p class="eyebrow">${failure.status}</p>
<h1>${TITLES[failure.code] ?? failure.title}</h1>
<p>${SENTENCES[failure.code] ?? failure.detail({ baseUrl })}</p>
<p class="actions"><a class="button" href="/">Start page</a> <a class="button plain" href="/docs/errors/${failure.code}">About this error</a></p>
<p class="quiet">Request <code>${requestId}</code></p>`,
  })

/** Titles and sentences for people, if the API's do not fit. */
const TITLES: Readonly<Record<string, string>> = { unknown_route: 'Page not found' }
const SENTENCES: Readonly<Record<string, string>> = {
  unknown_route: 'The address may be mistyped, or the page may have been removed.',
}
