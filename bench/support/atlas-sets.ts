/** Sets of the atlas that are simplified as coverages: their titles, and the boundary and administrative level that select them. */
export const ATLAS_SETS = [
  ['counties of the United States', 'US', 6],
  ['counties of Texas', 'US-TX', 6],
  ['states of Germany', 'DE', 4],
] as const
