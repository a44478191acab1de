/** Resolves boundary references, or throws `not_found`. */
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { type Detail, maxVertices } from '../../domain/boundary/detail-levels.ts'
import { type BoundaryReference, canonicalId } from '../../domain/boundary/id.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { CodeFacts } from '../../domain/catalog/code-hint.ts'
import type { FindAnswer } from '../../domain/catalog/find.ts'
import { problem } from '../../op/problem/problem.ts'
import type { Services } from '../../op/services.ts'
import { grouped } from '../../util/count-with-noun.ts'
import { listed } from '../../util/join-words.ts'

export interface FoundRecord {
  readonly record: BoundaryRecord
  /** Other boundaries that match the same reference. */
  readonly alternatives: readonly BoundaryRecord[]
}

export const findBoundary = async (
  catalog: Pick<Catalog, 'find' | 'codeFacts'>,
  reference: BoundaryReference,
  detail: Detail = 'low',
): Promise<FoundRecord> => {
  const answer = await catalog.find(reference, minVertices(detail))
  if (answer.found) return answer
  throw problem('not_found', {
    what: 'boundary',
    id: canonicalId(reference),
    ...answer,
    codes: [...(await factsOf(catalog, [reference])), ...ambiguity(reference, answer)],
  })
}

/** Names the boundaries that share a code, among which nothing decides. */
const ambiguity = (
  reference: BoundaryReference,
  answer: Extract<FindAnswer, { found: false }>,
): readonly CodeFacts[] => {
  const { carriers = [] } = answer
  if (carriers.length === 0) return []
  const shown = carriers.slice(0, MAX_CARRIERS).map(({ id, name }) => `${name} (${id})`)
  const text = `${grouped(carriers.length)} boundaries in different places have the code ${canonicalId(reference)}: ${listed(shown)}${carriers.length > shown.length ? ' and others' : ''}. Use the id of one.`
  return [{ text, isMissing: false }]
}

const MAX_CARRIERS = 5

/** Facts about the codes among the references, so that the caller learns what became of a retired one. */
const factsOf = async (
  catalog: Pick<Catalog, 'codeFacts'>,
  references: readonly BoundaryReference[],
): Promise<readonly CodeFacts[]> => {
  const facts = await Promise.all(
    references.map((reference) => (reference.by === 'iso' ? catalog.codeFacts(reference.code) : null)),
  )
  return facts.filter((each) => each !== null)
}

/**
 * Resolves all references in order, while other calls are answered. One problem lists all unknown ids, so that the caller
 * can correct them at once.
 */
export const findBoundaries = async (
  { catalog, yieldToEventLoop }: Pick<Services, 'catalog' | 'yieldToEventLoop'>,
  references: readonly BoundaryReference[],
  detail: Detail,
): Promise<readonly BoundaryRecord[]> => {
  const answers = await Promise.all(
    references.map(async (reference) => {
      await yieldToEventLoop()
      return catalog.find(reference, minVertices(detail))
    }),
  )
  const missing = answers.flatMap((answer, index) =>
    answer.found ? [] : [{ reference: references[index], id: canonicalId(references[index]), ...answer }],
  )
  if (missing.length > 0) {
    const [{ reference: _, ...first }, ...others] = missing
    const codes = [
      ...(await factsOf(
        catalog,
        missing.map(({ reference }) => reference),
      )),
      ...missing.flatMap(({ reference, ...answer }) => ambiguity(reference, answer)),
    ]
    throw problem('not_found', { what: 'boundary', ...first, others: others.map(({ id }) => id), codes })
  }
  return answers.flatMap((answer) => (answer.found ? [answer.record] : []))
}

/** Low detail is for previews, so any known polygon is good enough. */
const minVertices = (detail: Detail): number => (detail === 'low' ? 0 : maxVertices(detail))
