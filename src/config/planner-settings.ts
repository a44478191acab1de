/** What reads descriptions of areas: several settings that must go together. */
import type { z } from 'zod'
import { ANTHROPIC_URL, type SETTINGS } from './settings.ts'

export type PlannerSettings =
  | { readonly kind: 'rules' }
  | { readonly kind: 'llm' | 'auto'; readonly model: ModelSettings }

export interface ModelSettings {
  readonly provider: 'openai' | 'anthropic'
  /** Below which the API lies, without a slash at its end. */
  readonly url: string
  readonly model: string
  /** Null where none is needed. */
  readonly apiKey: string | null
  /** For one description, all calls together. */
  readonly timeoutMs: number
}

type Settings = z.output<typeof SETTINGS>

/** The settings, or what they lack, one sentence each. */
export const plannerSettings = (
  settings: Settings,
): PlannerSettings | { readonly missing: readonly string[] } => {
  const { METES_PLANNER: kind, METES_LLM_PROVIDER: provider, METES_LLM_MODEL: model } = settings
  if (kind === 'rules') return { kind }
  const url = settings.METES_LLM_URL ?? (provider === 'anthropic' ? ANTHROPIC_URL : undefined)
  const because = `as METES_PLANNER is "${kind}"`
  if (url === undefined || model === undefined)
    return {
      missing: [
        ...(url === undefined ? [`METES_LLM_URL must say where the model is, ${because}.`] : []),
        ...(model === undefined ? [`METES_LLM_MODEL must name the model, ${because}.`] : []),
      ],
    }
  const { METES_LLM_API_KEY: apiKey = null, METES_LLM_TIMEOUT: seconds } = settings
  return Object.freeze({
    kind,
    model: Object.freeze({ provider, url, model, apiKey, timeoutMs: seconds * 1000 }),
  })
}

/** Settings of a model that nobody asks. */
export const unusedModelSettings = (settings: Settings): readonly string[] =>
  settings.METES_PLANNER === 'rules'
    ? (['METES_LLM_URL', 'METES_LLM_MODEL', 'METES_LLM_API_KEY'] as const)
        .filter((name) => settings[name] !== undefined)
        .map(
          (name) =>
            `${name} is set, but METES_PLANNER is "rules": no model is asked. Set it to "llm" or "auto".`,
        )
    : []
