/** The mail that signs in, with a link and a code. */
import { mailContent } from '../mail/content.ts'

/** How long both work. */
export const SIGN_IN_MINUTES = 15

export const signInMail = (link: string, code: string) => ({
  subject: 'Sign in to Metes',
  ...mailContent([
    'Use this link to sign in to Metes:',
    { link, label: 'Sign in' },
    'Or enter this code in the browser where you asked to sign in:',
    { code },
    `The link and the code work once and expire after ${SIGN_IN_MINUTES} minutes. Never give the code to anyone: we ask for it only on the sign-in page.`,
    'If you did not ask to sign in, ignore this email. Nobody can sign in without the link or the code.',
  ]),
})
