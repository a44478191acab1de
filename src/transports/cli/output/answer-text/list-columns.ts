/** The columns of the lists in answers, in order, and their titles. Lists that are not here show all scalar members. */

const BOUNDARY_COLUMNS = ['id', 'name', 'kind', 'admin_level', 'country', 'parents', 'population']

/** Lists that are the answer itself, so an empty one is shown too. */
export const MAIN_LISTS: Readonly<Record<string, readonly string[]>> = {
  candidates: [...BOUNDARY_COLUMNS, 'matched_name', 'match', 'placing'],
  boundaries: BOUNDARY_COLUMNS,
  children: BOUNDARY_COLUMNS,
  keys: ['id', 'name', 'prefix', 'created_at', 'last_used_at', 'revoked_at'],
  items: ['id', 'kind', 'status', 'upvotes', 'title'],
  days: ['date', 'calls', 'units', 'cache_hits'],
}

/** Columns of known lists. */
export const LIST_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  ...MAIN_LISTS,
  parents: ['id', 'name', 'kind', 'admin_level', 'wikidata'],
  alternatives: BOUNDARY_COLUMNS,
  nearby: [...BOUNDARY_COLUMNS, 'distance_km'],
  parts: ['role', 'id', 'name', 'kind', 'text'],
  comments: ['id', 'author', 'created_at', 'text'],
}

/** What people read for names that programs read. */
export const READABLE: Readonly<Record<string, string>> = {
  candidates: 'boundaries found',
  include: 'included',
  exclude: 'cut out',
}

/** Columns that tell rows apart: the last to go where there is no room. */
export const KEPT: readonly string[] = ['id', 'name', 'parents', 'title']

export const TITLES: Readonly<Record<string, string>> = {
  id: 'ID',
  admin_level: 'LEVEL',
  parents: 'IN',
  area_km2: 'AREA KM²',
  matched_name: 'FOUND AS',
  match: 'MATCH',
  placing: 'PLACED BY',
  distance_km: 'KM AWAY',
}
