/**
 * Plans an area with a language model that looks places up in the catalog. The model decides nothing that is not checked: ids come
 * from what it looked up here, quotes from the description, and an answer that does not hold is sent back once, then given up.
 */
import { generateText, isStepCount, type LanguageModel, type ModelMessage, tool } from 'ai'
import type { AreaOutcome } from '../../domain/area/draw-area.ts'
import type { TooLarge } from '../../domain/area/draw-plan.ts'
import { createLeftOutNote } from '../../domain/area/left-out.ts'
import type { AreaPlan } from '../../domain/area/plan.ts'
import {
  type AreaRequest,
  type Planned,
  type Planner,
  PlannerFailed,
  type PlanningOptions,
} from '../../domain/area/ports.ts'
import type { Vocabulary } from '../../domain/area/vocabulary.ts'
import type { Clock } from '../../util/clock.ts'
import type { Log } from '../../util/log.ts'
import { ANSWER, AnswerReader } from './answer.ts'
import { MOST_OUTPUT_TOKENS, MOST_STEPS, RETRIES } from './budget.ts'
import { failureOf } from './failures.ts'
import { INSTRUCTIONS, question } from './instructions.ts'
import { type LookupCatalog, Lookups } from './lookups.ts'
import { Submission } from './submission.ts'
import { lookupTools } from './tools.ts'

export interface ModelPlannerOptions {
  readonly model: Exclude<LanguageModel, string>
  readonly catalog: LookupCatalog
  readonly vocabulary: Vocabulary
  /** The land of a plan on the way, drawn as that of a final one is. */
  readonly drawDraft: (plan: AreaPlan, options: PlanningOptions) => Promise<AreaOutcome | TooLarge>
  /** For one description, all calls together. */
  readonly timeoutMs: number
  readonly clock: Clock
  readonly log: Log
}

/** One call may take half of the time, so that a slow one leaves time for the answer. */
const CALL_SHARE = 0.5

export const createModelPlanner = (options: ModelPlannerOptions): Planner => {
  const leftOut = createLeftOutNote(options.vocabulary)
  return {
    plan: async (request, planning = {}) => {
      const startedMs = options.clock.elapsedMs()
      const run = new Run(options, request, planning)
      try {
        const planned = await run.plan()
        options.log.info(
          { ...run.spent, ms: elapsed(options.clock, startedMs), mapped: planned.ok },
          'the model answered',
        )
        return planned.ok ? withNote(planned, leftOut(request.text, planned.plan)) : planned
      } catch (error) {
        const failure = error instanceof PlannerFailed ? { fault: error.fault, reason: error.message } : {}
        options.log.warn(
          { ...run.spent, ms: elapsed(options.clock, startedMs), ...failure },
          'the model gave no plan',
        )
        throw error
      }
    },
  }
}

const elapsed = (clock: Clock, startedMs: number): number => Math.round(clock.elapsedMs() - startedMs)

const withNote = (planned: Extract<Planned, { ok: true }>, note: string | null): Planned =>
  note === null ? planned : { ...planned, plan: { ...planned.plan, notes: [...planned.plan.notes, note] } }

/** The conversation about one description. */
class Run {
  readonly #options: ModelPlannerOptions
  readonly #request: AreaRequest
  readonly #planning: PlanningOptions
  readonly #lookups: Lookups
  readonly #submission: Submission
  readonly #broken = new AbortController()
  readonly #timeUp: AbortSignal
  readonly #signal: AbortSignal
  #steps = 0
  #inputTokens = 0
  #outputTokens = 0

  constructor(options: ModelPlannerOptions, request: AreaRequest, planning: PlanningOptions) {
    this.#options = options
    this.#request = request
    this.#planning = planning
    this.#lookups = new Lookups(options.catalog, options.vocabulary.regions)
    this.#submission = new Submission(new AnswerReader(this.#lookups, options.catalog, request.text))
    this.#timeUp = AbortSignal.timeout(options.timeoutMs)
    this.#signal = AbortSignal.any([
      this.#broken.signal,
      this.#timeUp,
      ...(planning.signal === undefined ? [] : [planning.signal]),
    ])
  }

  get spent() {
    return {
      model: this.#options.model.modelId,
      steps: this.#steps,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
    }
  }

  async plan(): Promise<Planned> {
    const { seed } = this.#request
    this.#planning.signal?.throwIfAborted()
    const containing = seed === null ? [] : await this.#lookups.containing({ lat: seed[1], lon: seed[0] })
    try {
      return await this.#converse([{ role: 'user', content: question(this.#request, containing) }])
    } catch (error) {
      this.#planning.signal?.throwIfAborted()
      this.#broken.signal.throwIfAborted()
      if (this.#timeUp.aborted)
        throw new PlannerFailed('timeout', `No plan within ${this.#options.timeoutMs / 1000} s.`)
      throw failureOf(error) ?? error
    }
  }

  async #converse(messages: readonly ModelMessage[]): Promise<Planned> {
    const result = await this.#generate([...messages])
    if (this.#submission.planned === null && !result.hasCalled) await this.#submission.takeText(result.text)
    if (this.#submission.planned !== null) return this.#submission.planned
    const failure = this.#submission.failure
    if (failure !== null) throw failure
    if (this.#steps >= MOST_STEPS)
      throw new PlannerFailed('endless', `No plan after ${MOST_STEPS} calls of the model.`)
    return this.#converse([
      ...messages,
      ...result.messages,
      { role: 'user', content: this.#submission.complaint },
    ])
  }

  /** Goes on until a plan is submitted, the model says something instead of calling tools, or the steps are used up. */
  async #generate(messages: ModelMessage[]) {
    const { model, timeoutMs } = this.#options
    const before = this.#steps
    const result = await generateText({
      model,
      instructions: INSTRUCTIONS,
      messages,
      tools: { ...this.#tools(), submit_plan: this.#submitTool() },
      stopWhen: [isStepCount(MOST_STEPS - before), () => this.#submission.isOver],
      // With its last call the model can only answer.
      prepareStep: ({ stepNumber }) =>
        before + stepNumber === MOST_STEPS - 1 ? { activeTools: ['submit_plan'] } : {},
      onStepStart: () => this.#planning.onStep?.('Asking the model'),
      onStepEnd: ({ usage, toolCalls }) => {
        this.#steps++
        this.#inputTokens += usage.inputTokens ?? 0
        this.#outputTokens += usage.outputTokens ?? 0
        for (const call of toolCalls)
          if (call.toolName === 'submit_plan' && call.invalid === true) this.#submission.refuseForm()
      },
      maxOutputTokens: MOST_OUTPUT_TOKENS,
      maxRetries: RETRIES,
      toolCallConcurrency: 4,
      timeout: { stepMs: Math.ceil(timeoutMs * CALL_SHARE) },
      abortSignal: this.#signal,
      telemetry: { isEnabled: false },
    })
    const { text, toolCalls } = result.finalStep
    return {
      text,
      hasCalled: toolCalls.length > 0,
      messages: result.responseMessages.filter(({ content }) => content.length > 0),
    }
  }

  #submitTool() {
    return tool({
      description:
        'Gives the plan, or the phrases that cannot be mapped. It is checked, and refused with what is wrong.',
      inputSchema: ANSWER,
      execute: (answer) => this.#submission.take(answer),
    })
  }

  #tools() {
    return lookupTools({
      lookups: this.#lookups,
      reader: this.#submission.reader,
      drawDraft: (plan) => this.#options.drawDraft(plan, { signal: this.#signal }),
      onCall: (what) => this.#planning.onStep?.(what),
      onBroken: (error) => this.#broken.abort(error),
    })
  }
}
