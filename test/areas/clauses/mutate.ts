/**
 * Changes of a readable clause that must change its answer.
 *
 * - `nonsense-name`: one name becomes an invented word. The refusal must name it.
 * - `except-to-only`: "except" becomes "limited to". The excluded places are now the whole area, or the clause is refused.
 * - `level-changed`: one level word becomes that of another level (State → County, province → county). No pair are synonyms:
 *   the land must change, or the clause is refused. Not where the other word covers all of a place ("the Counties of Texas plus Ohio").
 * - `sentence-added`: "The Territory also includes …" with a country outside the clause adds that country or is
 *   refused; with an invented word it is refused and names the word.
 */
import type { ExpectedPlan, GeneratedClause } from './clause.ts'
import { type Phrase, say, textOf } from './phrase.ts'
import type { Places } from './places.ts'
import { Random } from './random.ts'

export interface Mutation {
  readonly text: string
  readonly kind: 'nonsense-name' | 'except-to-only' | 'level-changed' | 'sentence-added'
  /** The answer must be a refusal that names this word. */
  readonly mustName?: string
  /** A plan must be one of these. */
  readonly expectedAfter?: readonly ExpectedPlan[]
}

export function* mutations(clause: GeneratedClause, places: Places): Iterable<Mutation> {
  if ('refused' in clause.expected) return
  const random = new Random(seedOf(clause.text))
  const isUpper = clause.traits.capitals === 'upper'
  const inCase = (text: string): string => (isUpper ? text.toUpperCase() : text)
  const nonsense = inCase(random.pick(places.nonsense))
  const named = pickPiece(random, clause, 'name')
  if (named !== null)
    yield { kind: 'nonsense-name', text: textWith(clause.pieces, named, nonsense), mustName: nonsense }

  const excepted = pickPiece(random, clause, 'except')
  if (excepted !== null && clause.limited !== undefined) {
    const words = inCase(random.pick(['limited to', 'but only', 'restricted to']))
    yield {
      kind: 'except-to-only',
      text: textWith(clause.pieces, excepted, words),
      expectedAfter: [clause.limited],
    }
  }

  const levelled = pickPiece(random, clause, 'level')
  if (levelled !== null && !saysAllOfOne(clause.pieces, levelled)) {
    const { text, otherLevel = '' } = clause.pieces[levelled]
    yield { kind: 'level-changed', text: textWith(clause.pieces, levelled, cased(otherLevel, text)) }
  }

  const end = pickPiece(random, clause, 'territory-end')
  if (end === null) return
  const addition = (added: string): string => {
    const before = textOf(clause.pieces.slice(0, end))
    const gap = before.endsWith('.') ? ' ' : '. '
    return textWith(clause.pieces, end, inCase(`${gap}The Territory also includes ${added}.`))
  }
  yield { kind: 'sentence-added', text: addition(nonsense), mustName: nonsense }
  const { include, exclude, or = [] } = clause.expected
  const touched = new Set([...include, ...exclude].map(countryOf))
  const country = random.pick(places.countries.filter(({ code }) => !touched.has(code) && code !== 'GE'))
  yield {
    kind: 'sentence-added',
    text: addition(country.names[0]),
    expectedAfter: [{ include, exclude }, ...or].map((plan) => ({
      include: [...plan.include, country.id],
      exclude: plan.exclude,
    })),
  }
}

const pickPiece = (random: Random, { pieces }: GeneratedClause, role: string): number | null => {
  const fitting = [...pieces.keys()].filter((at) => pieces[at].role === role)
  return fitting.length === 0 ? null : random.pick(fitting)
}

/** "The States of Texas plus Ohio" would become "the Counties of Texas plus Ohio": all of them, which is the same land. */
const saysAllOfOne = (pieces: Phrase, at: number): boolean =>
  /s$/i.test(pieces[at].otherLevel ?? '') &&
  /^ of [^,;:]+,? (?:plus|together with) /i.test(textOf(pieces.slice(at + 1)))

const textWith = (pieces: Phrase, at: number, text: string): string =>
  textOf(say`${pieces.slice(0, at)}${text}${pieces.slice(at + 1)}`)

/** In the capitalization of the word that it replaces. */
const cased = (text: string, model: string): string => {
  if (model === model.toUpperCase()) return text.toUpperCase()
  if (model.charAt(0) === model.charAt(0).toUpperCase()) return text.charAt(0).toUpperCase() + text.slice(1)
  return text.toLowerCase()
}

/** "iso:DE-BY" → "DE"; FIPS codes are of the United States. */
const countryOf = (id: string): string => (id.startsWith('fips:') ? 'US' : id.slice(4, 6))

const seedOf = (text: string): number => {
  let hash = 2166136261
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  return hash >>> 0
}
