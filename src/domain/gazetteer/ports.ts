/** Populated places as points: cities, towns and villages without a polygon in the catalog. */
import type { BBox, Position } from '../geometry/rings.ts'

/**
 * Order of the division of which the town is the seat, as in GeoNames: 0 is the country, 1 a state or province, 2 a county.
 */
export type SeatOrder = 0 | 1 | 2 | 3 | 4 | 5

export interface Town {
  /** English for well-known cities ("Munich"), local for others ("Köln"). */
  readonly name: string
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string
  /** First-order division: a state or province. */
  readonly admin1: string | null
  /** Second-order division: a county or district. */
  readonly admin2: string | null
  /** Names of both divisions, "Travis County, Texas", without a division named after the town. */
  readonly region: string | null
  /** 0 if unknown. */
  readonly population: number
  readonly position: Position
  /** Null for a town that is not a seat of government. */
  readonly seatOrder: SeatOrder | null
  /** True for a part of a larger town: Kreuzberg is part of Berlin. */
  readonly isSection: boolean
}

export interface Gazetteer {
  /** Required in every answer based on a town. */
  readonly attribution: string
  /**
   * Returns the towns with exactly this name in any language, the most populous first. The name must be folded by
   * `foldName`.
   */
  named(foldedName: string): readonly Town[]
}

/** A town on a map. Its name is read only if it is shown. */
export interface PlacedTown extends Pick<Town, 'position' | 'population' | 'seatOrder' | 'isSection'> {
  readonly name: () => string
}

/** The towns of the Earth, by place. */
export interface TownMap {
  /** Required in every answer based on a town. */
  readonly attribution: string
  /** All towns in a box, in any order. */
  readonly townsIn: (box: BBox) => readonly PlacedTown[]
}
