/** Which model is asked, and how it is spoken to. */
export const MODEL_PROVIDERS = ['openai', 'anthropic'] as const

export interface ModelSettings {
  /** OpenAI's chat completions, which most servers speak, or Anthropic's messages. */
  readonly provider: (typeof MODEL_PROVIDERS)[number]
  /** Below which the API lies, without a slash at its end. */
  readonly url: string
  readonly model: string
  /** Null where none is needed. */
  readonly apiKey: string | null
}
