/** What the callers were told: the checker's own log, with which the service is compared. */

export interface Account {
  /** The round and its fault. */
  readonly round: string
  readonly key: string
  /** The calls that were answered: units, and the moment on the clock of `performance`. */
  readonly paid: { readonly units: number; readonly atMs: number }[]
  /** Units of the calls that may have succeeded, but whose answer was lost. */
  doubtful: number
}

export interface KnownKey {
  readonly owner: Account
  readonly apiKey: string
  readonly id: string
  state: 'made' | 'revoking' | 'revoked'
  /** On the clock of `performance`, when the revocation was acknowledged. */
  revokedMs: number
}

export interface Ledger {
  readonly accounts: Account[]
  /** Titles of items, by id. */
  readonly items: Map<number, string>
  readonly keys: KnownKey[]
  /** Crashes of PostgreSQL, on the clock of `performance`. */
  readonly crashes: { readonly fromMs: number; readonly toMs: number }[]
  /** Hashes of files, by path. */
  readonly files: Map<string, string>
  /** Versions of the imported map that the catalog may have: that of the last import that succeeded, and later ones that were killed or failed. */
  imports: readonly number[]
  /** Time of the first import, which nothing disturbed. */
  importMs: number
  /** Answers that are wrong, with the call and the round. */
  readonly wrong: string[]
  /** How many answers of each status and code there were during faults, and before and after them. */
  readonly ends: Map<string, number>
}

export const openLedger = (): Ledger => ({
  accounts: [],
  items: new Map(),
  keys: [],
  crashes: [],
  files: new Map(),
  imports: [],
  importMs: 0,
  wrong: [],
  ends: new Map(),
})

export const unitsOf = (calls: Account['paid']): number => calls.reduce((sum, { units }) => sum + units, 0)
