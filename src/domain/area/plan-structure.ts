/**
 * Structural checks for every plan: it quotes the description, its boundaries are known, and it is small
 * enough to draw.
 */
import type { BoundaryId } from '../boundary/id.ts'
import type { PlanPart, Unmapped } from './plan.ts'
import type { Planned } from './ports.ts'
import { QuotedText } from './quote.ts'

/** Enough for exceptions of exceptions of exceptions; real contracts do not nest deeper. */
export const MAX_DEPTH = 8
/** Twice the countries of the world. */
export const MAX_PARTS = 500
/** A longer list is not read. */
const MAX_UNMAPPED = 50

/**
 * One sentence per fault; empty if the plan or the refusal is valid.
 * @param isKnown whether the planner looked the boundary up
 */
export const structureFaults = (planned: Planned, text: string, isKnown: IsKnown): readonly string[] => {
  const quotes = new QuotedText(text)
  const quoteFaults = (quote: string): readonly string[] =>
    quote === text || quotes.has(quote)
      ? []
      : [`"${quote}" is not in the description; quote its words exactly.`]
  return planned.ok
    ? faultsOfParts(planned.plan.parts, quoteFaults, isKnown)
    : refusalFaults(planned.unmapped, quoteFaults, isKnown)
}

type IsKnown = (id: BoundaryId) => boolean
type QuoteFaults = (quote: string) => readonly string[]

const faultsOfParts = (
  parts: readonly PlanPart[],
  quoteFaults: QuoteFaults,
  isKnown: IsKnown,
): readonly string[] => {
  if (parts.length === 0) return ['The plan has no part.']
  const { depth, all } = measure(parts)
  if (depth > MAX_DEPTH) return [`Exceptions are nested ${depth} deep; at most ${MAX_DEPTH} can be drawn.`]
  if (all.length > MAX_PARTS) return [`The plan has ${all.length} parts; at most ${MAX_PARTS} can be drawn.`]
  return all.flatMap(({ text, boundary }) => [
    ...quoteFaults(text),
    ...(isKnown(boundary.id) ? [] : [unknown(boundary.id)]),
  ])
}

const refusalFaults = (
  unmapped: readonly Unmapped[],
  quoteFaults: QuoteFaults,
  isKnown: IsKnown,
): readonly string[] => {
  if (unmapped.length === 0) return ['The plan has no parts and no unmapped phrases.']
  if (unmapped.length > MAX_UNMAPPED)
    return [`${unmapped.length} phrases are unmapped; list only the first ${MAX_UNMAPPED}.`]
  return unmapped.flatMap(({ text, candidates }) => [
    ...quoteFaults(text),
    ...candidates.filter(({ id }) => !isKnown(id)).map(({ id }) => unknown(id)),
  ])
}

const unknown = (id: BoundaryId): string => `${id} is not the id of a boundary that was looked up.`

/** Breadth-first, so that deep nesting cannot exhaust the stack. */
const measure = (
  parts: readonly PlanPart[],
): { readonly depth: number; readonly all: readonly PlanPart[] } => {
  const all: PlanPart[] = []
  let depth = 0
  for (let level = parts; level.length > 0; level = level.flatMap(({ except }) => except)) {
    depth++
    all.push(...level)
  }
  return { depth, all }
}
