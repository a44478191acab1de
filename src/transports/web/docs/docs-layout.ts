/**
 * A page of the docs beside the contents of all docs, below a search, which needs a script. On a small screen a button opens the
 * contents: a popover, which needs none.
 */
import { type Html, html } from '../../page/html.ts'

export interface DocsSection {
  readonly title: string
  readonly groups: readonly {
    /** Null if the section has no groups. */
    readonly title: string | null
    readonly links: readonly DocsLink[]
  }[]
}

interface DocsLink {
  readonly href: string
  readonly title: string
}

/** `current`: the path of the page. */
export const docsLayout = (sections: readonly DocsSection[], current: string, body: Html): Html =>
  html`<div class="docs">
<div class="docs-bar">
<button class="plain contents-button" type="button" popovertarget="contents">Contents</button>
<form class="docs-search" role="search" action="/docs">
<input type="search" name="q" aria-label="Search the docs" placeholder="Search the docs" maxlength="100" autocomplete="off" spellcheck="false">
</form>
</div>
<nav id="contents" class="contents" popover aria-label="Docs">
<p>${linkTo({ href: '/docs', title: 'All docs' }, current)}</p>
${sections.map((section) => sectionOf(section, current))}
</nav>
<article>
${body}
</article>
</div>`

/** Only the section of the current page is open. */
const sectionOf = ({ title, groups }: DocsSection, current: string): Html => {
  const isOpen = groups.some(({ links }) => links.some(({ href }) => href === current))
  return html`<details${isOpen && html` open`}><summary>${title}</summary>
${groups.map(
  (group) => html`${group.title !== null && html`<p class="group">${group.title}</p>`}
<ul>${group.links.map((each) => html`<li>${linkTo(each, current)}</li>`)}</ul>`,
)}
</details>`
}

const linkTo = ({ href, title }: DocsLink, current: string): Html =>
  html`<a href="${href}"${href === current && html` aria-current="page"`}>${title}</a>`
