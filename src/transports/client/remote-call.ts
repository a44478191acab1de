/** Calls operations on a server, with the client of other programs. */
import { connectionFailureText } from '../../client/connection-failure.ts'
import { type ClientOptions, createClient, MetesProblem, MetesUnexpectedAnswer } from '../../client/index.ts'
import { METES } from '../../util/command-name.ts'
import type { CallOperation, OpenFile } from './command-call.ts'
import { CommandFailure } from './command-failure.ts'
import { followJob } from './follow-job.ts'

/** @param retry whether to wait and repeat while the server is too busy; by default people and agents decide that themselves */
export const remoteCall = (
  base: URL,
  apiKey: string | undefined,
  version: string,
  retry: Pick<ClientOptions, 'retries' | 'maxRetryAfterSeconds'> = { retries: 0 },
): CallOperation => {
  const { request } = createClient({
    baseUrl: base.href,
    apiKey,
    headers: userAgent(version),
    ...retry,
    fetch: (url, options) => sendTo(base, String(url), options),
  })
  const call: CallOperation = async ({
    operation,
    input,
    languages = [],
    maxInlineBytes,
    signal,
    long,
    ...asked
  }) => {
    try {
      const { status, bytes } = await request(operation, input, {
        signal,
        maxInlineBytes,
        language: languages.length === 0 ? undefined : languages.join(', '),
        respondAsync: long === true ? ANSWER_LATER : undefined,
      })
      if (status !== ACCEPTED) return { ok: true, bytes }
      return await followJob(bytes, { operation, input, languages, signal, ...asked }, call)
    } catch (error) {
      if (error instanceof MetesUnexpectedAnswer) throw new CommandFailure(error.message)
      if (error instanceof MetesProblem) return { ok: false, problem: error.problem }
      throw error
    }
  }
  return call
}

/** Long calls become jobs unless they end within a second, so that no connection stays open for minutes. */
const ANSWER_LATER = { afterSeconds: 1 }
const ACCEPTED = 202

/** Sends no key: files are public and may be on another host. */
export const remoteFile =
  (version: string): OpenFile =>
  async (url, signal) => {
    const response = await sendRequest(url, { headers: userAgent(version), signal })
    if (response.ok && response.body !== null) return response.body
    throw new CommandFailure(`${url} answered ${response.status} ${response.statusText} instead of the file.`)
  }

const userAgent = (version: string) => ({ 'user-agent': `metes-cli/${version}` })

const sendRequest = async (url: string, options: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, options)
  } catch (error) {
    options.signal?.throwIfAborted()
    throw new CommandFailure(
      `No answer from ${new URL(url).origin}: ${connectionFailureText(error)}. Is a server running there? Start one with "${METES} serve", or name another with --server or METES_SERVER.`,
    )
  }
}

/** Follows no redirect, so that the key goes to no other address. */
const sendTo = async ({ origin }: URL, url: string, options: RequestInit = {}): Promise<Response> => {
  const response = await sendRequest(url, { ...options, redirect: 'manual' })
  const { status, statusText, headers } = response
  if (status >= 300 && status < 400)
    throw new CommandFailure(
      `${origin} redirects to ${headers.get('location') ?? 'another address'}. Use that address as the server.`,
    )
  if (/[/+]json\b/.test(headers.get('content-type') ?? '')) return response
  throw new CommandFailure(
    `${origin} answered ${status} ${statusText} without a JSON body. It may not be a Metes server, or a proxy answered.`,
  )
}
