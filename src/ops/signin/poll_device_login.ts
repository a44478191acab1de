import { z } from 'zod'
import { defineOp } from '../../op/define.ts'
import { problem } from '../../op/problem/problem.ts'
import { KEY_LIMITS } from '../../platform/key-limits.ts'

export const pollDeviceLogin = defineOp({
  name: 'poll_device_login',
  group: 'signin',
  route: { method: 'POST', path: '/v1/auth/device/token' },
  summary: 'Check whether a device sign-in was approved, and get the key.',
  description:
    'Until the user decides, the answer is 428 `authorization_pending`. Poll again after its `interval` in seconds, which grows if you poll too often. Only the first call after the approval returns the key. Stop polling at any other error: 400 `access_denied`, `expired_token` or `invalid_grant`, or 409 `too_many_keys` when the account has reached its key limit. Errors also have the `error` member of OAuth (RFC 8628 §3.5).',
  access: 'public',
  units: 0,
  readOnly: false,
  input: z.strictObject({
    device_code: z.string().min(1).max(200).describe('The `device_code` of start_device_login.'),
  }),
  output: z.strictObject({
    api_key: z.string().describe('The key, shown only once.'),
    email: z.string().nullable().describe('Email address of the account.'),
  }),
  errors: ['authorization_pending', 'access_denied', 'expired_token', 'invalid_grant', 'too_many_keys'],
  examples: [
    {
      title: 'One poll of a started sign-in',
      input: { device_code: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS_0' },
    },
  ],
  agent: {
    hint: 'Call it after start_device_login, at most once per `interval` seconds, until the user has approved. Give the key to the user; never post it anywhere.',
    summarize: ({ email, api_key }) =>
      `The sign-in was approved${email === null ? '' : ` for ${email}`}. The key is shown only once: ${api_key}`,
  },
  positional: ['device_code'],
  handler: async ({ address, services: { deviceSignIns } }, { device_code }) => {
    const answer = await deviceSignIns.poll(device_code, address)
    if (answer.result === 'key') return { api_key: answer.apiKey, email: answer.email }
    if (answer.result === 'authorization_pending') throw problem('authorization_pending', answer)
    if (answer.result === 'too_many_keys') throw problem('too_many_keys', KEY_LIMITS)
    throw problem(answer.result, {})
  },
})
