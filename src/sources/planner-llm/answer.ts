/** Reads the plan that a model writes: quotes and ids, which are checked. It has no other text of the model. */
import { z } from 'zod'
import type { AreaPlan, PlanPart } from '../../domain/area/plan.ts'
import { structureFaults } from '../../domain/area/plan-structure.ts'
import type { Planned } from '../../domain/area/ports.ts'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { type BoundaryId, canonicalId, parseBoundaryReference } from '../../domain/boundary/id.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import { shortened } from '../../util/shorten-text.ts'
import type { Lookups } from './lookups.ts'

interface WrittenPart {
  readonly text: string
  readonly id: string
  readonly except?: readonly WrittenPart[] | null
}

/** "A without B, but with C, except D". Spelt out, because not every provider accepts a recursive schema. */
const NESTED = 4
const MAX_CANDIDATES = 10

/**
 * No lengths: servers that convert schemas to grammars refuse long repetitions, and with one such tool all tools
 * (https://github.com/ggml-org/llama.cpp/issues/25923). Lengths are checked when the answer is read.
 */
const PART = z.object({
  text: z.string().describe('The words of the description, as they stand there.'),
  id: z.string().describe('From a tool result.'),
})

const partsSchema = (levels: number): z.ZodType<readonly WrittenPart[]> =>
  z.array(levels === 1 ? PART : PART.extend({ except: partsSchema(levels - 1).nullish() }))

export const PARTS = partsSchema(NESTED)

export const ANSWER = z.object({
  parts: PARTS.describe('Empty when something is unmapped.'),
  unmapped: z
    .array(
      z.object({
        text: z.string().describe('The words of the description, as they stand there.'),
        candidates: z.array(z.string()).nullish().describe('Ids from tool results.'),
      }),
    )
    .nullish(),
})

export type WrittenAnswer = z.output<typeof ANSWER>

/** The plan, or its errors. */
export type ReadAnswer<T> =
  | { readonly faults: readonly string[] }
  | { readonly faults: null; readonly value: T }

export type AnswerReader = ReturnType<typeof answerReader>

export const answerReader = (lookups: Lookups, catalog: Pick<Catalog, 'records'>, text: string) => {
  const planned = async ({ parts, unmapped }: WrittenAnswer): Promise<ReadAnswer<Planned>> => {
    if (unmapped == null || unmapped.length === 0) return plan(parts)
    const known = await seenRecords(unmapped.flatMap(({ candidates }) => candidates ?? []))
    if (known.faults !== null) return known
    return checked({
      ok: false,
      unmapped: unmapped.map(({ text, candidates }) => ({
        text,
        reason: NOT_FOUND,
        candidates: (candidates ?? []).slice(0, MAX_CANDIDATES).map((id) => known.value(id)),
      })),
      notes: [],
    })
  }

  /** Reads a draft of a plan, to preview its land. */
  const draft = async (parts: readonly WrittenPart[]): Promise<ReadAnswer<AreaPlan>> => {
    const read = await plan(parts)
    return read.faults === null && read.value.ok
      ? { faults: null, value: read.value.plan }
      : { faults: read.faults ?? [] }
  }

  const plan = async (parts: readonly WrittenPart[]): Promise<ReadAnswer<Planned>> => {
    const known = await seenRecords(partIds(parts))
    if (known.faults !== null) return known
    const planPart = ({ text, id, except }: WrittenPart): PlanPart => {
      const boundary = known.value(id)
      return { text, boundary, reason: reasonOf(text, boundary), except: (except ?? []).map(planPart) }
    }
    return checked({ ok: true, plan: { parts: parts.map(planPart), notes: [] }, planner: 'llm' })
  }

  const checked = (planned: Planned): ReadAnswer<Planned> => {
    const faults = structureFaults(planned, text, (id) => lookups.hasSeen(id))
    return faults.length === 0 ? { faults: null, value: planned } : { faults }
  }

  const seenRecords = async (
    written: readonly string[],
  ): Promise<ReadAnswer<(id: string) => BoundaryRecord>> => {
    const ids = new Map(written.map((each) => [each, seenId(each)]))
    const unseen = [...ids].filter(([, id]) => id === null).map(([each]) => each)
    if (unseen.length > 0) return { faults: unseen.map((each) => `"${each}" is not an id of a tool result.`) }
    const records = await catalog.records([...ids.values()].filter((id) => id !== null))
    const gone = [...ids].filter(([, id]) => id === null || !records.has(id)).map(([each]) => each)
    if (gone.length > 0) return { faults: gone.map((each) => `${each} is no longer in the catalog.`) }
    return { faults: null, value: (each) => records.get(ids.get(each) as BoundaryId) as BoundaryRecord }
  }

  const seenId = (written: string): BoundaryId | null => {
    const reference = parseBoundaryReference(written)
    if ('problem' in reference) return null
    const id = canonicalId(reference)
    return lookups.hasSeen(id) ? id : null
  }

  return { planned, draft }
}

const partIds = (parts: readonly WrittenPart[]): readonly string[] =>
  parts.flatMap(({ id, except }) => [id, ...partIds(except ?? [])])

/** Ours, not the model's: what a model writes freely may repeat what a hostile description told it. */
const reasonOf = (text: string, { kind, name, names }: BoundaryRecord): string =>
  `The language model reads "${shortened(oneLine(text), MAX_LETTERS)}" as the ${kind.replaceAll('_', ' ')} "${names.en ?? name}".`

const NOT_FOUND = 'The language model found no boundary for these words.'

const MAX_LETTERS = 120

const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
