/** Which boundaries a set of tiles shows: those of a kind, or all. */

import { KINDS, type Kind } from '../boundary/kind.ts'
import type { Drawable } from '../catalog/within-box.ts'

export type TileSet = Kind | 'all'

export const TILE_SETS: readonly TileSet[] = ['all', ...KINDS]

export const isTileSet = (text: string): text is TileSet => TILE_SETS.some((set) => set === text)

/** A city that is a state as well is in both sets. */
export const isInSet = (
  { kind, alsoKinds = [] }: Pick<Drawable, 'kind' | 'alsoKinds'>,
  set: TileSet,
): boolean => set === 'all' || kind === set || alsoKinds.includes(set)

/** The order of drawing: large boundaries first, so that small ones lie on top. */
export const byLevelAndArea = (
  a: Pick<Drawable, 'id' | 'adminLevel' | 'areaKm2'>,
  b: Pick<Drawable, 'id' | 'adminLevel' | 'areaKm2'>,
): number =>
  (a.adminLevel ?? LAST_LEVEL) - (b.adminLevel ?? LAST_LEVEL) ||
  b.areaKm2 - a.areaKm2 ||
  (a.id < b.id ? -1 : 1)

/** Postcode areas have no level. */
const LAST_LEVEL = 99
