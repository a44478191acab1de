/** Polls until a person approves the device sign-in, as often as the server allows (RFC 8628 §3.5). */

import type { StartDeviceLoginOutput } from '../../../client/index.ts'
import type { CallAnswer, CallOperation, ProblemBody } from '../../client/command-call.ts'
import { CommandFailure } from '../../client/command-failure.ts'
import { parsedAnswer } from '../../client/parsed-answer.ts'
import type { Credential } from '../../client/saved-login.ts'
import { interruptible } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { ProblemError } from '../output/problem-text.ts'

export const startLogin = async (
  call: CallOperation,
  clientName: string,
  { signal }: CliIo,
): Promise<StartDeviceLoginOutput> => {
  const input = { client_name: clientName }
  const body = answerBody(
    await interruptible(signal, call({ operation: 'start_device_login', input, signal })),
  )
  requireFields(body, 'string', ['device_code', 'user_code', 'verification_uri', 'verification_uri_complete'])
  requireFields(body, 'number', ['expires_in', 'interval'])
  return body as unknown as StartDeviceLoginOutput
}

export const awaitApproval = async (
  call: CallOperation,
  { device_code: deviceCode, expires_in: expiresInSeconds, interval }: StartDeviceLoginOutput,
  io: CliIo,
  host: Pick<CliHost, 'clock' | 'sleep'>,
): Promise<Credential> => {
  const endsMs = host.clock.elapsedMs() + expiresInSeconds * 1000
  let waitSeconds = interval
  while (host.clock.elapsedMs() < endsMs) {
    await interruptible(io.signal, host.sleep(waitSeconds * 1000, io.signal))
    const answer = await interruptible(io.signal, poll(call, deviceCode, io.signal))
    if (answer === null) {
      waitSeconds = slower(waitSeconds)
    } else if (!answer.ok && isForNow(answer.problem)) {
      waitSeconds = answer.problem.interval ?? answer.problem.retry_after ?? slower(waitSeconds)
    } else {
      const body = answerBody(answer)
      requireFields(body, 'string', ['api_key'])
      const { api_key: apiKey, email } = body
      return { apiKey: String(apiKey), email: typeof email === 'string' ? email : null }
    }
  }
  throw new CommandFailure('The sign-in was not approved in time. Run the command again.')
}

/** Null when there was no answer, which may be temporary. */
const poll = async (
  call: CallOperation,
  deviceCode: string,
  signal: AbortSignal,
): Promise<CallAnswer | null> => {
  try {
    return await call({ operation: 'poll_device_login', input: { device_code: deviceCode }, signal })
  } catch (error) {
    if (error instanceof CommandFailure) return null
    throw error
  }
}

const SLOWEST_SECONDS = 60
const slower = (seconds: number): number => Math.min(SLOWEST_SECONDS, seconds * 2)

const isForNow = ({ code, status = 0 }: ProblemBody): boolean =>
  code === 'authorization_pending' || code === 'rate_limited' || status >= 500

type Body = Readonly<Record<string, unknown>>

const answerBody = (answer: CallAnswer): Body => {
  if (!answer.ok) throw new ProblemError(answer.problem)
  return parsedAnswer<Body>(answer.bytes)
}

/** The server may be any program. */
const requireFields = (body: Body, type: 'string' | 'number', names: readonly string[]): void => {
  for (const name of names)
    if (typeof body[name] !== type || (type === 'string' ? body[name] === '' : Number(body[name]) <= 0))
      throw new CommandFailure(
        `The server's answer has no ${name}. The server may not be Metes, or may run another version of it.`,
      )
}
