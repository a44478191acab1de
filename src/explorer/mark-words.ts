/** Marks words in a description: those of each part, or those that could not be mapped. */

export interface DescriptionMark {
  /** The words as quoted in an answer. */
  readonly text: string
  /** Index of the part or refusal to which it belongs. */
  readonly index: number
}

export interface DescriptionPiece {
  readonly text: string
  /** Null if the words belong to nothing. */
  readonly index: number | null
}

/**
 * Cuts the description into marked and unmarked pieces. Each mark takes its first free occurrence; case and spaces may
 * differ.
 */
export const descriptionPieces = (
  description: string,
  marks: readonly DescriptionMark[],
): readonly DescriptionPiece[] => {
  const taken: { readonly from: number; readonly to: number; readonly index: number }[] = []
  // Longer words come first, so that "New York" does not split "New York City".
  for (const { text, index } of marks.toSorted((a, b) => b.text.length - a.text.length)) {
    const place = placesOfWords(description, text).find(([from, to]) =>
      taken.every((other) => to <= other.from || from >= other.to),
    )
    if (place !== undefined) taken.push({ from: place[0], to: place[1], index })
  }
  const pieces: DescriptionPiece[] = []
  let at = 0
  for (const { from, to, index } of taken.sort((a, b) => a.from - b.from)) {
    if (from > at) pieces.push({ text: description.slice(at, from), index: null })
    pieces.push({ text: description.slice(from, to), index })
    at = to
  }
  if (at < description.length) pieces.push({ text: description.slice(at), index: null })
  return pieces
}

const placesOfWords = (description: string, words: string): readonly (readonly [number, number])[] => {
  const pattern = words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (words.trim() === '') return []
  const starts = /^\w/.test(words) ? '(?<![\\p{L}\\p{N}])' : ''
  return Array.from(
    description.matchAll(new RegExp(`${starts}${pattern.join('\\s+')}`, 'giu')),
    ({ index, 0: found }) => [index, index + found.length],
  )
}
