/** The mail to the operator about an extract that could not be imported again. */
import { mailContent } from './content.ts'

const MAX_NAME = 100

export const refreshFailed = ({ wanted, reason }: { readonly wanted: string; readonly reason: string }) => {
  const name = wanted.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').slice(0, MAX_NAME)
  return {
    subject: `${name} could not be updated`,
    ...mailContent([
      `The extract ${name} could not be downloaded and imported again. The catalog keeps the boundaries of the last import, and the service will try again later.`,
      { quote: reason },
      'The log has the details. You will get no further emails about this extract until an import succeeds. To stop importing it again, remove its import ("metes catalog list", "metes catalog remove") or unset METES_REFRESH.',
    ]),
  }
}
