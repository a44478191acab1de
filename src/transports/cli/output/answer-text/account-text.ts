/** Answers about an account and its keys, in sentences. */
import { METES } from '../../../../util/command-name.ts'
import { counted } from '../../../../util/count-with-noun.ts'
import { fieldBlocks } from './fields.ts'
import { numberIn, rowIn, rowsIn, textIn } from './read-members.ts'
import { type AnswerText, shownTime, timeIn } from './sentences.ts'

const accountText: AnswerText = (answer, context) => {
  const units = rowIn(answer, 'units')
  const used = numberIn(units, 'used')
  const allowance = numberIn(units, 'allowance')
  const resets = textIn(units, 'resets_at')
  const rate = numberIn(rowIn(answer, 'rate_limit'), 'calls_per_minute')
  const spent = `${used?.toLocaleString('en')} of ${counted(allowance ?? 0, 'unit')} used this month`
  return [
    [
      `${textIn(answer, 'email')} has the plan ${textIn(answer, 'plan')}.`,
      used === null
        ? null
        : `${allowance === null ? `${counted(used, 'unit')} used this month, no limit` : spent}${resets === null ? '' : `; the count resets at ${shownTime(resets)}`}.`,
      rate === null ? null : `Up to ${counted(rate, 'call')} a minute.`,
    ],
    ...fieldBlocks({ profile: answer.profile }, context),
  ]
}

export const ACCOUNT_TEXTS: Readonly<Record<string, AnswerText>> = {
  get_account: accountText,
  update_profile: accountText,
  update_email_preferences: (answer, context) => [
    [
      answer.subscribed === true
        ? 'You get the emails marked yes.'
        : 'You are unsubscribed from all of these emails.',
    ],
    ...fieldBlocks(rowIn(answer, 'kinds'), context),
  ],
  get_usage: (answer, context) => {
    const total = rowIn(answer, 'total')
    const days = rowsIn(answer, 'days').filter((day) => numberIn(day, 'calls') !== 0)
    const [calls, units, hits] = ['calls', 'units', 'cache_hits'].map(
      (member) => numberIn(total, member) ?? 0,
    )
    const says = `${counted(calls, 'call')} in ${counted(rowsIn(answer, 'days').length, 'day')} used ${counted(units, 'unit')}; ${counted(hits, 'answer')} came from the cache.`
    return [[says], ...(days.length === 0 ? [] : fieldBlocks({ days }, context))]
  },
  create_key: (answer) => [
    [
      'This is the new key. It is shown only once; store it now.',
      textIn(answer, 'api_key'),
      `To revoke it: ${METES} revoke-key ${textIn(answer, 'id')}`,
    ],
  ],
  revoke_key: (answer) => [
    [`The key ${textIn(answer, 'id')} has been revoked since ${timeIn(answer, 'revoked_at')}.`],
  ],
  start_device_login: (answer) => [
    [
      `Open ${textIn(answer, 'verification_uri')} and enter the code ${textIn(answer, 'user_code')} within ${counted(Math.round((numberIn(answer, 'expires_in') ?? 0) / 60), 'minute')}.`,
      `Then: ${METES} poll-device-login --device-code=${textIn(answer, 'device_code')}`,
      `"${METES} login" does both and stores the key.`,
    ],
  ],
  poll_device_login: (answer) => {
    const email = textIn(answer, 'email')
    const says = `Signed in${email === null ? '' : ` as ${email}`}. This is the key. It is shown only once; store it now.`
    return [[says, textIn(answer, 'api_key')]]
  },
}
