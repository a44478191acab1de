/** Where a model is, and how it is spoken to. */
export interface ModelEndpoint {
  /** OpenAI's chat completions, which most servers speak, or Anthropic's messages. */
  readonly provider: 'openai' | 'anthropic'
  /** Below which the API lies, without a slash at its end. */
  readonly url: string
  readonly model: string
  /** Null where none is needed. */
  readonly apiKey: string | null
}
