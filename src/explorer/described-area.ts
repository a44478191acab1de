/** The area of a description: each part has a colour, in the words and on the map. */
import type { CreateAreaOutput } from '../client/index.ts'
import { answerFiles } from './answer-files.ts'
import { copyAsSection } from './copy-as.ts'
import { coloured, h, list } from './dom.ts'
import { createDownloads } from './downloads.ts'
import { count, kindText } from './format-numbers.ts'
import { outlineOf } from './load-boundary.ts'
import type { MapShape } from './map.ts'
import { markColour, markedDescription } from './marked-description.ts'
import type { ExplorerPage } from './panel-context.ts'
import { answerNote, placeLink, section } from './panel-parts.ts'
import { areaCall } from './shown-calls.ts'

type AreaPart = CreateAreaOutput['properties']['parts'][number]

/** A description of fifty counties should not request fifty outlines. */
const MAX_OUTLINES = 24

export const describedArea = (area: CreateAreaOutput, page: ExplorerPage): readonly Node[] => {
  const { properties } = area
  const words = partTexts(properties.parts)
  return [
    markedDescription(properties.text, words, 'part'),
    h('p.result', properties.summary),
    list('ul.area-parts', properties.parts, (part) => partOf(part, colourOfPart(part, words), page)),
    ...properties.notes.map((each) => answerNote(each, page)),
    h('p.quiet', `${count(properties.vertices)} points at low detail`),
    section('Download', () => downloadsOf(area, page)),
    copyAsSection(areaCall(properties.text), page),
  ]
}

/** Draws the outline of each part in its colour, over the area; stops when another area is requested. */
export const drawParts = async (
  page: ExplorerPage,
  area: CreateAreaOutput,
  signal: AbortSignal,
): Promise<void> => {
  const { parts } = area.properties
  const words = partTexts(parts)
  const outlines = await Promise.all(
    parts.slice(0, MAX_OUTLINES).map((part) => outlineOf(part.id, colourOfPart(part, words))),
  )
  if (!signal.aborted) page.draw('describe', [...filled(area), ...outlines.flat()])
}

export const filled = ({ geometry }: CreateAreaOutput): readonly MapShape[] =>
  geometry === null ? [] : [{ geometry, colour: 'shape', isFilled: true }]

/** Returns the distinct words of the parts: the parts of "Benelux" share its colour. */
const partTexts = (parts: readonly AreaPart[]): readonly string[] => [
  ...new Set(parts.map(({ text }) => text.toLowerCase())),
]

const colourOfPart = ({ text }: AreaPart, words: readonly string[]): string =>
  markColour(words.indexOf(text.toLowerCase()))

const partOf = (part: AreaPart, colour: string, page: ExplorerPage): HTMLElement =>
  h(
    'li',
    coloured(h('span.swatch', { 'aria-hidden': 'true' }), colour),
    placeLink(page, part),
    h(
      'span.quiet',
      ` ${part.role === 'exclude' ? 'excluded' : kindText(part.kind)}, from “`,
      h('bdi', part.text),
      '”',
    ),
  )

const downloadsOf = (area: CreateAreaOutput, page: ExplorerPage): HTMLElement => {
  const input = { text: area.properties.text, detail: 'low' } as const
  const cost = page.person.costOfDescription()
  const { account, access } = page.person.session
  return h(
    'div',
    account === null &&
      access !== 'open' &&
      h('p.quiet', 'You can download this area in every format without a further charge.'),
    createDownloads(answerFiles(page, { op: 'create_area', input, answer: area, cost }), page.person),
  )
}
