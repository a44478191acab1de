/** Calls operations on a server through its RPC routes. */

import type { Answer, Call, CallRequest, OpenFile, ProblemBody } from './call.ts'
import { CommandFailure } from './failure.ts'
import { followJob } from './follow-job.ts'

export const remoteCall = (base: URL, apiKey: string | undefined, version: string): Call => {
  const post = (
    { operation, input, languages, maxInlineBytes, signal }: CallRequest,
    preferences: readonly string[] = [],
  ): Promise<Response> =>
    send(new URL(`v1/ops/${operation}`, base), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...userAgent(version),
        ...(languages.length === 0 ? {} : { 'accept-language': languages.join(', ') }),
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        ...preferHeader(preferences, maxInlineBytes),
      },
      body: JSON.stringify(input),
      redirect: 'manual',
      signal,
    })

  return async (request) => {
    const response = await post(request, request.long === true ? ANSWER_LATER : [])
    const answer = await readAnswer(response, base)
    if (response.status !== ACCEPTED || !answer.ok) return answer
    return followJob(answer.bytes, request, async (asked) => readAnswer(await post(asked), base))
  }
}

/** Long calls become jobs unless they end within a second, so that no connection stays open for minutes. */
const ANSWER_LATER: readonly string[] = ['respond-async', 'wait=1']
const ACCEPTED = 202

/** Sends no key: files are public and may be on another host. */
export const remoteFile =
  (version: string): OpenFile =>
  async (url, signal) => {
    const response = await send(new URL(url), { headers: userAgent(version), signal })
    if (response.ok && response.body !== null) return response.body
    throw new CommandFailure(`${url} answered ${response.status} ${response.statusText} instead of the file.`)
  }

/** RFC 7240. */
const preferHeader = (
  preferences: readonly string[],
  maxInlineBytes?: number,
): Readonly<Record<string, string>> => {
  const all =
    maxInlineBytes === undefined ? preferences : [...preferences, `max-inline-bytes=${maxInlineBytes}`]
  return all.length === 0 ? {} : { prefer: all.join(', ') }
}

const userAgent = (version: string) => ({ 'user-agent': `metes-cli/${version}` })

const send = async (url: URL, request: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, request)
  } catch (error) {
    request.signal?.throwIfAborted()
    throw new CommandFailure(
      `No answer from ${url.origin}: ${reasonOf(error)}. Is a server running there? Start one with "metes serve", or name another with --server or METES_SERVER.`,
    )
  }
}

/** The cause of a failed fetch has the reason, with one error for each address tried. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  const tried = cause instanceof AggregateError ? cause.errors : [cause ?? error]
  return [...new Set(tried.map((each) => (each instanceof Error ? each.message : String(each))))].join('; ')
}

const readAnswer = async (response: Response, base: URL): Promise<Answer> => {
  const location = response.headers.get('location')
  if (response.status >= 300 && response.status < 400) {
    throw new CommandFailure(
      `${base.origin} redirects to ${location ?? 'another address'}. Use that address as the server.`,
    )
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '')
  if (response.ok && isJson) return { ok: true, bytes }
  if (isJson) return { ok: false, problem: asProblem(JSON.parse(new TextDecoder().decode(bytes)), response) }
  throw new CommandFailure(
    `${base.origin} answered ${response.status} ${response.statusText} without a JSON body. It may not be a Metes server, or a proxy answered.`,
  )
}

const asProblem = (body: Partial<ProblemBody>, response: Response): ProblemBody => ({
  ...body,
  title: body.title ?? `${response.status} ${response.statusText}`,
  request_id: body.request_id ?? response.headers.get('x-request-id') ?? undefined,
})
