/**
 * Measures whether two drawings are one place: the share of each one's land that the other has, and the share that the known
 * drawing is accurate enough to require. Both are clipped to the land mask, because sea borders are far larger than the coasts
 * of an atlas. Shares are of planar square degrees.
 */
import { clipToLand } from '../area/clip-to-land.ts'
import type { LandTile } from '../area/ports.ts'
import type { Dataset } from '../boundary/boundary.ts'
import { areaKm2 } from '../geometry/area.ts'
import { decodeRings } from '../geometry/codec.ts'
import { combine } from '../geometry/combine.ts'
import { perimeterKm } from '../geometry/perimeter.ts'
import type { Rings } from '../geometry/rings.ts'
import { staysNear } from './near-known-place.ts'

/** The drawing that claims the place of a known one. Rings are encoded (`geometry/codec.ts`). */
export interface LandComparison {
  readonly claimed: Uint8Array
  readonly known: Uint8Array
  /** Data sets of the known drawing. */
  readonly datasets: readonly Dataset[]
  /** Tiles that cover both; null compares the drawings as they are, which proves agreement only if the known one has no sea. */
  readonly tiles: readonly LandTile[] | null
}

export interface LandAgreement {
  /** Share of the claimed land that is in the known drawing. */
  readonly shareOfClaimed: number
  /** Share of the known land that is in the claimed drawing. */
  readonly shareOfKnown: number
  /** Both shares must reach this. */
  readonly required: number
  /** False if the claimed drawing reaches far beyond the known one. */
  readonly staysNear: boolean
}

export const agrees = (agreement: LandAgreement): boolean => landAgrees(agreement) && agreement.staysNear

export const landAgrees = ({ shareOfClaimed, shareOfKnown, required }: LandAgreement): boolean =>
  shareOfClaimed >= required && shareOfKnown >= required

export const compareLand = ({ claimed, known, datasets, tiles }: LandComparison): LandAgreement => {
  const onLand = (rings: Rings): Rings => (tiles === null ? rings : clipToLand(rings, tiles).rings)
  const [claimedRings, knownRings] = [decodeRings(claimed), decodeRings(known)]
  const hasLand = (polygon: Rings): boolean => tiles === null || clipToLand(polygon, tiles).isClipped
  if (!staysNear(claimedRings, knownRings, hasLand)) return NOTHING_IN_COMMON
  const knownLand = onLand(knownRings)
  const { pieces } = combine([onLand(claimedRings), knownLand], () => false)
  const both = pieces.get(0b11) ?? 0
  return {
    shareOfClaimed: overlapShare(both, pieces.get(0b01) ?? 0),
    shareOfKnown: overlapShare(both, pieces.get(0b10) ?? 0),
    required: requiredShare(knownLand, datasets),
    staysNear: true,
  }
}

export const NOTHING_IN_COMMON: LandAgreement = {
  shareOfClaimed: 0,
  shareOfKnown: 0,
  required: 1,
  staysNear: false,
}

const overlapShare = (both: number, alone: number): number => (both + alone > 0 ? both / (both + alone) : 0)

/**
 * What a drawing of each data set vouches for. `stripKm` is the width of the strip along its border in which it may be wrong,
 * `leastShare` the floor for areas that are little more than this strip. Measured against OpenStreetMap's communes and
 * countries, borders are off by 0.2 to 0.6 km in Natural Earth and by 0.01 km in the countries of the atlas, whose islands
 * lack up to 0.14 km along their coasts (Kiribati); see docs/decisions/0115-identity.md.
 */
const ACCURACY: Readonly<Record<Dataset, { readonly stripKm: number; readonly leastShare: number }>> = {
  openstreetmap: { stripKm: 0.15, leastShare: 0.5 },
  us_census: { stripKm: 1, leastShare: 0.5 },
  natural_earth: { stripKm: 3, leastShare: 0.25 },
}

/** The data set that drew the borders: the Census has Natural Earth's shores of lakes, Natural Earth OpenStreetMap's coasts. */
const DRAWERS: readonly Dataset[] = ['us_census', 'natural_earth', 'openstreetmap']

/** Share of land that may change at once in any place, whatever the accuracy: two states of one map years apart. */
const MAX_CHANGE = 0.02

/** Returns the share of land that a drawing of a known place must have in common with it. */
const requiredShare = (known: Rings, datasets: readonly Dataset[]): number => {
  const drawer = DRAWERS.find((dataset) => datasets.includes(dataset)) ?? 'openstreetmap'
  const { stripKm, leastShare } = ACCURACY[drawer]
  const uncertain = (stripKm * perimeterKm(known)) / areaKm2(known)
  return Math.max(leastShare, 1 - MAX_CHANGE - uncertain)
}
