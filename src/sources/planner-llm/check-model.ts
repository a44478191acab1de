/** Checks that the model is available without calling it: listing the provider's models costs nothing. */
import type { ModelEndpoint } from './endpoint.ts'

/** Returns the result as a clause. @throws Error that says how to fix it */
export const checkModel = async (settings: ModelEndpoint, timeoutMs: number): Promise<string> => {
  const response = await listModels(settings, timeoutMs)
  const { model } = settings
  if (response.status === 401 || response.status === 403)
    throw new Error(`${host(settings)} rejects METES_LLM_API_KEY (HTTP ${response.status}).`)
  if (response.status >= 500)
    throw new Error(`${host(settings)} answers HTTP ${response.status}; check the server of the model.`)
  const models = response.ok ? modelsIn(await response.text().catch(() => '')) : []
  if (models.length === 0) return `${host(settings)} answers, but does not say whether it has ${model}`
  if (!models.some((id) => isModelId(id, model)))
    throw new Error(
      `${host(settings)} has no model ${model}. Set METES_LLM_MODEL to one that it has, ${models.slice(0, 3).join(', ')} for instance.`,
    )
  return `${model} at ${host(settings)}`
}

/** A name may abbreviate a dated version (`claude-x` for `claude-x-20990101`) or a tag, or follow a folder. */
const isModelId = (id: string, model: string): boolean => {
  const [, name] = /^(.*?)(?:[-:]latest)?$/.exec(model) as RegExpExecArray
  return id === name || id.startsWith(`${name}-`) || id.startsWith(`${name}:`) || id.endsWith(`/${name}`)
}

const host = ({ url }: ModelEndpoint): string => new URL(url).host

const listModels = async (settings: ModelEndpoint, timeoutMs: number): Promise<Response> => {
  const { provider, url, apiKey } = settings
  try {
    return await fetch(`${url}/models`, {
      headers: HEADERS[provider](apiKey ?? ''),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    throw new Error(
      `${host(settings)} does not answer. Check that the model is running and that METES_LLM_URL is correct.`,
    )
  }
}

const HEADERS: Readonly<Record<ModelEndpoint['provider'], (apiKey: string) => Record<string, string>>> = {
  openai: (apiKey): Record<string, string> => (apiKey === '' ? {} : { Authorization: `Bearer ${apiKey}` }),
  anthropic: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
}

/** Both APIs return the list as `data`. Anthropic's is paged; a model missing on the first page may be on another. */
const modelsIn = (body: string): readonly string[] => {
  try {
    const { data, has_more } = JSON.parse(body) as { data?: { id?: unknown }[]; has_more?: boolean }
    if (!Array.isArray(data) || has_more === true) return []
    return data.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  } catch {
    return []
  }
}
