/** How many boundaries the basket holds: those that one call of `union_boundaries` may have. */
export const MAX_BASKET = 50
