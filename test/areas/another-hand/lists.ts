// Ways to write several things one after the other.

import type { Rng } from './random.ts'

/** "A, B and C" in one of the usual forms. All of them mean all members. */
export function series(rng: Rng, parts: readonly string[]): string {
  if (parts.length === 1) return parts[0]!
  const head = parts.slice(0, -1)
  const last = parts.at(-1)!
  const commas = head.join(', ')
  return rng.weighted<string>([
    [10, `${commas} and ${last}`],
    [parts.length > 2 ? 6 : 0, `${commas}, and ${last}`],
    [2, `${commas} & ${last}`],
    [1, `${commas} as well as ${last}`],
    [1, `${commas} plus ${last}`],
    [1, parts.length > 2 ? parts.join(', ') : `${commas} and ${last}`],
    [1, parts.join(' + ')],
    [parts.length === 2 ? 1 : 0, `both ${parts[0]} and ${parts[1]}`],
    [1, parts.join('; ')],
    [
      1,
      `${parts
        .map((part, i) => `(${'abcdefgh'[i]}) ${part}`)
        .slice(0, -1)
        .join('; ')} and (${'abcdefgh'[parts.length - 1]}) ${last}`,
    ],
    [
      1,
      parts.map((part, i) => `(${['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii'][i]}) ${part}`).join(', '),
    ],
  ])
}

/** "A, B and C" and nothing else: for lists inside another list. */
export function plainSeries(rng: Rng, parts: readonly string[]): string {
  if (parts.length === 1) return parts[0]!
  const comma = parts.length > 2 && rng.chance(0.3) ? ',' : ''
  return `${parts.slice(0, -1).join(', ')}${comma} and ${parts.at(-1)}`
}

/** Pieces that contain commas or "and" themselves: only strong marks keep them apart. */
export function strongSeries(rng: Rng, parts: readonly string[]): string {
  if (parts.length === 1) return parts[0]!
  const head = parts.slice(0, -1)
  const last = parts.at(-1)!
  return rng.pick([
    parts.join('; '),
    `${head.join('; ')}; and ${last}`,
    `${parts
      .map((part, i) => `(${'abcdefgh'[i]}) ${part}`)
      .slice(0, -1)
      .join('; ')}; and (${'abcdefgh'[parts.length - 1]}) ${last}`,
    parts.map((part, i) => `(${i + 1}) ${part}`).join('; '),
    parts.map((part, i) => `${i + 1}) ${part}`).join('; '),
  ])
}

const SMALL = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

export function numberWord(n: number): string {
  return SMALL[n] ?? String(n)
}
