/** A description with its marked words, each mark in its own colour. */
import { coloured, h } from './dom.ts'
import { descriptionPieces } from './mark-words.ts'

/** Distinct for colour-blind people, and legible in both schemes (Okabe and Ito). */
const PART_COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'] as const

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
