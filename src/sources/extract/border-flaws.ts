/** Reasons why a border cannot be assembled, and the sentences that state them. */
import type { Position } from '../../domain/geometry/rings.ts'
import type { WorkLimit } from '../../domain/geometry/work-budget.ts'
import { firstListed } from '../../util/join-words.ts'

export type Flaw =
  /** The relation has no member that draws a border. */
  | { readonly is: 'no members' }
  | { readonly is: 'missing way'; readonly way: number }
  | { readonly is: 'missing node'; readonly way: number; readonly node: number }
  /** A member way, or a node of one, has an id too large for an exact number, so that it is unknown which one it is. */
  | { readonly is: 'unreadable id' }
  /** A way ends where no other continues. */
  | { readonly is: 'open end'; readonly way: number; readonly position: Position }
  /** The ways close around nothing. */
  | { readonly is: 'no area' }
  /** Finding its area would take more than `max` of something; it was given up. */
  | TooComplexBorder

interface TooComplexBorder {
  readonly is: 'too complex'
  readonly limit: WorkLimit | 'members' | 'sharing' | 'memory' | 'time'
  readonly max: number
}

/** True if members are missing, which points to the edge of the file, not to an error in the map. */
export const hasMissingMembers = (flaws: readonly Flaw[]): boolean =>
  flaws.some(({ is }) => is === 'missing way' || is === 'missing node')

/** Maximum number of ways and positions to list; borders cut by an extract have hundreds. */
const MAX_NAMED = 3
const named = (items: readonly string[]): string => firstListed(items, MAX_NAMED)

/** `origin` names the place that the members were read from: "the file". */
export const flawSentence = (flaws: readonly Flaw[], memberCount: number, origin: string): string => {
  const sentences: string[] = []
  const missing = flaws.filter((flaw) => flaw.is === 'missing way').map(({ way }) => way)
  const nodes = flaws.filter((flaw) => flaw.is === 'missing node')
  const ends = flaws.filter((flaw) => flaw.is === 'open end')
  if (flaws.some(({ is }) => is === 'no members')) sentences.push('It has no member way that draws a border.')
  if (missing.length > 0) {
    sentences.push(
      `Member missing: ${origin} lacks ${missing.length} of its ${memberCount} ways (${named(missing.map((way) => `w${way}`))}).`,
    )
  }
  if (nodes.length > 0) {
    sentences.push(
      `Node missing: ${origin} lacks ${named(nodes.map(({ way, node }) => `n${node} of w${way}`))}.`,
    )
  }
  if (flaws.some(({ is }) => is === 'unreadable id')) {
    sentences.push(
      'A member way, or a node of one, has an id beyond 2^53, which no OpenStreetMap object has, so it cannot be identified.',
    )
  }
  if (ends.length > 0) {
    const places = ends.map(({ way, position: [lon, lat] }) => `w${way} at ${lon}, ${lat}`)
    const what = missing.length > 0 ? 'The border breaks off after' : 'Open ring: nothing continues'
    sentences.push(`${what} ${named(places)} (longitude, latitude).`)
  }
  if (flaws.some(({ is }) => is === 'no area')) sentences.push('Its border encloses no area.')
  for (const flaw of flaws) if (flaw.is === 'too complex') sentences.push(complexSentence(flaw))
  return sentences.join(' ')
}

const complexSentence = ({ limit, max }: TooComplexBorder): string =>
  `Its border is too complex to process: ${COMPLEX[limit](max.toLocaleString('en'))}.`

const COMPLEX: Readonly<Record<TooComplexBorder['limit'], (max: string) => string>> = {
  members: (max) => `it has more than ${max} members`,
  sharing: (max) => `more than ${max} boundaries have one of its ways or member relations`,
  positions: (max) => `its ways have more than ${max} positions`,
  crossings: (max) => `its lines cross each other more than ${max} times`,
  steps: (max) => `assembling its ways takes more than ${max} steps`,
  memory: (max) => `assembling its ways takes more than ${max} MB of memory`,
  time: (max) => `assembling its ways takes more than ${max} seconds`,
}
