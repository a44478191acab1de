/** Returns true if the preferences allow mail of a kind. */
import type { SwitchableKind } from './mail-kinds.ts'
import type { EmailPreferences } from './ports.ts'

export const wants = ({ subscribed, kinds }: EmailPreferences, kind: SwitchableKind): boolean =>
  subscribed && kinds[kind]
