/**
 * Device sign-in for standard OAuth clients: RFC 8628, with the metadata of RFC 8414. The routes call the same operations and only
 * translate the messages.
 */

import type { Outcome } from '../../op/call.ts'
import type { AnyOp } from '../../op/define.ts'
import { type Problem, problem } from '../../op/problem/problem.ts'
import { RawInput } from '../../op/raw-input.ts'
import { jsonBody } from '../../op/response/encoded-body.ts'
import { jsonAnswer, NOT_KEPT, problemAnswer, rateLimitFields } from '../http/answer.ts'
import type { HttpAnswer, HttpRequest, HttpRoute } from '../http/message.ts'
import type { OperationRunner } from '../http/operation.ts'

export const oauthRoutes = (ops: readonly AnyOp[], runner: OperationRunner): readonly HttpRoute[] => {
  const run = (name: string, input: object, request: HttpRequest): Outcome | Promise<Outcome> => {
    const op = ops.find((each) => each.name === name)
    if (op === undefined) throw problem('internal_error', {}, new Error(`There is no operation ${name}.`))
    return runner.execute({
      op,
      readInput: () => new RawInput(op, input),
      from: request.origin,
      requestId: request.requestId,
      languages: [],
      signal: () => request.signal(),
    })
  }

  const answer = (outcome: Outcome, request: HttpRequest, bodyOf: (output: object) => object): HttpAnswer =>
    outcome.ok
      ? jsonAnswer(bodyOf(outcome.output as object), [...NOT_KEPT, ...rateLimitFields(outcome.rateLimit)])
      : (oauthError(outcome.problem) ??
        problemAnswer(outcome.problem, {
          requestId: request.requestId,
          baseUrl: runner.baseUrl,
          rateLimit: outcome.rateLimit,
        }))

  return [
    {
      method: 'POST',
      path: DEVICE_AUTHORIZATION,
      endpoint: async (request) => {
        const clientName = (await request.form()).get('client_id')
        const input = clientName === null ? {} : { client_name: clientName }
        return answer(await run('start_device_login', input, request), request, (started) => started)
      },
    },
    {
      method: 'POST',
      path: TOKEN,
      endpoint: async (request) => {
        const fields = await request.form()
        if (fields.get('grant_type') !== DEVICE_CODE_GRANT)
          return errorAnswer('unsupported_grant_type', `grant_type must be ${DEVICE_CODE_GRANT}.`)
        const input = { device_code: fields.get('device_code') ?? '' }
        return answer(await run('poll_device_login', input, request), request, (given) => ({
          access_token: (given as { readonly api_key: string }).api_key,
          token_type: 'Bearer',
        }))
      },
    },
    {
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
      endpoint: async () => jsonAnswer(metadata(runner.baseUrl), AN_HOUR),
    },
  ]
}

const DEVICE_AUTHORIZATION = '/oauth/device_authorization'
const TOKEN = '/oauth/token'
const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const AN_HOUR: readonly string[] = ['Cache-Control', 'public, max-age=3600']

const metadata = (issuer: string): object => ({
  issuer,
  device_authorization_endpoint: `${issuer}${DEVICE_AUTHORIZATION}`,
  token_endpoint: `${issuer}${TOKEN}`,
  grant_types_supported: [DEVICE_CODE_GRANT],
  // Required by RFC 8414 §2; empty, because there is no authorization endpoint.
  response_types_supported: [],
  token_endpoint_auth_methods_supported: ['none'],
})

/** Problems with an OAuth error code in the form of RFC 6749 §5.2: always 400 and plain JSON. */
const oauthError = ({ code, members, message }: Problem): HttpAnswer | null => {
  if (typeof members.error === 'string') return errorAnswer(members.error, message)
  return code === 'invalid_input' ? errorAnswer('invalid_request', message) : null
}

const errorAnswer = (error: string, description: string): HttpAnswer => ({
  status: 400,
  body: jsonBody({ error, error_description: description }),
  headers: NOT_KEPT,
})
