/** Polls until a person approves the device sign-in, as often as the server allows (RFC 8628 §3.5). */

import type { CallAnswer, CallOperation, ProblemBody } from '../../client/call.ts'
import type { Credential } from '../../client/credentials.ts'
import { CommandFailure } from '../../client/failure.ts'
import { interruptible } from '../exit-codes.ts'
import type { CliHost, CliIo } from '../host.ts'
import { ProblemError } from '../output/problem-text.ts'

export interface StartedLogin {
  readonly deviceCode: string
  readonly userCode: string
  readonly verificationUri: string
  readonly verificationUriComplete: string
  readonly expiresInSeconds: number
  readonly intervalSeconds: number
}

export const startLogin = async (
  call: CallOperation,
  clientName: string,
  io: CliIo,
): Promise<StartedLogin> => {
  const answer = await interruptible(
    io.signal,
    call({
      operation: 'start_device_login',
      input: { client_name: clientName },
      languages: [],
      signal: io.signal,
    }),
  )
  const body = responseBody(answer)
  return {
    deviceCode: textField(body, 'device_code'),
    userCode: textField(body, 'user_code'),
    verificationUri: textField(body, 'verification_uri'),
    verificationUriComplete: textField(body, 'verification_uri_complete'),
    expiresInSeconds: numberField(body, 'expires_in'),
    intervalSeconds: numberField(body, 'interval'),
  }
}

export const awaitApproval = async (
  call: CallOperation,
  { deviceCode, expiresInSeconds, intervalSeconds }: StartedLogin,
  io: CliIo,
  host: Pick<CliHost, 'clock' | 'sleep'>,
): Promise<Credential> => {
  const endsMs = host.clock.elapsedMs() + expiresInSeconds * 1000
  let waitSeconds = intervalSeconds
  while (host.clock.elapsedMs() < endsMs) {
    await interruptible(io.signal, host.sleep(waitSeconds * 1000, io.signal))
    const answer = await interruptible(io.signal, poll(call, deviceCode, io.signal))
    if (answer === null) {
      waitSeconds = slower(waitSeconds)
    } else if (!answer.ok && isForNow(answer.problem)) {
      waitSeconds = answer.problem.interval ?? answer.problem.retry_after ?? slower(waitSeconds)
    } else {
      const body = responseBody(answer)
      return { apiKey: textField(body, 'api_key'), email: typeof body.email === 'string' ? body.email : null }
    }
  }
  throw new CommandFailure('Nobody approved the sign-in in time. Run the command again.')
}

/** Null when there was no answer, which may be temporary. */
const poll = async (
  call: CallOperation,
  deviceCode: string,
  signal: AbortSignal,
): Promise<CallAnswer | null> => {
  try {
    return await call({
      operation: 'poll_device_login',
      input: { device_code: deviceCode },
      languages: [],
      signal,
    })
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

const responseBody = (answer: CallAnswer): Body => {
  if (!answer.ok) throw new ProblemError(answer.problem)
  return JSON.parse(new TextDecoder().decode(answer.bytes)) as Body
}

const textField = (body: Body, name: string): string => {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  throw incomplete(name)
}

const numberField = (body: Body, name: string): number => {
  const value = body[name]
  if (typeof value === 'number' && value > 0) return value
  throw incomplete(name)
}

const incomplete = (name: string): CommandFailure =>
  new CommandFailure(`The server's answer has no ${name}. The server is not Metes, or another version of it.`)
