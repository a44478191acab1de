/** The model's tools. All of them are read-only, and read only boundaries. */
import { type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { ComputeBusy } from '../../compute/compute-busy.ts'
import type { AreaOutcome } from '../../domain/area/draw-area.ts'
import type { TooLarge } from '../../domain/area/draw-plan.ts'
import type { AreaPlan } from '../../domain/area/plan.ts'
import { KINDS } from '../../domain/boundary/kind.ts'
import { atMost } from '../../util/limit-concurrency.ts'
import { type AnswerReader, PARTS } from './answer.ts'
import type { Lookups } from './lookups.ts'
import { MAX_LOOKUPS, MAX_LOOKUPS_AT_ONCE } from './model-call-limits.ts'

/** Computes the land of a draft plan like that of a final one. */
export type DrawDraft = (plan: AreaPlan) => Promise<AreaOutcome | TooLarge>

export interface ToolsOptions {
  readonly lookups: Lookups
  readonly reader: AnswerReader
  readonly drawDraft: DrawDraft
  /** Called before each lookup with a description of it. */
  readonly onCall: (what: string) => void
  /** Called with an error of our own side, which is not a result for the model. */
  readonly onBroken: (error: unknown) => void
}

export const lookupTools = ({ lookups, reader, drawDraft, onCall, onBroken }: ToolsOptions): ToolSet => {
  let calls = 0
  const limited = atMost(MAX_LOOKUPS_AT_ONCE)
  const counted =
    <I, O>(what: (input: I) => string, work: (input: I) => Promise<O>) =>
    async (input: I): Promise<O | { readonly error: string }> => {
      calls++
      if (calls > MAX_LOOKUPS)
        return { error: `All ${MAX_LOOKUPS} tool calls are used up. Call submit_plan.` }
      onCall(what(input))
      try {
        return await limited(() => work(input))
      } catch (error) {
        if (error instanceof ComputeBusy) return { error: error.message }
        onBroken(error)
        throw error
      }
    }
  return {
    search_boundaries: tool({
      description:
        'Finds boundaries by name, in any language, best first. Also lists the members of a named group ("Benelux", "the Nordics").',
      inputSchema: z.object({
        name: z.string().describe('One place.'),
        country: z.string().nullish().describe('ISO 3166-1 alpha-2.'),
        kind: z.enum(KINDS).nullish(),
        within: z.string().nullish().describe('Id of a boundary that it must lie in.'),
      }),
      execute: counted(
        ({ name }) => `Looking for "${name}"`,
        (input) => lookups.search(input),
      ),
    }),
    list_children: tool({
      description: 'Lists the direct subdivisions of a boundary by name, 200 at a time.',
      inputSchema: z.object({
        id: z.string(),
        admin_level: z.int().min(3).max(12).nullish().describe('Default: the next level that has any.'),
        offset: z.int().min(0).max(100_000).nullish(),
      }),
      execute: counted(
        ({ id }) => `Listing the subdivisions of ${id}`,
        (input) => lookups.children(input),
      ),
    }),
    reverse_boundaries: tool({
      description: 'Lists every boundary that contains a point, from the country to the smallest.',
      inputSchema: z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }),
      execute: counted(
        () => 'Looking at a point',
        async (input) => ({ boundaries: await lookups.containing(input) }),
      ),
    }),
    preview_area: tool({
      description: 'Returns the size and the extent of the land that a plan would draw. Submits nothing.',
      inputSchema: z.object({ parts: PARTS }),
      execute: counted(
        () => 'Measuring a plan',
        async ({ parts }) => {
          const draft = await reader.draft(parts)
          if (draft.faults !== null) return { faults: draft.faults }
          return preview(await drawDraft(draft.value))
        },
      ),
    }),
  }
}

const preview = (drawn: AreaOutcome | TooLarge) => {
  switch (drawn.kind) {
    case 'drawn':
      return {
        area_km2: drawn.head.properties.area_km2,
        bbox: drawn.head.bbox,
        notes: drawn.head.properties.notes,
      }
    case 'too_large':
      return {
        error: `These boundaries have ${drawn.points} points; at most ${drawn.maxPoints} can be drawn at once.`,
      }
    default:
      return { error: 'Nothing is left of it.' }
  }
}
