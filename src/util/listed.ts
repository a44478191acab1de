/** Joins words to `a, b and c`. `Intl.ListFormat` takes 15 ms at its first use, and the help of commands has such lists. */
export const listed = (items: readonly string[], lastAfter: 'and' | 'or' = 'and'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${lastAfter} ${items.at(-1)}`
