// What happens to a text on its way: capitals, double spaces, line breaks of a PDF.

import type { Rng } from './random.ts'

/** Changes the look of a text and never its meaning. Codes stay in capitals: "us" is a pronoun, "in" a preposition. */
export function noisy(rng: Rng, text: string, block: boolean): { text: string; kind: string } {
  const kind = rng.weighted<string>([
    [74, ''],
    [4, 'upper'],
    [/\b[A-Z]{2}|\b[A-Z]\./.test(text) ? 0 : 6, 'lower'],
    [5, 'spaces'],
    [block ? 0 : 5, 'breaks'],
    [3, 'edges'],
    [3, 'nbsp'],
  ])
  switch (kind) {
    case 'upper':
      return { text: text.toUpperCase(), kind }
    case 'lower':
      return { text: text.toLowerCase(), kind }
    case 'spaces':
      return { text: text.replace(/(?<=\S) (?=\S)/g, () => (rng.chance(0.2) ? '  ' : ' ')), kind }
    case 'breaks':
      // Not before a sign that would make the rest look like a bullet, and not behind a sentence.
      return { text: text.replace(/(?<=[\p{L},]) (?=\p{L})/gu, () => (rng.chance(0.15) ? '\n' : ' ')), kind }
    case 'edges':
      return {
        text: `${rng.pick(['\n', '  ', '\t', '\n\n'])}${text}${rng.pick([' ', '\n', '  \n', '\n\n'])}`,
        kind,
      }
    case 'nbsp':
      return { text: text.replace(/(?<=\p{L}) (?=\p{L})/gu, () => (rng.chance(0.3) ? '\u00a0' : ' ')), kind }
    default:
      return { text, kind: '' }
  }
}
