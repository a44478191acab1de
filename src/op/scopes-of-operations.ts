/** The scopes that an app needs for an operation. */
import { SCOPES, type Scope } from '../platform/oauth/scopes.ts'
import type { AnyOp } from './define.ts'

const SCOPES_OF_GROUP: Readonly<Record<AnyOp['group'], readonly Scope[]>> = {
  meta: SCOPES,
  signin: SCOPES,
  boundaries: ['boundaries'],
  areas: ['areas'],
  // A job is a long call of one of these.
  jobs: ['boundaries', 'areas'],
  account: ['account'],
  feedback: ['feedback'],
}

/** Returns the scopes of the operation; any of them is enough. */
export const scopesOf = ({ group }: Pick<AnyOp, 'group'>): readonly Scope[] => SCOPES_OF_GROUP[group]
