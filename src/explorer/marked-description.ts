/** A description with its marked words, each mark in its own colour. */
import { PART_COLOURS } from './colours.ts'
import { coloured, h } from './dom.ts'
import { descriptionPieces } from './phrases.ts'

export const markColour = (index: number): string => PART_COLOURS[index % PART_COLOURS.length]

export const markedDescription = (
  description: string,
  texts: readonly string[],
  kind: 'part' | 'refused',
): HTMLElement => {
  const marks = texts.map((text, index) => ({ text, index }))
  return h(
    'blockquote.phrase',
    { dir: 'auto' },
    descriptionPieces(description, marks).map(({ text, index }) =>
      index === null ? text : coloured(h('mark', { class: kind }, text), markColour(index)),
    ),
  )
}
