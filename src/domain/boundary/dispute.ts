/** Land of several countries, or of none: its claimants, its rulers, and its polygon. */
import type { BBox } from '../geometry/rings.ts'

/** Facts about the land that answers show. */
export interface DisputeClaims {
  /** English name of the land. */
  readonly area: string
  /** ISO 3166-1 alpha-2 code of each claimant, or its English name if it has no code; empty for land that nobody claims. */
  readonly claimants: readonly string[]
  /** Those that rule the land, as in `claimants`: several if each rules a part, none if nobody does. */
  readonly administeredBy: readonly string[]
  /** True if the claimants hold the land together by agreement: it is shared, not disputed. */
  readonly isCondominium: boolean
  /** Address of a page about it. */
  readonly source: string
}

export interface Dispute extends DisputeClaims {
  readonly bbox: BBox
  /** Stored polygon: see `geometry/codec.ts`. */
  readonly land: Uint8Array
}
