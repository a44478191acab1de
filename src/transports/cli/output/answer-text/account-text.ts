/** Answers about an account and its keys, in sentences. */
import { counted } from '../../../../util/counted.ts'
import { fieldBlocks } from './fields.ts'
import { numberIn, rowIn, rowsIn, textIn } from './rows.ts'
import { type AnswerText, sentences, shownTime, timeIn } from './sentences.ts'

export const accountText: AnswerText = (answer, context) => {
  const units = rowIn(answer, 'units')
  const used = numberIn(units, 'used')
  const allowance = numberIn(units, 'allowance')
  const resets = textIn(units, 'resets_at')
  const rate = numberIn(rowIn(answer, 'rate_limit'), 'calls_per_minute')
  const spent = `${used?.toLocaleString('en')} of ${counted(allowance ?? 0, 'unit')} used this month`
  return [
    ...sentences(
      [
        `${textIn(answer, 'email')} has the plan ${textIn(answer, 'plan')}.`,
        used === null
          ? null
          : `${allowance === null ? `${counted(used, 'unit')} used this month, without a limit` : spent}${resets === null ? '' : `; the count starts again at ${shownTime(resets)}`}.`,
        rate === null ? null : `Up to ${counted(rate, 'call')} a minute.`,
      ],
      context,
    ),
    ...fieldBlocks({ profile: answer.profile }, context),
  ]
}

export const preferencesText: AnswerText = (answer, context) => [
  ...sentences(
    [
      answer.subscribed === true
        ? 'You get the emails marked yes.'
        : 'You are unsubscribed from all of these emails.',
    ],
    context,
  ),
  ...fieldBlocks(rowIn(answer, 'kinds'), context),
]

export const usageText: AnswerText = (answer, context) => {
  const total = rowIn(answer, 'total')
  const days = rowsIn(answer, 'days').filter((day) => numberIn(day, 'calls') !== 0)
  const [calls, units, hits] = ['calls', 'units', 'cache_hits'].map((member) => numberIn(total, member) ?? 0)
  const says = `${counted(calls, 'call')} in ${counted(rowsIn(answer, 'days').length, 'day')} used ${counted(units, 'unit')}; ${counted(hits, 'answer')} came from the cache.`
  return [...sentences([says], context), ...(days.length === 0 ? [] : fieldBlocks({ days }, context))]
}

export const createdKeyText: AnswerText = (answer, context) =>
  sentences(
    [
      'This is the new key. It is shown only once; store it now.',
      textIn(answer, 'api_key'),
      `To revoke it: metes revoke-key ${textIn(answer, 'id')}`,
    ],
    context,
  )

export const revokedKeyText: AnswerText = (answer, context) =>
  sentences(
    [`The key ${textIn(answer, 'id')} has been revoked since ${timeIn(answer, 'revoked_at')}.`],
    context,
  )

export const deviceLoginText: AnswerText = (answer, context) =>
  sentences(
    [
      `Open ${textIn(answer, 'verification_uri')} and enter the code ${textIn(answer, 'user_code')} within ${counted(Math.round((numberIn(answer, 'expires_in') ?? 0) / 60), 'minute')}.`,
      `Then: metes poll-device-login --device-code=${textIn(answer, 'device_code')}`,
      '"metes login" does both and stores the key.',
    ],
    context,
  )

export const approvedLoginText: AnswerText = (answer, context) => {
  const email = textIn(answer, 'email')
  return sentences(
    [
      `Signed in${email === null ? '' : ` as ${email}`}. This is the key. It is shown only once; store it now.`,
      textIn(answer, 'api_key'),
    ],
    context,
  )
}
