/** The line with the signed-in account and its remaining units. */
import { h, show } from './dom.ts'
import { count } from './format-numbers.ts'
import type { PageVisitor } from './page-visitor.ts'
import { signInLink } from './panel-parts.ts'

export const showAccount = (strip: HTMLElement, { session }: PageVisitor): void => {
  const { account, access, demonstration } = session
  if (access === 'open') show(strip)
  else if (account === null)
    show(
      strip,
      demonstration
        ? 'Without an account, you see low detail and can try everything else a few times. '
        : 'Without an account, you see low detail. ',
      signInLink(),
    )
  else {
    const { remaining, allowance } = account.units
    show(
      strip,
      h('a', { href: '/account' }, account.email),
      remaining === null || allowance === null
        ? ': unlimited units'
        : `: ${count(remaining)} of ${count(allowance)} units left this month`,
    )
  }
}
