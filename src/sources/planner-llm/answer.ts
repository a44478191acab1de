/** Reads the plan that a model writes; nothing in it is trusted before it is checked. */
import { z } from 'zod'
import type { AreaPlan, PlanPart } from '../../domain/area/plan.ts'
import { structureFaults } from '../../domain/area/plan-structure.ts'
import type { Planned } from '../../domain/area/ports.ts'
import type { BoundaryRecord } from '../../domain/boundary/boundary.ts'
import { type BoundaryId, canonicalId, parseBoundaryReference } from '../../domain/boundary/id.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { Lookups } from './lookups.ts'

interface WrittenPart {
  readonly text: string
  readonly id: string
  readonly reason: string
  readonly except?: readonly WrittenPart[] | null
}

/** "A without B, but with C, except D". Spelt out, because not every provider accepts a recursive schema. */
const NESTED = 4
const MAX_CANDIDATES = 10
const MAX_NOTES = 10

/**
 * No lengths: servers that convert schemas to grammars refuse long repetitions, and with one such tool all tools
 * (https://github.com/ggml-org/llama.cpp/issues/25923). Lengths are checked when the answer is read.
 */
const PART = z.object({
  text: z.string().describe('The words of the description, as they stand there.'),
  id: z.string().describe('From a tool result.'),
  reason: z.string().describe('One short sentence.'),
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
        reason: z.string().describe('One sentence for the author.'),
        candidates: z.array(z.string()).nullish().describe('Ids from tool results.'),
      }),
    )
    .nullish(),
  notes: z.array(z.string()).nullish().describe('One sentence each, for the author; mostly empty.'),
})

export type WrittenAnswer = z.output<typeof ANSWER>

/** The plan, or its errors. */
export type ReadAnswer<T> =
  | { readonly faults: readonly string[] }
  | { readonly faults: null; readonly value: T }

export type AnswerReader = ReturnType<typeof answerReader>

export const answerReader = (lookups: Lookups, catalog: Pick<Catalog, 'records'>, text: string) => {
  const planned = async ({ parts, unmapped, notes }: WrittenAnswer): Promise<ReadAnswer<Planned>> => {
    const sentences = (notes ?? [])
      .slice(0, MAX_NOTES)
      .map(oneLine)
      .filter((note) => note !== '')
    if (unmapped == null || unmapped.length === 0) return plan(parts, sentences)
    const known = await seenRecords(unmapped.flatMap(({ candidates }) => candidates ?? []))
    if (known.faults !== null) return known
    return checked({
      ok: false,
      unmapped: unmapped.map(({ text, reason, candidates }) => ({
        text,
        reason: oneLine(reason) || 'It names no boundary that is known here.',
        candidates: (candidates ?? []).slice(0, MAX_CANDIDATES).map((id) => known.value(id)),
      })),
      notes: sentences,
    })
  }

  /** Reads a draft of a plan, to preview its land. */
  const draft = async (parts: readonly WrittenPart[]): Promise<ReadAnswer<AreaPlan>> => {
    const read = await plan(parts, [])
    return read.faults === null && read.value.ok
      ? { faults: null, value: read.value.plan }
      : { faults: read.faults ?? [] }
  }

  const plan = async (
    parts: readonly WrittenPart[],
    notes: readonly string[],
  ): Promise<ReadAnswer<Planned>> => {
    const known = await seenRecords(partIds(parts))
    if (known.faults !== null) return known
    const planPart = ({ text, id, reason, except }: WrittenPart): PlanPart => ({
      text,
      boundary: known.value(id),
      reason: oneLine(reason) || 'The model read it this way.',
      except: (except ?? []).map(planPart),
    })
    return checked({ ok: true, plan: { parts: parts.map(planPart), notes }, planner: 'llm' })
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

const MAX_LETTERS = 300

/** Makes a model's sentence safe for an answer: one line, no terminal control characters, limited length. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LETTERS)
    .toWellFormed()
