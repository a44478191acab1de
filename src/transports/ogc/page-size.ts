/** Features in a page, for the query parameter `limit`. */
export const DEFAULT_FEATURES = 100
export const MAX_FEATURES = 1_000
