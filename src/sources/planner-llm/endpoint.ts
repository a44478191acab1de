/** Address and protocol of a model. */
export interface ModelEndpoint {
  /** OpenAI's chat completions, which most servers support, or Anthropic's messages. */
  readonly provider: 'openai' | 'anthropic'
  /** Base URL of the API, without a trailing slash. */
  readonly url: string
  readonly model: string
  /** Null if no key is needed. */
  readonly apiKey: string | null
}
