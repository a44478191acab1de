/** Opens the configured model behind the library's common interface. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelPlannerOptions } from './conversation.ts'
import type { ModelEndpoint } from './endpoint.ts'

export const openModel = ({ provider, url, model, apiKey }: ModelEndpoint): ModelPlannerOptions['model'] => {
  // Otherwise the library prints warnings about ignored settings to stderr, between the lines of our log.
  globalThis.AI_SDK_LOG_WARNINGS = false
  if (provider === 'anthropic')
    return createAnthropic({ baseURL: url, apiKey: apiKey ?? '', fetch: guardedFetch })(model)
  return createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: url,
    ...(apiKey === null ? {} : { apiKey }),
    fetch: guardedFetch,
    transformRequestBody: OPENAI.test(url) ? withCompletionTokens : undefined,
  }).chatModel(model)
}

const OPENAI = /^https:\/\/(?:[\w-]+\.)*(?:openai\.com|openai\.azure\.com)\//i

/**
 * OpenAI's own models refuse the older name, which all other servers support:
 * https://platform.openai.com/docs/api-reference/chat/create
 */
const withCompletionTokens = ({ max_tokens, ...body }: Record<string, unknown>) => ({
  ...body,
  max_completion_tokens: max_tokens,
})

/** An answer has a few thousand tokens of a few bytes. */
const MAX_BYTES = 8 * 1024 * 1024

/** Refuses redirects, which would send the key and the description elsewhere, and limits the size of answers. */
const guardedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.body === null) return response
  let bytes = 0
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        bytes += piece.byteLength
        if (bytes > MAX_BYTES) controller.error(new Error(`The answer is larger than ${MAX_BYTES} bytes.`))
        else controller.enqueue(piece)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
