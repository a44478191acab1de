/** Combines and checks the settings of the area planner. */
import { ANTHROPIC_URL, type Settings } from './settings.ts'

export type PlannerSettings = {
  /** Readings of a description that the rules compare at most. */
  readonly maxReadings: number
} & ({ readonly kind: 'rules' } | { readonly kind: 'llm' | 'auto'; readonly model: ModelSettings })

export interface ModelSettings {
  readonly provider: 'openai' | 'anthropic'
  /** Base URL of the API, without a trailing slash. */
  readonly url: string
  readonly model: string
  /** Null if the provider needs none. */
  readonly apiKey: string | null
  /** Total time for one description, over all calls to the model. */
  readonly timeoutMs: number
}

/** Returns the planner settings, or one sentence for each missing setting. */
export const plannerSettings = (
  settings: Settings,
): PlannerSettings | { readonly missing: readonly string[] } => {
  const { METES_PLANNER: kind, METES_AREA_READINGS: maxReadings } = settings
  const { METES_LLM_PROVIDER: provider, METES_LLM_MODEL: model } = settings
  if (kind === 'rules') return { kind, maxReadings }
  const url = settings.METES_LLM_URL ?? (provider === 'anthropic' ? ANTHROPIC_URL : undefined)
  const because = `because METES_PLANNER is "${kind}"`
  if (url === undefined || model === undefined)
    return {
      missing: [
        ...(url === undefined
          ? [`METES_LLM_URL must be set to the address of the model API ${because}.`]
          : []),
        ...(model === undefined ? [`METES_LLM_MODEL must be set to the name of the model ${because}.`] : []),
      ],
    }
  const { METES_LLM_API_KEY: apiKey = null, METES_LLM_TIMEOUT: seconds } = settings
  return Object.freeze({
    kind,
    maxReadings,
    model: Object.freeze({ provider, url, model, apiKey, timeoutMs: seconds * 1000 }),
  })
}

/** Returns warnings about model settings without a planner that uses them. */
export const unusedModelSettings = (settings: Settings): readonly string[] =>
  settings.METES_PLANNER === 'rules'
    ? (['METES_LLM_URL', 'METES_LLM_MODEL', 'METES_LLM_API_KEY'] as const)
        .filter((name) => settings[name] !== undefined)
        .map(
          (name) =>
            `${name} is set, but METES_PLANNER is "rules", which uses no model. Set METES_PLANNER to "llm" or "auto".`,
        )
    : []
