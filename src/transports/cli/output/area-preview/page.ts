/** The preview of an area as a single HTML file without scripts or external resources. */

import { readFileSync } from 'node:fs'
import { counted } from '../../../../util/count-with-noun.ts'
import { shortened } from '../../../../util/shorten-text.ts'
import { Html, html } from '../../../page/html.ts'
import { explanationLines } from '../answer-text/explanation-text.ts'
import type { AreaProperties, PartProperties } from './read-area-answer.ts'

export interface PreviewPage {
  readonly properties: AreaProperties
  readonly map: Html
  /** The CSS class of each part's colour, as on the map. */
  readonly colours: readonly (string | null)[]
}

export const previewPage = ({ properties, map, colours }: PreviewPage): string => {
  const { text, summary, detail, parts, notes, attribution } = properties
  const listed = parts.map((part, index) => ({ part, number: index + 1, colour: colours[index] }))
  const explained = explanationLines({ ...properties })
  const list = (role: PartProperties['role'], title: string): Html | false => {
    const items = listed.filter(({ part }) => part.role === role)
    return (
      items.length > 0 &&
      html`<h2>${title}</h2>
<ol class="parts">${items.map(({ part, number, colour }) => partItem(part, number, colour))}</ol>`
    )
  }
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${shortened(text, MAX_LETTERS)} · Metes</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${text}</h1>
<p class="lead">${summary}</p>
<p class="facts">From ${counted(parts.length, 'boundary', 'boundaries')}${facts(properties)}</p>
<figure>${map}</figure>
<div class="lists">
${list('include', 'Included')}
${list('exclude', 'Excluded')}
${notes.length > 0 && html`<h2>Notes</h2><ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
</div>
${explained.length > 0 && html`<h2>How it was read</h2><pre class="read">${explained.join('\n')}</pre>`}
</main>
<footer><p>${attribution}</p><p>${detail === 'full' ? 'The map is simplified; the polygon is not.' : `The map is simplified more than the polygon, which has ${detail} detail.`}</p></footer>
</body>
</html>
`.text
}

const STYLE = Html.trusted(readFileSync(new URL('page.css', import.meta.url), 'utf8'))

const partItem = (
  { role, name, kind, id, text, reason, source }: PartProperties,
  number: number,
  colour: string | null,
): Html =>
  html`<li value="${number}"><span class="number ${colour ?? 'out'}" aria-hidden="true">${number}</span>
<div><h3>${name} <small>${kind.replaceAll('_', ' ')}, ${role === 'include' ? 'included' : 'excluded'}</small></h3>
<p class="words">“${text}”</p>
<p>${reason}</p>
<p class="source"><code>${id}</code> ${sourceLink(source)}</p></div></li>`

/** Only http and https addresses become links, since the answer may come from any server. */
const sourceLink = (source: string): Html | string => {
  const url = URL.parse(source)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return source
  return html`<a href="${url.href}" rel="noopener noreferrer">${url.host}${shortened(url.pathname, MAX_LETTERS)}</a>`
}

const facts = ({ country, source, seed, planner, land_only: landOnly }: AreaProperties): Html =>
  html`, read by ${planner === 'rules' ? 'rules' : `a model (${planner})`}${landOnly ? '' : '; it may contain sea'}${country !== null && html`; country ${country}`}${seed !== null && html`; the point ${seed.lat}, ${seed.lon} is inside`}${source !== null && html`; written by ${source}`}.`

const MAX_LETTERS = 80
