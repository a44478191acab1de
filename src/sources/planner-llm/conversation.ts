/** The conversation with the model about one description: bounded rounds until a plan passes validation. */
import { generateText, isStepCount, type LanguageModel, type ModelMessage, type ToolSet, tool } from 'ai'
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
import { ANSWER, AnswerReader } from './answer.ts'
import { CALL_SHARE, MAX_OUTPUT_TOKENS, MAX_STEPS, RETRIES } from './budget.ts'
import { plannerFailure } from './failures.ts'
import { INSTRUCTIONS, question } from './instructions.ts'
import { type LookupCatalog, Lookups } from './lookups.ts'
import { PlanSubmission } from './submission.ts'
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

export class Conversation {
  readonly #options: ConversationOptions
  readonly #request: AreaRequest
  readonly #planning: PlanningOptions
  readonly #lookups: Lookups
  readonly #submission: PlanSubmission
  readonly #tools: ToolSet
  /** Aborted with the error when our own side fails. */
  readonly #broken = new AbortController()
  readonly #timeUp: AbortSignal
  readonly #signal: AbortSignal
  #steps = 0
  #inputTokens = 0
  #outputTokens = 0

  constructor(options: ConversationOptions, request: AreaRequest, planning: PlanningOptions) {
    this.#options = options
    this.#request = request
    this.#planning = planning
    const catalog = options.catalogFor(planning.owner ?? SERVICE)
    this.#lookups = new Lookups(catalog, options.vocabulary.regions)
    const reader = new AnswerReader(this.#lookups, catalog, request.text)
    this.#submission = new PlanSubmission(reader)
    this.#timeUp = AbortSignal.timeout(options.timeoutMs)
    const given = planning.signal === undefined ? [] : [planning.signal]
    this.#signal = AbortSignal.any([this.#broken.signal, this.#timeUp, ...given])
    this.#tools = {
      ...lookupTools({
        lookups: this.#lookups,
        reader,
        drawDraft: (plan) => options.drawDraft(plan, { owner: planning.owner, signal: this.#signal }),
        onCall: (what) => planning.onStep?.(what),
        onBroken: (error) => this.#broken.abort(error),
      }),
      submit_plan: tool({
        description:
          'Submits the plan, or the phrases that cannot be mapped. An invalid plan is refused, with its errors.',
        inputSchema: ANSWER,
        execute: (answer) =>
          this.#submission.take(answer).catch((error: unknown) => {
            this.#broken.abort(error)
            throw error
          }),
      }),
    }
  }

  /** The cost so far. */
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
      throw plannerFailure(error, [this.#request.text, ...this.#options.hidden]) ?? error
    }
  }

  async #converse(messages: readonly ModelMessage[]): Promise<Planned> {
    const said = await this.#generate([...messages])
    if (this.#submission.planned === null && !said.hasCalled) await this.#submission.takeText(said.text)
    if (this.#submission.planned !== null) return this.#submission.planned
    const failure = this.#submission.failure
    if (failure !== null) throw failure
    if (this.#steps >= MAX_STEPS)
      throw new PlannerFailed('endless', `No plan after ${MAX_STEPS} calls of the model.`)
    const complaint: ModelMessage = { role: 'user', content: this.#submission.complaint }
    return this.#converse([...messages, ...said.messages, complaint])
  }

  /** Continues until a plan is submitted, the model answers without calling a tool, or the steps run out. */
  async #generate(messages: ModelMessage[]) {
    const { model, timeoutMs } = this.#options
    const before = this.#steps
    const result = await generateText({
      model,
      instructions: INSTRUCTIONS,
      messages,
      tools: this.#tools,
      stopWhen: [isStepCount(MAX_STEPS - before), () => this.#submission.isOver],
      // In its last call the model can only submit.
      prepareStep: ({ stepNumber }) =>
        before + stepNumber === MAX_STEPS - 1 ? { activeTools: ['submit_plan'] } : {},
      onStepStart: () => this.#planning.onStep?.('Asking the model'),
      onStepEnd: ({ usage, toolCalls }) => {
        this.#steps++
        this.#inputTokens += usage.inputTokens ?? 0
        this.#outputTokens += usage.outputTokens ?? 0
        for (const call of toolCalls)
          if (call.toolName === 'submit_plan' && call.invalid === true) this.#submission.refuseForm()
      },
      maxOutputTokens: MAX_OUTPUT_TOKENS,
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
}
