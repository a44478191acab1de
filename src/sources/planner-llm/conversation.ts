/** The conversation with the model about one description: bounded rounds until a plan passes validation. */
import { generateText, type LanguageModel, type ModelMessage, stepCountIs, type ToolSet, tool } from 'ai'
import type { AreaOutcome } from '../../domain/area/draw-area.ts'
import type { TooLarge } from '../../domain/area/draw-plan.ts'
import type { AreaPlan } from '../../domain/area/plan.ts'
import {
  type AreaRequest,
  type CatalogFor,
  type Planned,
  PlannerFailed,
  type PlanningOptions,
} from '../../domain/area/ports.ts'
import type { Vocabulary } from '../../domain/area/vocabulary.ts'
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { SERVICE } from '../../util/work-owner.ts'
import { ANSWER, answerReader } from './answer.ts'
import { plannerFailure } from './failures.ts'
import { INSTRUCTIONS, question } from './instructions.ts'
import { createLookups, type LookupCatalog } from './lookups.ts'
import { CALL_SHARE, MAX_OUTPUT_TOKENS, MAX_STEPS, RETRIES } from './model-call-limits.ts'
import { planSubmission } from './submission.ts'
import { lookupTools } from './tools.ts'

export interface ModelPlannerOptions {
  readonly model: Exclude<LanguageModel, string>
  /** Secrets to remove from logs, because a provider may echo them: the key. */
  readonly hidden: readonly string[]
  readonly catalogFor: CatalogFor<LookupCatalog>
  readonly vocabulary: Vocabulary
  /** Computes the land of a draft plan like that of a final one. */
  readonly drawDraft: (plan: AreaPlan, options: PlanningOptions) => Promise<AreaOutcome | TooLarge>
  /** Limit for one description, all calls together. */
  readonly timeoutMs: number
  readonly clock: Clock
  readonly log: Log
}

type ConversationOptions = Omit<ModelPlannerOptions, 'clock' | 'log'>

export const createConversation = (
  { model, hidden, catalogFor, vocabulary, drawDraft, timeoutMs }: ConversationOptions,
  request: AreaRequest,
  planning: PlanningOptions,
) => {
  const { seed, text: description } = request
  const catalog = catalogFor(planning.owner ?? SERVICE)
  const lookups = createLookups(catalog, vocabulary.regions)
  const reader = answerReader(lookups, catalog, description)
  const submission = planSubmission(reader)
  /** Aborted with the error when our own side fails. */
  const broken = new AbortController()
  const timeUp = AbortSignal.timeout(timeoutMs)
  const given = planning.signal === undefined ? [] : [planning.signal]
  const signal = AbortSignal.any([broken.signal, timeUp, ...given])
  let steps = 0
  let inputTokens = 0
  let outputTokens = 0

  const tools: ToolSet = {
    ...lookupTools({
      lookups,
      reader,
      drawDraft: (plan) => drawDraft(plan, { owner: planning.owner, signal }),
      onCall: (what) => planning.onStep?.(what),
      onBroken: (error) => broken.abort(error),
    }),
    submit_plan: tool({
      description:
        'Submits the plan, or the phrases that cannot be mapped. An invalid plan is refused, with its errors.',
      inputSchema: ANSWER,
      execute: (answer) =>
        submission.take(answer).catch((error: unknown) => {
          broken.abort(error)
          throw error
        }),
    }),
  }

  /** Continues until a plan is submitted, the model answers without calling a tool, or the steps run out. */
  const generate = async (messages: ModelMessage[]) => {
    const before = steps
    const result = await generateText({
      model,
      system: INSTRUCTIONS,
      messages,
      tools,
      stopWhen: [stepCountIs(MAX_STEPS - before), () => submission.isOver],
      // In its last call the model can only submit.
      prepareStep: ({ stepNumber }) =>
        before + stepNumber === MAX_STEPS - 1 ? { activeTools: ['submit_plan'] } : {},
      experimental_onStepStart: () => planning.onStep?.('Asking the model'),
      onStepFinish: ({ usage, toolCalls }) => {
        steps++
        inputTokens += usage.inputTokens ?? 0
        outputTokens += usage.outputTokens ?? 0
        for (const call of toolCalls)
          if (call.toolName === 'submit_plan' && call.invalid === true) submission.refuseForm()
      },
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      maxRetries: RETRIES,
      timeout: { stepMs: Math.ceil(timeoutMs * CALL_SHARE) },
      abortSignal: signal,
      experimental_telemetry: { isEnabled: false },
    })
    // Of the last step.
    const { text, toolCalls, response } = result
    return {
      text,
      hasCalled: toolCalls.length > 0,
      messages: response.messages.filter(({ content }) => content.length > 0),
    }
  }

  const converse = async (messages: readonly ModelMessage[]): Promise<Planned> => {
    const said = await generate([...messages])
    if (submission.planned === null && !said.hasCalled) await submission.takeText(said.text)
    if (submission.planned !== null) return submission.planned
    if (submission.failure !== null) throw submission.failure
    if (steps >= MAX_STEPS)
      throw new PlannerFailed('endless', `No plan after ${MAX_STEPS} calls to the model.`)
    const complaint: ModelMessage = { role: 'user', content: submission.complaint }
    return converse([...messages, ...said.messages, complaint])
  }

  return {
    /** Returns the cost so far. */
    spent: () => ({ model: model.modelId, steps, inputTokens, outputTokens }),

    plan: async (): Promise<Planned> => {
      planning.signal?.throwIfAborted()
      const containing = seed === null ? [] : await lookups.containing({ lat: seed[1], lon: seed[0] })
      try {
        return await converse([{ role: 'user', content: question(request, containing) }])
      } catch (error) {
        planning.signal?.throwIfAborted()
        broken.signal.throwIfAborted()
        if (timeUp.aborted) throw new PlannerFailed('timeout', `No plan within ${timeoutMs / 1000} s.`)
        throw plannerFailure(error, [description, ...hidden]) ?? error
      }
    },
  }
}
