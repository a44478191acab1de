/** Whether an operator's decision about an object still fits it: it counts for what it was made about, and for nothing else. */
import type { DecidedIdentity } from '../catalog/ports.ts'

interface Claims {
  readonly adminLevel: number | null
  readonly isoCodes: readonly string[]
  readonly wikidata: string | null
}

/** What an object claims, as texts to compare. */
export const claimsOf = ({ adminLevel, isoCodes, wikidata }: Claims): readonly string[] => [
  `level ${adminLevel ?? 'none'}`,
  ...isoCodes.map((code) => `iso:${code}`),
  ...(wikidata === null ? [] : [`wikidata:${wikidata}`]),
]

/** A rejected object stays rejected, whatever it claims. A kept one may claim less than before, and nothing new. */
export const stillDecides = ({ decision, claims }: DecidedIdentity, object: Claims): boolean =>
  decision === 'reject' || claimsOf(object).every((claim) => claims.includes(claim))
