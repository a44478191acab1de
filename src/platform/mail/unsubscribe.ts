/** Actions of an unsubscribe link, without signing in: show and change the recipient's preferences. */
import type { SwitchableKind } from './mail-kinds.ts'
import type { EmailPreferenceStore, EmailPreferences, PreferenceChanges } from './ports.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

export type UnsubscribeChoice = 'kind' | 'everything' | 'resubscribe'

export interface UnsubscribeState {
  /** Kind of the mail that contained the link. */
  readonly kind: SwitchableKind
  readonly preferences: EmailPreferences
}

export type Unsubscribes = ReturnType<typeof createUnsubscribes>

export const createUnsubscribes = (
  preferences: EmailPreferenceStore,
  openTokens: () => Promise<Pick<UnsubscribeTokens, 'read'>>,
) => {
  const readAnd = async (
    token: string,
    ask: (accountId: string, kind: SwitchableKind) => Promise<EmailPreferences | null>,
  ): Promise<UnsubscribeState | null> => {
    const subject = (await openTokens()).read(token)
    if (subject === null) return null
    const found = await ask(subject.accountId, subject.kind)
    return found === null ? null : { kind: subject.kind, preferences: found }
  }
  return {
    /** Returns null if the token is invalid or its account is deleted. */
    look: (token: string) => readAnd(token, (accountId) => preferences.find(accountId)),
    /** Applies the choice and returns the new state; null as for `look`. */
    choose: (token: string, choice: UnsubscribeChoice) =>
      readAnd(token, (accountId, kind) => preferences.change(accountId, CHANGES[choice](kind))),
  }
}

const CHANGES: Readonly<Record<UnsubscribeChoice, (kind: SwitchableKind) => PreferenceChanges>> = {
  kind: (kind) => ({ kinds: { [kind]: false } }),
  everything: () => ({ subscribed: false }),
  resubscribe: (kind) => ({ subscribed: true, kinds: { [kind]: true } }),
}
