/** A description with its marked words, each mark in its own colour. */
import { PART_COLOURS } from './colours.ts'
import { coloured, h } from './dom.ts'
import { type DescriptionMark, descriptionPieces } from './phrases.ts'

export const markColour = (index: number): string => PART_COLOURS[index % PART_COLOURS.length]

export const markedDescription = (
  description: string,
  marks: readonly DescriptionMark[],
  kind: 'part' | 'refused',
): HTMLElement =>
  h(
    'blockquote',
    { class: 'phrase', dir: 'auto' },
    descriptionPieces(description, marks).map(({ text, index }) =>
      index === null ? text : coloured(h('mark', { class: kind }, text), markColour(index)),
    ),
  )
