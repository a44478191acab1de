/** The mail to the operator about an extract that could not be imported again. */
import { mailContent } from './content.ts'

const MAX_NAME = 100

export const refreshFailed = ({ wanted, reason }: { readonly wanted: string; readonly reason: string }) => {
  const name = wanted.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').slice(0, MAX_NAME)
  return {
    subject: `${name} could not be imported again`,
    ...mailContent([
      `The extract ${name} could not be downloaded and imported again. The catalog still has its last state, and the service tries again later.`,
      { quote: reason },
      'The log says more. No other mail comes about this extract until an import succeeds. To stop importing it again, remove its import ("metes catalog list", "metes catalog remove") or unset METES_REFRESH.',
    ]),
  }
}
