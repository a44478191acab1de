/** Reads a position as map sites copy it: `47.14, 9.52`, latitude first, in one word or with its comma in two. */
import type { Command } from 'commander'

/** Splits the words of a position into the two arguments of a command that takes `<lat> <lon>`. */
export const withPastedPosition = (command: Command | undefined, words: readonly string[]): string[] => {
  const names = command?.registeredArguments.map((argument) => argument.name()) ?? []
  const takesPosition = names.length === 2 && names[0] === 'lat' && names[1] === 'lon'
  return takesPosition ? words.flatMap((word) => numbersOf(word) ?? [word]) : [...words]
}

/** Returns null for a word that is no position, nor the first half of one. */
const numbersOf = (word: string): readonly string[] | null => {
  const [, lat, lon] = POSITION.exec(word.trim()) ?? []
  if (lat === undefined) return null
  return lon === undefined ? [lat] : [lat, lon]
}

/** In parentheses or not; the number after the comma may be the next word. */
const POSITION = /^\(?\s*([+-]?\d+(?:\.\d+)?)\s*(?:,|(?:\s|[,;])\s*([+-]?\d+(?:\.\d+)?)\s*\)?)$/
