import { z } from 'zod'
import { defineOp } from '../../op/define.ts'

export const startDeviceLogin = defineOp({
  name: 'start_device_login',
  group: 'signin',
  route: { method: 'POST', path: '/v1/auth/device' },
  summary: 'Start signing in a device or program that has no browser.',
  description:
    'Show `user_code` and `verification_uri` to the user, who signs in there and approves. Meanwhile, call poll_device_login with `device_code` every `interval` seconds. Keep `device_code` secret: it is exchanged for the key.',
  access: 'public',
  units: 0,
  readOnly: false,
  input: z.strictObject({
    client_name: z
      .string()
      .max(80)
      .optional()
      .describe(
        'Name of the device or program, shown to the user who approves. The key also gets this name.',
      ),
  }),
  output: z.strictObject({
    device_code: z.string().describe('Secret of the device, for poll_device_login.'),
    user_code: z
      .string()
      .describe('Code that the user types, such as `BCDF-GHJK`, in any case, with or without the dash.'),
    verification_uri: z.url().describe('Address of the page where the user approves.'),
    verification_uri_complete: z
      .url()
      .describe('The same address with the code filled in, for a link or QR code.'),
    expires_in: z.int().describe('Seconds until the codes expire.'),
    interval: z.int().describe('Seconds to wait between polls.'),
  }),
  examples: [{ title: 'A device by its name', input: { client_name: 'metes on Ann’s laptop' } }],
  agent: {
    hint: 'When a tool answers `unauthorized` and the user wants an account. Show the user the code and the address, then call poll_device_login.',
    summarize: ({ user_code, device_code, verification_uri, expires_in, interval }) =>
      `Ask the user to open ${verification_uri} and enter the code ${user_code} within ${expires_in} seconds. Then call poll_device_login with the device_code ${device_code} every ${interval} seconds.`,
  },
  handler: async ({ address, services: { baseUrl, deviceSignIns } }, { client_name = '' }) => {
    const clientName = oneLine(client_name) || null
    const started = await deviceSignIns.start({ clientName, address })
    const verificationUri = `${baseUrl}/device`
    return {
      device_code: started.deviceCode,
      user_code: started.userCode,
      verification_uri: verificationUri,
      verification_uri_complete: `${verificationUri}?code=${started.userCode}`,
      expires_in: started.expiresInSeconds,
      interval: started.intervalSeconds,
    }
  },
})

/** Removes line breaks and direction marks: people read this name before they approve. */
const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
